import { expect, it } from "vitest";
import { readPath } from "./read-path.ts";

it("gives the value itself for an empty path", () => {
  expect(readPath(5, [])).toBe(5);
  expect(readPath(undefined, [])).toBeUndefined();
});

it("reads own properties and list items", () => {
  expect(readPath({ a: { b: [10, 20] } }, ["a", "b", "1"])).toBe(20);
  expect(readPath({ a: null }, ["a"])).toBeNull();
  expect(readPath({ "0": "zero" }, ["0"])).toBe("zero");
  expect(readPath(["a"], ["00"])).toBe("a");
});

it("reads nothing of null, texts, numbers or missing values", () => {
  expect(readPath(null, ["a"])).toBeUndefined();
  expect(readPath(undefined, ["a"])).toBeUndefined();
  expect(readPath("text", ["0"])).toBeUndefined();
  expect(readPath("text", ["length"])).toBeUndefined();
  expect(readPath(5, ["toFixed"])).toBeUndefined();
});

it("takes only whole numbers as places in a list", () => {
  const list = ["a", "b"];
  for (const key of ["-1", "2", "1.0", "length", "map", "x0", "0x", " 0", ""])
    expect(readPath(list, [key])).toBeUndefined();
});

it("never reaches a prototype, not even one that is an own key", () => {
  const hostile = JSON.parse('{"__proto__":{"x":1},"constructor":{"y":2},"prototype":3}');
  for (const key of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"]) {
    expect(readPath(hostile, [key])).toBeUndefined();
    expect(readPath({ plain: 1 }, [key])).toBeUndefined();
  }
});
