import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseIsoDate } from "../engine/expression/calendar-day.ts";
import { findDates, parseDate } from "./find.ts";
import { parseDateTime } from "./parse-date-time.ts";

/** Monday 16 November 2026, 10:00 in Madrid. */
const english = { now: Date.UTC(2026, 10, 16, 9), timezone: "Europe/Madrid", language: "en" };
const spanish = { ...english, language: "es" };
/** Friday 1 March 2019. */
const friday = { now: Date.UTC(2019, 2, 1, 12), timezone: "UTC", language: "en" };

describe("a day", () => {
  it.each([
    ["2026-12-25", "2026-12-25"],
    ["2020-01-31", "2020-01-31"],
    ["the 11th", "2026-12-11"],
    ["the 16th", "2026-11-16"],
    ["17th", "2026-11-17"],
    ["31st", "2026-12-31"],
    ["the first", "2026-12-01"],
    ["the twenty-first", "2026-11-21"],
    ["the thirtieth", "2026-11-30"],
    ["on the 3rd of next month", "2026-12-03"],
    ["20th of this month", "2026-11-20"],
    ["1st of this month", "2026-11-01"],
    ["20th of December", "2026-12-20"],
    ["Then the 20th of December. And what about my booking BK-7?", "2026-12-20"],
    ["December 21st", "2026-12-21"],
    ["March 3", "2027-03-03"],
    ["Christmas day", "2026-12-25"],
    ["Xmas", "2026-12-25"],
    ["Christmas Eve", "2026-12-24"],
    ["New Year's Eve", "2026-12-31"],
    ["new year's day", "2027-01-01"],
    ["Valentine's day", "2027-02-14"],
    ["Halloween", "2027-10-31"],
    ["today", "2026-11-16"],
    ["tomorrow", "2026-11-17"],
    ["yesterday", "2026-11-15"],
    ["day after tomorrow", "2026-11-18"],
    ["in two weeks", "2026-11-30"],
    ["friday", "2026-11-20"],
    ["this saturday", "2026-11-21"],
    ["next friday", "2026-11-27"],
    ["Monday next week", "2026-11-23"],
    ["sunday this week", "2026-11-22"],
    ["next sunday", "2026-11-29"],
    ["tomorrow at 5pm", "2026-11-17"],
    ["12/25", "2026-12-25"],
  ])("%s is %s", (text, expected) => expect(parseDate(text, english)).toBe(expected));

  it.each([
    ["mañana", "2026-11-17"],
    ["pasado mañana", "2026-11-18"],
    ["hoy", "2026-11-16"],
    ["el 20 de diciembre", "2026-12-20"],
    ["el 5", "2026-12-05"],
    ["el día 30", "2026-11-30"],
    ["el 3 del proximo mes", "2026-12-03"],
    ["el viernes", "2026-11-20"],
    ["el próximo viernes", "2026-11-20"],
    ["el lunes que viene", "2026-11-23"],
    ["Navidad", "2026-12-25"],
    ["nochevieja", "2026-12-31"],
    ["25/12", "2026-12-25"],
  ])("%s is %s", (text, expected) => expect(parseDate(text, spanish)).toBe(expected));

  it.each([
    ["next thursday", "2019-03-07"],
    ["next friday", "2019-03-08"],
    ["tuesday next week", "2019-03-05"],
    ["sunday this week", "2019-03-03"],
    ["the 1st", "2019-03-01"],
    ["the 30th", "2019-03-30"],
    ["Christmas", "2019-12-25"],
  ])("seen from a Friday, %s is %s", (text, expected) => expect(parseDate(text, friday)).toBe(expected));

  it("skips months that lack it", () => {
    const january = { ...english, now: Date.UTC(2027, 0, 31, 12) };
    expect(parseDate("the 30th", january)).toBe("2027-03-30");
    expect(parseDate("the 31st", january)).toBe("2027-01-31");
    expect(parseDate("the 30th of next month", january)).toBeNull();
  });

  it("goes on in the next year", () => {
    expect(parseDate("the 3rd of next month", { ...english, now: Date.UTC(2026, 11, 10, 12) })).toBe("2027-01-03");
    expect(parseDate("Christmas", { ...english, now: Date.UTC(2026, 11, 25, 12) })).toBe("2026-12-25");
    expect(parseDate("Christmas", { ...english, now: Date.UTC(2026, 11, 26, 12) })).toBe("2027-12-25");
  });

  it.each([
    "",
    "next month",
    "at 5pm",
    "half past 4",
    "5 people",
    "2026-02-30",
    "2026-13-01",
    "a table for 2 at 7",
    "the 32nd",
    "0th",
    "may I",
    "12026-12-25",
  ])("%s is none", (text) => expect(parseDate(text, english)).toBeNull());
});

