import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromJsonText, toJsonText } from "./json-text.ts";

describe("the JSON of a row", () => {
  it("gives back exactly what it was given", () => {
    // JSON has no -0, and the one reserved key has a test of its own.
    const values = fc
      .jsonValue()
      .map((value) => JSON.stringify(value))
      .filter((text) => !text.includes("__proto__"))
      .map((text) => JSON.parse(text));
    fc.assert(
      fc.property(values, (value) => {
        expect(fromJsonText(toJsonText(value))).toStrictEqual(value);
      }),
    );
  });

  it("keeps falsy values, odd texts and objects without prototype", () => {
    const value = { zero: 0, no: false, empty: "", none: null, odd: "\u0000 \ud800 🙂 \u2028", list: [[], {}] };
    expect(fromJsonText(toJsonText(Object.assign(Object.create(null), value)))).toStrictEqual(value);
  });

  it("leaves out absent properties, as JSON does", () => {
    expect(toJsonText({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const deep = Array.from({ length: 300 }).reduce<unknown>((inner) => [inner], 1);
  class Money {
    readonly amount = 1;
  }
  it.each([
    ["a BigInt", 1n],
    ["a Date", new Date(0)],
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
    ["a Map", new Map()],
    ["a Set", new Set()],
    ["a Money", new Money()],
    ["a Uint8Array", new Uint8Array(1)],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["-Infinity", Number.NEGATIVE_INFINITY],
  ])("refuses %s and says where it is", (what, value) => {
    const text = `'slots.trip.0.price' is ${what}: only plain JSON can be saved.`;
    expect(() => toJsonText({ slots: { trip: [{ price: value }] } })).toThrow(text);
    expect(() => toJsonText(value)).toThrow(`The value is ${what}`);
  });

  it("refuses what hides in lists and keys", () => {
    expect(() => toJsonText({ list: [1, undefined] })).toThrow("'list.1' is undefined");
    expect(() => toJsonText({ a: cycle })).toThrow("'a.self' is a cycle");
    expect(() => toJsonText(deep)).toThrow("levels deep");
    expect(() => toJsonText({ a: { toJSON: () => 1 } })).toThrow("'a.toJSON' is a function");
    expect(() => toJsonText(JSON.parse('{"a":{"__proto__":{"admin":true}}}'))).toThrow(
      "'a.__proto__' is a reserved key",
    );
    expect(() => toJsonText(1n)).toThrow(expect.objectContaining({ name: "SoniError", code: "store.not_json" }));
  });

  it("accepts the same object in two places: that is no cycle", () => {
    const city = { name: "Rome" };
    expect(toJsonText({ from: city, to: city })).toBe('{"from":{"name":"Rome"},"to":{"name":"Rome"}}');
  });

  it.each([
    '{"a":{"__proto__":{"admin":true},"b":1}}',
    '{"a":{"\\u005f_proto__":{"admin":true},"b":1}}',
    '{"a":{"__pro\\u0074o__":{"admin":true},"b":1}}',
  ])("leaves out prototype keys of a stored text: %s", (text) => {
    const value = fromJsonText(text) as { a: { b: number } };
    expect(Object.keys(value.a)).toEqual(["b"]);
    expect({ ...value.a }).not.toHaveProperty("admin");
  });

  it("revives nothing: an lc envelope is data", () => {
    const envelope = { lc: 1, type: "constructor", id: ["langchain_core", "messages", "HumanMessage"], kwargs: {} };
    expect(fromJsonText(toJsonText(envelope))).toStrictEqual(envelope);
  });
});
