import { describe, expect, it } from "vitest";
import type { Json } from "../engine/json.ts";
import { plainCopy, resultLimits, slotValueLimits } from "./plain-copy.ts";

const plainJson = (value: unknown): Json | undefined => {
  const copied = plainCopy(value, slotValueLimits);
  return copied.ok ? copied.value : undefined;
};

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

  it("has no property that is undefined, as in JSON", () => {
    expect(plainJson({ a: undefined, b: 1 })).toStrictEqual({ b: 1 });
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

describe("what cannot be stored", () => {
  const problem = (value: unknown) => {
    const copied = plainCopy(value);
    return copied.ok ? null : `${copied.code}: ${copied.message}`;
  };

  it("is named with its place", () => {
    const cycle: Record<string, unknown> = { name: "a" };
    cycle["self"] = { again: cycle };
    expect(problem(cycle)).toBe("bad_result: self.again contains itself");
    expect(problem({ prices: [1, 2n] })).toBe("bad_result: prices.1 is bigint, not plain data");
    expect(problem({ when: new Date(0) })).toBe("bad_result: when is an instance of a class, not plain data");
    expect(problem({ deep: JSON.parse('{"__proto__":1}') })).toBe("bad_result: deep has the forbidden key '__proto__'");
    expect(problem(undefined)).toBe("bad_result: the result is undefined, not plain data");
  });

  it("may share a part, which is no cycle", () => {
    const shared = { a: 1 };
    expect(problem([shared, shared])).toBeNull();
  });

  it("is given up as soon as it is too large, whatever it claims to be", () => {
    const text = "x".repeat(resultLimits.characters / 2);
    expect(problem({ text, more: text })).toMatch("too_large: more is too large");
    let reads = 0;
    const endless = new Proxy([], {
      get: (_, key) => {
        reads += 1;
        return key === "length" ? Number.POSITIVE_INFINITY : "item";
      },
    });
    expect(problem(endless)).toMatch("too_large");
    expect(reads).toBeLessThan(resultLimits.values * 2);
    const nesting: ProxyHandler<object> = {
      ownKeys: () => ["a"],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
      get: () => new Proxy({}, nesting),
    };
    expect(problem(new Proxy({}, nesting))).toMatch("is nested more than 50 deep");
  });

  it("throws what a getter throws, for the caller to catch", () => {
    const value = {
      get price(): number {
        throw new Error("not now");
      },
    };
    expect(() => plainCopy(value)).toThrow("not now");
  });
});
