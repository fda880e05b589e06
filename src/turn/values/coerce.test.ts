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
const details = { unit: "kg", currency: "EUR", pattern: "[A-Z]{2}-?\\d{4}" };
const slot = (type: SlotType) => ({ type, values, ...details, ...(type === "duration" ? { unit: "minute" } : {}) });
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
    ["Brot, Milch und Eier", ["Brot", "Milch", "Eier"]],
    ["du pain et du lait", ["du pain", "du lait"]],
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

describe("an address or a number that is told by its form", () => {
  it.each<[SlotType, Json, Json]>([
    ["email", "ana@example.org", "ana@example.org"],
    ["email", "you can write to Ana@Example.org, please", "ana@example.org"],
    ["email", "ana at example dot org", "ana@example.org"],
    ["email", "a@example.org or b@example.org", "type"],
    ["email", "my work address", "type"],
    ["email", 5, "type"],
    ["phone", "call me on 07700 900123", "+447700900123"],
    ["phone", "+34 600 123 456", "+34600123456"],
    ["phone", "+34600123456", "+34600123456"],
    ["phone", "12", "type"],
    ["url", "it's at www.example.org/files.", "www.example.org/files"],
    ["url", "https://example.org/a?b=1", "https://example.org/a?b=1"],
    ["url", "on my laptop", "type"],
    ["code", "it's bk-7421.", "BK-7421"],
    ["code", "B K 7 4 2 1", "BK7421"],
    ["code", "BK 7421", "BK7421"],
    ["code", "BK-7421 or AB-1234", "type"],
    ["code", "I don't know", "type"],
  ])("%s: %j gives %j", (type, raw, expected) => expect(taken(type, raw)).toEqual(expected));

  it("reads them in Spanish", () => {
    expect(taken("email", "mi correo es ana arroba ejemplo punto es", "es")).toBe("ana@ejemplo.es");
    expect(taken("phone", "mi móvil es el 600 12 34 56", "es")).toBe("+34600123456");
  });

  it("takes any code where no pattern says more", () => {
    const plain = (raw: Json) => coerce({ type: "code", values }, raw, moment);
    expect(plain("it is 1Z-88204")).toEqual({ ok: true, value: "1Z-88204" });
    expect(plain("ABC")).toEqual({ ok: true, value: "ABC" });
    expect(plain("no idea")).toEqual({ ok: false, reason: "type" });
  });
});

describe("an amount", () => {
  it.each<[SlotType, Json, Json]>([
    ["quantity", "800 grams", 0.8],
    ["quantity", "2 kilos", 2],
    ["quantity", "about two and a half kilos", 2.5],
    ["quantity", "3", 3],
    ["quantity", 3.5, 3.5],
    ["quantity", "2 kilos, sorry, 3", 3],
    ["quantity", "2 litres", "type"],
    ["quantity", "2 or 3 kilos", "type"],
    ["money", "20 or 30 euros", "type"],
    ["duration", "2 or 3 hours", "type"],
    ["quantity", "a lot", "type"],
    ["money", "50 euros", 50],
    ["money", "€49.90", 49.9],
    ["money", "50", 50],
    ["money", "fifty", 50],
    ["money", 12.5, 12.5],
    ["money", "50 dollars", "type"],
    ["money", "between 20 and 30 euros", "type"],
    ["duration", "an hour and a half", "PT1H30M"],
    ["duration", "45 minutes", "PT45M"],
    ["duration", "45", "PT45M"],
    ["duration", 90, "PT1H30M"],
    ["duration", "PT45M", "PT45M"],
    ["duration", "two weeks", "P14D"],
    ["duration", "a while", "type"],
  ])("%s: %j gives %j", (type, raw, expected) => expect(taken(type, raw)).toEqual(expected));

  it("reads them in Spanish", () => {
    expect(taken("quantity", "800 gramos", "es")).toBe(0.8);
    expect(taken("money", "unos 50 euros", "es")).toBe(50);
    expect(taken("duration", "hora y media", "es")).toBe("PT1H30M");
  });

  it("means the money of the country whose currency it is", () => {
    const inCurrency = (raw: string, currency: string, language = "en") => {
      const check = coerce({ type: "money", values, currency }, raw, { ...moment, language });
      return check.ok ? check.value : check.reason;
    };
    expect(inCurrency("50 dollars", "USD")).toBe(50);
    expect(inCurrency("50 dollars", "CAD")).toBe(50);
    expect(inCurrency("$50", "MXN", "es")).toBe(50);
    expect(inCurrency("50 US dollars", "CAD")).toBe("type");
  });

  it("is no bare number without a unit to count it in", () => {
    expect(coerce({ type: "duration", values }, "45", moment)).toEqual({ ok: false, reason: "type" });
  });
});

describe("days from one to another", () => {
  it.each<[Json, Json]>([
    ["from 3 to 5 December", { from: "2026-12-03", to: "2026-12-05" }],
    ["next week", { from: "2026-11-23", to: "2026-11-29" }],
    ["2026-12-03/2026-12-05", { from: "2026-12-03", to: "2026-12-05" }],
    [
      { from: "2026-12-03", to: "2026-12-05" },
      { from: "2026-12-03", to: "2026-12-05" },
    ],
    ["tomorrow", { from: "2026-11-17", to: "2026-11-17" }],
    ["from friday on", "type"],
    [{ from: "2026-12-05", to: "2026-12-03" }, "type"],
    ["whenever", "type"],
    ["", "type"],
  ])("%j gives %j", (raw, expected) => expect(taken("date_range", raw)).toEqual(expected));

  it("are read in Spanish", () => {
    expect(taken("date_range", "del 3 al 5 de diciembre", "es")).toEqual({ from: "2026-12-03", to: "2026-12-05" });
  });
});
