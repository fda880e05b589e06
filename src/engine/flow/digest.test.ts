import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../json.ts";
import { digest, equalJson } from "./digest.ts";

describe("a digest", () => {
  it("is the same for the same values, whatever the order of their names", () => {
    expect(digest({ a: 1, b: { c: [1, 2], d: null } })).toBe(digest({ b: { d: null, c: [1, 2] }, a: 1 }));
  });

  it("tells values apart, also by type, place and order", () => {
    const values: readonly Json[] = [
      null,
      0,
      1,
      "1",
      "",
      "a",
      "b",
      "ab",
      "ba",
      [],
      {},
      [1, 2],
      [2, 1],
      [[1], 2],
      [null],
    ];
    const objects: readonly Json[] = [{ a: 1 }, { a: "1" }, { b: 1 }, { a: null }, { a: { a: 1 } }, { a: 1, b: 2 }];
    const digests = [...values, ...objects].map(digest);
    expect(new Set(digests).size).toBe(digests.length);
  });

  it("is equal exactly where the values are", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [left, right] = [JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))];
        expect(digest(left) === digest(right)).toBe(equalJson(left, right));
      }),
    );
  });

  it("is short, and of letters and digits", () => {
    expect(digest("x".repeat(10_000))).toMatch(/^[0-9a-z]{2,14}$/);
  });

  it("is the same in every version: it is stored", () => {
    expect(digest({ city: "Rome", bags: 2 })).toMatchInlineSnapshot(`"1yh4bel157wkmo"`);
    expect(digest(null)).toMatchInlineSnapshot(`"teocvu173lp0a"`);
  });
});
