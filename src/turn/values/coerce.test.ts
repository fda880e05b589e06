import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../engine/json.ts";
import { conforms, type SlotType, slotTypeNames } from "../../engine/slot-types/slot-types.ts";
import { coerce } from "./prepare-command.ts";

/** Monday 16 November 2026, 10:00 in Madrid. */
const moment = { now: Date.UTC(2026, 10, 16, 9), timezone: "Europe/Madrid", language: "en" };
const values = [
  { value: "economy", synonyms: ["coach"] },
  { value: "business", synonyms: ["biz", "business class"] },
];
const slot = (type: SlotType) => ({ type, values });
const taken = (type: SlotType, raw: Json, language = "en") => {
  const check = coerce(slot(type), raw, { ...moment, language });
  return check.ok ? check.value : check.reason;
};

describe("a string", () => {
  it.each<[Json, Json]>([
    ["Madrid", "Madrid"],
    ["  New York \n", "New York"],
    ["", ""],
    ["   ", ""],
    [5, "5"],
    [false, "false"],
    [["a"], "type"],
    [{ a: 1 }, "type"],
    ["x".repeat(10_000), "x".repeat(10_000)],
    ["x".repeat(10_001), "type"],
  ])("%j gives %j", (raw, expected) => expect(taken("string", raw)).toEqual(expected));
});

describe("an integer", () => {
  it.each<[Json, Json]>([
    [25, 25],
    [0, 0],
    [-0, 0],
    [2.5, "type"],
    [2 ** 53, "type"],
    [2 ** 53 - 1, 2 ** 53 - 1],
    [Number.NaN, "type"],
    [Number.POSITIVE_INFINITY, "type"],
    ["25", 25],
    ["twenty five", 25],
    ["a dozen", 12],
    ["two hundred and five", 205],
    ["1.5k", 1500],
    ["1.5", "type"],
    ["9007199254740993", "type"],
    ["about 30 people", 30],
    ["2 or 3", "type"],
    ["", "type"],
    ["many", "type"],
    [true, "type"],
    [[5], "type"],
  ])("%j gives %j", (raw, expected) => expect(taken("integer", raw)).toEqual(expected));
});

describe("a float", () => {
  it.each<[Json, Json]>([
    [2.5, 2.5],
    ["$1,234.50", 1234.5],
    ["two and a half", 2.5],
    ["free", "type"],
    [false, "type"],
    [{}, "type"],
    [Number.NEGATIVE_INFINITY, "type"],
  ])("%j gives %j", (raw, expected) => expect(taken("float", raw)).toEqual(expected));

  it("follows the language in what a comma means", () => {
    expect(taken("float", "1.500")).toBe(1.5);
    expect(taken("float", "1.500", "es")).toBe(1500);
    expect(taken("float", "1,500")).toBe(1500);
    expect(taken("float", "1,500", "es")).toBe(1.5);
  });
});

describe("a boolean", () => {
  it.each<[Json, Json]>([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    [2, "type"],
    ["yes", true],
    ["Nope", false],
    ["sí", true],
    ["true", true],
    ["false", false],
    ["perhaps", "type"],
    ["", "type"],
    [[], "type"],
  ])("%j gives %j", (raw, expected) => expect(taken("boolean", raw)).toEqual(expected));
});

