import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { find, parseTime as timeIn } from "./find.ts";

const moment = { now: Date.UTC(2026, 10, 16, 9), timezone: "Europe/Madrid", language: "en" };
const findTimes = (text: string) => find("time", text, moment);
const parseTime = (text: string, language = "en") => timeIn(text, { ...moment, language });

describe("a time of day", () => {
  it.each([
    ["16:30", "16:30"],
    ["00:00", "00:00"],
    ["23:59", "23:59"],
    ["04:30", "04:30"],
    ["16:30:15", "16:30"],
    ["16h30", "16:30"],
    ["4pm", "16:00"],
    ["4 PM", "16:00"],
    ["4 p.m.", "16:00"],
    ["7:05 am", "07:05"],
    ["12 am", "00:00"],
    ["12 pm", "12:00"],
    ["12:15 pm", "12:15"],
    ["eight pm", "20:00"],
    ["noon", "12:00"],
    ["at midday", "12:00"],
    ["midnight", "00:00"],
    ["8 o'clock", "08:00"],
    ['1 o"clock in the afternoon', "13:00"],
    ["half past 4", "16:30"],
    ["half past four in the morning", "04:30"],
    ["half 4", "16:30"],
    ["quarter to five", "16:45"],
    ["a quarter past nine", "09:15"],
    ["ten past nine", "09:10"],
    ["twenty to 3 am", "02:40"],
    ["twenty-five to nine", "08:35"],
    ["5 minutes before ten", "09:55"],
    ["quarter to one", "12:45"],
    ["quarter to 12 in the morning", "11:45"],
    ["quarter to 12 at night", "23:45"],
    ["quarter to 5 in the evening", "16:45"],
    ["five thirty", "17:30"],
    ["nine forty-five", "09:45"],
    ["3 in the afternoon", "15:00"],
    ["four in the evening", "16:00"],
    ["eleven in the morning", "11:00"],
    ["10 at night", "22:00"],
    ["2 at night", "02:00"],
    ["12 at night", "00:00"],
    ["6 at night", "18:00"],
    ["evening 5", "17:00"],
    ["morning 8:45", "08:45"],
    ["afternoon 12:30", "12:30"],
    ["tonight at 8", "20:00"],
    ["15:00 in the afternoon", "15:00"],
    ["at 7", "07:00"],
    ["at about 6", "18:00"],
    ["at 16", "16:00"],
  ])("%s is %s", (text, expected) => expect(parseTime(text)).toBe(expected));

  it.each([
    ["a las 4 y media", "16:30"],
    ["las cinco menos cuarto", "16:45"],
    ["a la una", "13:00"],
    ["las nueve y diez", "09:10"],
    ["tres de la tarde", "15:00"],
    ["ocho de la mañana", "08:00"],
    ["las diez de la noche", "22:00"],
    ["dos de la madrugada", "02:00"],
    ["18 horas", "18:00"],
    ["mediodía", "12:00"],
    ["medianoche", "00:00"],
  ])("%s is %s", (text, expected) => expect(parseTime(text, "es")).toBe(expected));

  it("is in the afternoon from one to six, if nothing else is said", () => {
    expect(["1", "6", "7", "11", "12", "0", "06", "16", "23"].map((text) => parseTime(text))).toEqual([
      "13:00",
      "18:00",
      "07:00",
      "11:00",
      "12:00",
      "00:00",
      "06:00",
      "16:00",
      "23:00",
    ]);
    expect(parseTime("quarter to seven")).toBe("18:45");
    expect(parseTime("quarter to 0")).toBe("23:45");
  });

  it.each([
    "",
    "24:00",
    "25:00",
    "12:60",
    "20 people",
    "2 or 3",
    "I am 5",
    "5%",
    "$5",
    "24",
    "99",
    "late",
    "2026-12-25",
    "1.5",
    "16:3",
    "half",
    "in the morning",
    "7th",
  ])("%s is none", (text) => expect(parseTime(text)).toBeNull());
});

describe("times in a message", () => {
  it("are found where they stand", () => {
    expect(findTimes("Book é at 4pm, or at noon")).toEqual([
      { value: "16:00", start: 7, end: 13 },
      { value: "12:00", start: 21, end: 25 },
    ]);
  });

  it("are no plain numbers, dates or prices", () => {
    expect(findTimes("a table for 2 on the 3rd, 20 euros, code BK-7, 12/25")).toEqual([]);
  });

  it("are not one if they differ", () => {
    expect(parseTime("between 4pm and 6pm")).toBeNull();
    expect(parseTime("4pm, yes, 16:00")).toBe("16:00");
  });

  it("are read from any text without complaint", () => {
    const words = fc.array(
      fc.constantFrom(..."half quarter past to 5 12 24 pm am at noon y menos media las : h o'clock".split(" ")),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          words.map((all) => all.join(" ")),
        ),
        (text) => {
          for (const { value } of findTimes(text)) expect(value).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
