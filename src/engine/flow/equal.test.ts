import { expect, it } from "vitest";
import { equalJson } from "./digest.ts";

it("equal data is equal, in whatever order its keys are", () => {
  expect(equalJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(equalJson([], [])).toBe(true);
  expect(equalJson("x", "x")).toBe(true);
  expect(equalJson(null, null)).toBe(true);
});

it("anything else is not", () => {
  expect(equalJson({ a: 1 }, { a: 2 })).toBe(false);
  expect(equalJson({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(equalJson({ a: 1, b: 2 }, { a: 1 })).toBe(false);
  expect(equalJson({ a: null }, { b: null })).toBe(false);
  expect(equalJson({ toString: null }, { b: null })).toBe(false);
  expect(equalJson([1, 2], [2, 1])).toBe(false);
  expect(equalJson([], {})).toBe(false);
  expect(equalJson(["x"], { 0: "x" })).toBe(false);
  expect(equalJson({}, null)).toBe(false);
  expect(equalJson(null, {})).toBe(false);
  expect(equalJson("", [])).toBe(false);
  expect(equalJson([], "")).toBe(false);
  expect(equalJson(1, "1")).toBe(false);
});
