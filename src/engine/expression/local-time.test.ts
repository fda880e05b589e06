import { describe, expect, it } from "vitest";
import { foldText } from "../../language/fold-text.ts";
import { dayNumber, dayOfNumber, parseIsoDate, weekdayOf } from "./calendar-day.ts";
import { isoDate, isoDateTime, isoTime, localTime } from "./local-time.ts";

describe("the clock on the wall", () => {
  const instant = Date.UTC(2026, 6, 5, 22, 3, 9);

  it("is that of the time zone, in summer and winter", () => {
    expect(localTime(instant, "Europe/Madrid")).toEqual({
      year: 2026,
      month: 7,
      day: 6,
      hour: 0,
      minute: 3,
      second: 9,
    });
    expect(localTime(instant, "America/New_York")).toMatchObject({ day: 5, hour: 18 });
    expect(localTime(Date.UTC(2026, 0, 5, 22), "Europe/Madrid")).toMatchObject({ day: 5, hour: 23 });
  });

  it("is written as ISO writes it", () => {
    const time = localTime(instant, "UTC");
    expect([isoDate(time), isoTime(time), isoDateTime(time)]).toEqual(["2026-07-05", "22:03", "2026-07-05T22:03:09"]);
    expect(isoDate({ year: 33, month: 4, day: 3 })).toBe("0033-04-03");
  });

  it("needs a time zone that exists", () => {
    expect(() => localTime(instant, "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("days of the calendar", () => {
  it("are counted from 1970", () => {
    expect(dayNumber({ year: 1970, month: 1, day: 1 })).toBe(0);
    expect(dayNumber({ year: 2026, month: 11, day: 16 })).toBe(20_773);
    expect(dayOfNumber(20_773)).toEqual({ year: 2026, month: 11, day: 16 });
    expect(dayNumber({ year: 99, month: 12, day: 31 })).toBe((dayNumber({ year: 100, month: 1, day: 1 }) ?? 0) - 1);
  });

  it("exist or not", () => {
    expect(dayNumber({ year: 2026, month: 2, day: 29 })).toBeNull();
    expect(dayNumber({ year: 2028, month: 2, day: 29 })).not.toBeNull();
    expect(dayNumber({ year: 2026, month: 13, day: 1 })).toBeNull();
    expect(parseIsoDate("2026-11-16")).toEqual({ year: 2026, month: 11, day: 16 });
    for (const text of ["2026-11-31", "2026-11-16x", "x2026-11-16", "26-11-16", ""])
      expect(parseIsoDate(text)).toBeNull();
  });

  it("end where ISO does", () => {
    expect(dayOfNumber(dayNumber({ year: 9999, month: 12, day: 31 }) ?? 0)).toMatchObject({ year: 9999 });
    expect(dayOfNumber((dayNumber({ year: 9999, month: 12, day: 31 }) ?? 0) + 1)).toBeNull();
    expect(dayOfNumber(dayNumber({ year: 0, month: 1, day: 1 }) ?? 0)).toMatchObject({ year: 0 });
    expect(dayOfNumber((dayNumber({ year: 0, month: 1, day: 1 }) ?? 0) - 1)).toBeNull();
    expect(dayOfNumber(1e15)).toBeNull();
  });

  it("have a weekday, before 1970 too", () => {
    expect(weekdayOf(0)).toBe(4);
    expect(weekdayOf(20_773)).toBe(1);
    expect(weekdayOf(-5)).toBe(6);
  });
});

it("folds accents and capitals without moving anything", () => {
  expect(foldText("Sí, Ñandú İstanbul ﬀ 😀É")).toHaveLength("Sí, Ñandú İstanbul ﬀ 😀É".length);
  expect(foldText("ÁÉ ñ")).toBe("ae n");
});
