import { describe, expect, it } from "vitest";
import { plainJson } from "./plain-json.ts";

describe("plain data", () => {
  it.each([[null], [true], [false], [0], [-1.5], [""], ["text"], [[]], [[1, [2]]], [{}], [{ a: { b: null } }]])(
    "%j passes as a copy",
    (value) => expect(plainJson(value)).toEqual(value),
  );

  it("is copied, not shared", () => {
    const value = { list: [1] };
    const copy = plainJson(value) as typeof value;
    value.list.push(2);
    expect(copy).toEqual({ list: [1] });
  });

  it("may come without a prototype, and gets a plain one", () => {
    expect(plainJson(Object.assign(Object.create(null), { a: 1 }))).toStrictEqual({ a: 1 });
  });

  it("has no negative zero", () => {
    expect(Object.is(plainJson(-0), 0)).toBe(true);
  });
});

describe("what is no data", () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  it.each([
    ["undefined", undefined],
    ["a function", () => 1],
    ["a symbol", Symbol("a")],
    ["a BigInt", 1n],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["a Date", new Date(0)],
    ["a Map", new Map()],
    ["a class instance", new (class Point {})()],
    ["a cycle", cycle],
    ["an undefined item", [1, undefined]],
    ["a hole in a list", Array(1)],
    ["an undefined property", { a: undefined }],
    ["a nested NaN", { a: [Number.NaN] }],
    ["__proto__", JSON.parse('{"__proto__":1}')],
    ["constructor", { constructor: 1 }],
    ["prototype", { a: { prototype: 1 } }],
    ["a long key", { ["k".repeat(10_001)]: 1 }],
    ["a long text", "x".repeat(10_001)],
  ])("%s is refused", (_, value) => expect(plainJson(value)).toBeUndefined());
});

describe("limits", () => {
  const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);

  it("nests 50 deep", () => {
    expect(plainJson(nest(50))).toEqual(nest(50));
    expect(plainJson(nest(51))).toBeUndefined();
    const wrap = (depth: number): unknown => (depth === 0 ? 1 : { a: wrap(depth - 1) });
    expect(plainJson(wrap(50))).toEqual(wrap(50));
    expect(plainJson(wrap(51))).toBeUndefined();
  });

  it("holds 10,000 values, itself included, and long texts and keys", () => {
    expect(plainJson(Array(9_999).fill(1))).toHaveLength(9_999);
    expect(plainJson(Array(10_000).fill(1))).toBeUndefined();
    expect(plainJson("x".repeat(10_000))).toHaveLength(10_000);
    expect(plainJson({ ["k".repeat(10_000)]: 1 })).toBeDefined();
  });
});
