import { describe, expect, it } from "vitest";
import { addDays, compareTemporal, parseTemporal } from "./temporal.ts";

const madrid = "Europe/Madrid";
const read = (text: string) => parseTemporal(text, madrid);

describe("what is a date or a datetime", () => {
  it.each([
    "2026-11-16",
    "2026-11-16T00:00",
    "2026-11-16T23:59",
    "2026-11-16T10:00:59",
    "2026-11-16T10:00:00.123456789",
    "2026-11-16T10:00Z",
    "2026-11-16T10:00:00.5+05:30",
    "2026-11-16T10:00-08:00",
  ])("%s", (text) => expect(read(text)).toMatchObject({ rest: text.slice(10) }));

  it.each([
    "",
    "2026",
    "2026-11",
    "2026-13-01",
    "2026-00-10",
    "2026-02-29",
    "2026-11-31",
    "2026-11-16T",
    "2026-11-16 10:00",
    "2026-11-16T24:00",
    "2026-11-16T10:60",
    "2026-11-16T10:00:60",
    "2026-11-16T10",
    "2026-11-16T10:00:00.",
    "2026-11-16T10:00+1",
    "2026-11-16T10:00+99:99",
    "x2026-11-16",
    "2026-11-16T10:00 tomorrow",
    "2026-11-16x",
  ])("not %s", (text) => expect(read(text)).toBeNull());

  it("a date knows its day and no time", () => {
    expect(read("2026-11-16")).toEqual({ day: { year: 2026, month: 11, day: 16 }, rest: "", wallClock: null });
  });

  it("a datetime without an offset is local", () => {
    expect(read("2026-11-16T10:00")).toEqual({
      day: { year: 2026, month: 11, day: 16 },
      rest: "T10:00",
      wallClock: Date.UTC(2026, 10, 16, 10),
    });
  });

  it("a datetime with an offset moves to the local clock and day", () => {
    expect(read("2026-07-15T23:30:00.250Z")).toEqual({
      day: { year: 2026, month: 7, day: 16 },
      rest: "T23:30:00.250Z",
      wallClock: Date.UTC(2026, 6, 16, 1, 30, 0, 250),
    });
    expect(read("1960-01-01T00:00:00.250Z")?.wallClock).toBe(Date.UTC(1960, 0, 1, 1, 0, 0, 250));
  });
});

function difference(left: string, right: string): number {
  const [first, second] = [read(left), read(right)];
  if (!first || !second) throw new Error("not temporal");
  return compareTemporal(first, second);
}

it("compares a date with a datetime by the day alone", () => {
  expect(difference("2026-11-16", "2026-11-16T23:59")).toBe(0);
  expect(difference("2026-11-16T23:59", "2026-11-16")).toBe(0);
  expect(difference("2026-11-17", "2026-11-16T23:59")).toBe(1);
  expect(difference("2026-11-16T01:00", "2026-11-16T00:00")).toBe(3_600_000);
});

describe("moving a date", () => {
  it.each([
    ["2026-11-16", 0, "2026-11-16"],
    ["2026-11-30", 1, "2026-12-01"],
    ["2026-03-01", -1, "2026-02-28"],
    ["2026-11-16T10:00", 1, "2026-11-17T10:00"],
    ["0099-12-31", 1, "0100-01-01"],
    ["0000-01-01", -1, null],
    ["9999-12-31", 1, null],
    ["9999-12-31", 1e12, null],
    ["2026-11-16", 0.5, null],
    ["soon", 1, null],
  ])("%s by %s days is %s", (text, days, expected) => expect(addDays(text, days)).toBe(expected));
});