describe("a day, a time, or both", () => {
  it.each<[SlotType, Json, Json]>([
    ["date", "2026-12-25", "2026-12-25"],
    ["date", "Christmas day", "2026-12-25"],
    ["date", " tomorrow ", "2026-11-17"],
    ["date", "2026-02-30", "type"],
    ["date", "whenever", "type"],
    ["date", 20261225, "type"],
    ["date", ["2026-12-25"], "type"],
    ["time", "half past 4", "16:30"],
    ["time", "3 in the afternoon", "15:00"],
    ["time", "16:30", "16:30"],
    ["time", 16, "16:00"],
    ["time", "late", "type"],
    ["time", {}, "type"],
    ["datetime", "tomorrow at 5pm", "2026-11-17T17:00"],
    ["datetime", "2026-12-25T10:00:30Z", "2026-12-25T11:00"],
    ["datetime", "tomorrow", "type"],
    ["datetime", true, "type"],
  ])("%s: %j gives %j", (type, raw, expected) => expect(taken(type, raw)).toEqual(expected));

  it("speaks Spanish where the assistant does", () => {
    expect(taken("date", "el 20 de diciembre", "es")).toBe("2026-12-20");
    expect(taken("time", "las cinco menos cuarto", "es")).toBe("16:45");
    expect(taken("integer", "once", "es")).toBe(11);
  });

  it("knows the day in the assistant's time zone", () => {
    const check = (timezone: string) =>
      coerce(slot("date"), "today", { now: Date.UTC(2026, 10, 16, 23, 30), timezone, language: "en" });
    expect(check("UTC")).toEqual({ ok: true, value: "2026-11-16" });
    expect(check("Europe/Madrid")).toEqual({ ok: true, value: "2026-11-17" });
    expect(check("America/New_York")).toEqual({ ok: true, value: "2026-11-16" });
  });

  it("reads no essay for one", () => {
    const padded = (length: number) => "tomorrow".padEnd(length - 1, ".").concat("!");
    expect(taken("date", padded(500))).toBe("2026-11-17");
    expect(taken("date", padded(501))).toBe("type");
    expect(taken("integer", `5${"!".repeat(500)}`)).toBe("type");
  });
});

describe("a list", () => {
  it.each<[Json, Json]>([
    [
      ["a", 1],
      ["a", 1],
    ],
    [[], []],
    ["eggs, milk and bread", ["eggs", "milk", "bread"]],
    ["eggs, milk, and bread", ["eggs", "milk", "bread"]],
    ["pan y leche", ["pan", "leche"]],
    ["a; b & c\nd", ["a", "b", "c", "d"]],
    ["eggs AND milk", ["eggs", "milk"]],
    ["sandals", ["sandals"]],
    [" , ", "type"],
    ["", "type"],
    [5, [5]],
    [false, [false]],
    [{ a: 1 }, "type"],
  ])("%j gives %j", (raw, expected) => expect(taken("list", raw)).toEqual(expected));
});

describe("an object and anything", () => {
  it.each<[SlotType, Json, Json]>([
    ["object", { a: [1] }, { a: [1] }],
    ["object", [1], "type"],
    ["object", "{}", "type"],
    ["any", "  as is ", "  as is "],
    ["any", 0, 0],
    ["any", [null], [null]],
  ])("%s: %j gives %j", (type, raw, expected) => expect(taken(type, raw)).toEqual(expected));
});

describe("one of some values", () => {
  it("is the canonical one", () => {
    expect(taken("categorical", "Economy")).toBe("economy");
    expect(taken("categorical", "biz")).toBe("business");
    expect(taken("categorical", "swimming")).toBe("not_allowed");
  });
});

it.each(slotTypeNames)("null fills no slot of type %s", (type) => expect(taken(type, null)).toBe("type"));

it.each(slotTypeNames)("a hidden prototype fills no slot of type %s", (type) => {
  expect(taken(type, JSON.parse('{"a":[{"__proto__":{"admin":true}}]}'))).toBe("type");
});

describe("any value for any type", () => {
  const phrases = fc
    .array(
      fc.constantFrom(
        ..."the 11th of next month at half past four -5 1,2.3 2026-12-25 T10:00 no yes y media ; half a dozen".split(
          " ",
        ),
      ),
    )
    .map((all) => all.join(" "));

  it("is taken in the slot's type or refused, alike each time, and never thrown at", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...slotTypeNames),
        // As it arrives: JSON has no negative zero.
        fc.oneof(
          fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
          fc.string({ unit: "binary" }),
          phrases,
        ),
        fc.constantFrom("en", "es"),
        (type, raw, language) => {
          const check = coerce(slot(type), raw as Json, { ...moment, language });
          expect(coerce(slot(type), raw as Json, { ...moment, language })).toEqual(check);
          expect(JSON.parse(JSON.stringify(check))).toEqual(check);
          if (check.ok) expect(conforms(slot(type), check.value)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("stays what it is when taken again", () => {
    fc.assert(
      fc.property(fc.constantFrom(...slotTypeNames), phrases, (type, raw) => {
        const check = coerce(slot(type), raw, moment);
        if (check.ok) expect(coerce(slot(type), check.value, moment)).toEqual(check);
      }),
      { numRuns: 500 },
    );
  });
});
