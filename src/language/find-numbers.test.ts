import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseNumber as numberIn, findNumbers as numbersIn } from "./find.ts";

const moment = { now: 0, timezone: "UTC", language: "en" };
const findNumbers = (text: string) => numbersIn(text, moment);
const parseNumber = (text: string, language = "en") => numberIn(text, { ...moment, language });

describe("a number in digits", () => {
  it.each([
    ["25", 25],
    ["0", 0],
    ["-5", -5],
    ["−5", -5],
    ["+5", 5],
    ["-0", 0],
    ["1.5", 1.5],
    ["0.500", 0.5],
    ["1,5", 1.5],
    ["1,234", 1234],
    ["1,234.50", 1234.5],
    ["1.234,50", 1234.5],
    ["12,345,678", 12_345_678],
    ["1.234.567", 1_234_567],
    ["1234,567", 1234.567],
    ["1'234", 1234],
    ["1\u00a0234", 1234],
    ["$20", 20],
    ["-$20", -20],
    ["20€", 20],
    ["100%", 100],
    ["1.5k", 1500],
    ["2M", 2_000_000],
    ["that's 3.", 3],
    ["(7)", 7],
    ["3, please", 3],
    ["2 million", 2_000_000],
    ["3 hundred", 300],
    ["2 dozen", 24],
    ["3 and a half", 3.5],
  ])("%s is %s", (text, expected) => expect(parseNumber(text)).toBe(expected));

  it.each([
    "BK-7",
    "A4",
    "room2b",
    "12/25",
    "16:30",
    "7th",
    "10kg",
    "2026-12-25",
    "1,23,4",
    "1.2,3.4",
    "1,2345,678",
    "9".repeat(400),
  ])("%s is none", (text) => expect(findNumbers(text)).toEqual([]));

  it("means what the language means by its separators", () => {
    expect(parseNumber("1.000", "es")).toBe(1000);
    expect(parseNumber("1.000", "en")).toBe(1);
    expect(parseNumber("1,000", "es-ES")).toBe(1);
    expect(parseNumber("1,5", "es")).toBe(1.5);
    expect(parseNumber("0.500", "es")).toBe(0.5);
  });
});

describe("a number in words", () => {
  it.each([
    ["zero", 0],
    ["one", 1],
    ["nineteen", 19],
    ["twenty five", 25],
    ["Twenty-Five", 25],
    ["ninety", 90],
    ["a hundred", 100],
    ["one hundred", 100],
    ["two hundred and five", 205],
    ["two hundred five", 205],
    ["two hundred and thirty four", 234],
    ["twenty five hundred", 2500],
    ["a thousand", 1000],
    ["one thousand two hundred", 1200],
    ["two thousand and twenty six", 2026],
    ["three hundred thousand and two", 300_002],
    ["one million two hundred thousand", 1_200_000],
    ["two billion", 2_000_000_000],
    ["a dozen", 12],
    ["two dozen eggs", 24],
    ["half a dozen", 6],
    ["half a million", 500_000],
    ["a couple of", 2],
    ["an pair", 2],
    ["two and a half", 2.5],
    ["three point five", 3.5],
    ["three point one four", 3.14],
    ["minus five", -5],
    ["negative two", -2],
    ["minus zero", 0],
  ])("%s is %s", (text, expected) => expect(parseNumber(text)).toBe(expected));

  it.each([
    ["cero", 0],
    ["uno", 1],
    ["una", 1],
    ["once", 11],
    ["dieciséis", 16],
    ["veintiún", 21],
    ["veintidós", 22],
    ["veintinueve", 29],
    ["treinta y cinco", 35],
    ["cien", 100],
    ["ciento veinte", 120],
    ["doscientas", 200],
    ["quinientos treinta y dos", 532],
    ["novecientos", 900],
    ["mil", 1000],
    ["mil quinientos", 1500],
    ["dos mil", 2000],
    ["un millón", 1_000_000],
    ["dos millones trescientos mil", 2_300_000],
    ["una docena", 12],
    ["media docena", 6],
    ["dos docenas", 24],
    ["un par", 2],
    ["dos y medio", 2.5],
    ["tres coma cinco", 3.5],
    ["menos tres", -3],
  ])("%s is %s", (text, expected) => expect(parseNumber(text, "es")).toBe(expected));

  it.each(["", "a", "and", "half", "hundred", "dozen", "minus", "I went once", "someone", "y"])("%s is none", (text) =>
    expect(findNumbers(text)).toEqual([]),
  );
});

describe("several numbers", () => {
  const values = (text: string) => findNumbers(text).map(({ value }) => value);

  it.each([
    ["2 or 3", [2, 3]],
    ["two and three", [2, 3]],
    ["five twenty", [5, 20]],
    ["one two three", [1, 2, 3]],
    ["twenty ten", [20, 10]],
    ["twenty thirty", [20, 30]],
    ["eleven five", [11, 5]],
    ["twenty, five", [20, 5]],
    ["2 3", [2, 3]],
    ["5 five", [5, 5]],
  ])("in %s", (text, expected) => expect(values(text)).toEqual(expected));

  it("make no single one, unless they are the same", () => {
    expect(parseNumber("2 or 3")).toBeNull();
    expect(parseNumber("five, I said 5")).toBe(5);
    expect(parseNumber("none")).toBeNull();
  });

  it("know where they stand", () => {
    expect(findNumbers("A table for twenty-five at $20, é 7")).toEqual([
      { value: 25, start: 12, end: 23 },
      { value: 20, start: 27, end: 30 },
      { value: 7, start: 34, end: 35 },
    ]);
  });
});

it("reads any text without complaint, and only finite numbers", () => {
  const words = fc.array(
    fc.constantFrom(..."one twenty hundred thousand million and a half dozen y mil 5 1.5k -3 , point minus".split(" ")),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        words.map((all) => all.join(" ")),
      ),
      (text) => {
        for (const { value, start, end } of findNumbers(text)) {
          expect(Number.isFinite(value) && !Object.is(value, -0)).toBe(true);
          expect(start >= 0 && start < end && end <= text.length).toBe(true);
        }
      },
    ),
    { numRuns: 1000 },
  );
});