describe("days in a message", () => {
  it("are found where they stand", () => {
    expect(findDates("é leave tomorrow, back on the 20th", english)).toEqual([
      { value: "2026-11-17", start: 8, end: 16 },
      { value: "2026-11-20", start: 26, end: 34 },
    ]);
  });

  it("are two in a range, and then none alone", () => {
    expect(findDates("December 3 to 5", english).map(({ value }) => value)).toEqual(["2026-12-03", "2026-12-05"]);
    expect(parseDate("from the 3rd to the 5th", english)).toBeNull();
  });

  it("are read from any text without complaint", () => {
    const words = fc.array(
      fc.constantFrom(
        ..."the 11th 31st of next month friday this week christmas eve 2026-12-25 tomorrow day after march el 5 to".split(
          " ",
        ),
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          words.map((all) => all.join(" ")),
        ),
        (text) => {
          for (const moment of [english, spanish]) {
            for (const { value } of findDates(text, moment)) expect(parseIsoDate(value)).not.toBeNull();
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("a day and a time", () => {
  it.each([
    ["2026-12-25T10:00", "2026-12-25T10:00"],
    ["2026-12-25 10:00", "2026-12-25T10:00"],
    ["2026-12-25T10:00:30Z", "2026-12-25T11:00"],
    ["2026-12-25T23:30:00.5Z", "2026-12-26T00:30"],
    ["2026-07-01T10:00-05:00", "2026-07-01T17:00"],
    ["tomorrow at 5pm", "2026-11-17T17:00"],
    ["the 3rd at 5", "2026-12-03T17:00"],
    ["December 25th, half past 4", "2026-12-25T16:30"],
    ["next friday at noon", "2026-11-27T12:00"],
    ["tomorrow 5", "2026-11-17T17:00"],
    ["at 11", "2026-11-16T11:00"],
    ["at 9am", "2026-11-17T09:00"],
    ["at 10am", "2026-11-17T10:00"],
    ["in two hours", "2026-11-16T12:00"],
    ["in an hour", "2026-11-16T11:00"],
    ["in half an hour", "2026-11-16T10:30"],
    ["in 45 minutes", "2026-11-16T10:45"],
  ])("%s is %s", (text, expected) => expect(parseDateTime(text, english)).toBe(expected));

  it("in Spanish", () => {
    expect(parseDateTime("dentro de tres horas", spanish)).toBe("2026-11-16T13:00");
    expect(parseDateTime("el 20 de diciembre a las 4 y media", spanish)).toBe("2026-12-20T16:30");
  });

  it.each([
    "",
    "tomorrow",
    "soon",
    "2026-02-30T10:00",
    "2026-12-25T25:00",
    "2026-12-25T10:00+99:99",
    "in many hours",
    "in 9999999 hours",
  ])("%s is none", (text) => expect(parseDateTime(text, english)).toBeNull());

  it("is none with two days or two times", () => {
    expect(parseDateTime("tomorrow or the 20th at 5pm", english)).toBeNull();
    expect(parseDateTime("tomorrow at 5pm or 7pm", english)).toBeNull();
  });
});
