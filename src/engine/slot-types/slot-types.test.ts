import { describe, expect, it } from "vitest";
import type { Json } from "../json.ts";
import { conforms, type SlotType, slotTypeNames } from "./slot-types.ts";

const values = [{ value: "small", synonyms: ["tiny"] }];
const details = { unit: "kg", currency: "EUR", pattern: "[A-Z]{2}-\\d{4}" };
const fits = (type: SlotType, value: Json): boolean => conforms({ type, values, ...details }, value);

const good: Readonly<Record<SlotType, readonly Json[]>> = {
  any: ["x", 0, false, [], {}],
  string: ["", "x"],
  integer: [0, -3, 2.0],
  float: [0, 1.5],
  boolean: [true, false],
  date: ["2026-01-31", "2026-12-01", "2026-10-19", "2026-09-29"],
  time: ["00:00", "09:05", "19:59", "23:30"],
  datetime: ["2026-11-15T23:59", "2026-01-02T00:00:00Z", "2026-12-31T19:10:00+01:00"],
  categorical: ["small"],
  email: ["ana@example.org"],
  phone: ["+34600123456"],
  url: ["https://example.org/a?b=c", "example.org"],
  quantity: [0.8, -3],
  money: [49.9],
  duration: ["PT1H30M", "P14D", "P1Y6M", "P2W", "PT0S"],
  date_range: [
    { from: "2026-12-20", to: "2026-12-27" },
    { from: "2026-12-20", to: "2026-12-20" },
  ],
  code: ["BK-7421"],
  list: [[], [1]],
  object: [{}, { a: 1 }],
};

const bad: Readonly<Record<SlotType, readonly Json[]>> = {
  any: [],
  string: [1, true, [], {}],
  integer: [1.5, "1", true],
  float: ["1.5", true, Number.POSITIVE_INFINITY, Number.NaN],
  boolean: ["true", 0, 1],
  date: [
    20260131,
    "2026-13-01",
    "2026-00-10",
    "2026-01-32",
    "2026-01-00",
    "2026-1-1",
    "x2026-01-01",
    "2026-01-01T00:00",
  ],
  time: [900, "24:00", "09:60", "9:05", "x09:05", "09:05:00"],
  datetime: [
    1,
    "2026-11-15",
    "2026-11-15 10:00",
    "2026-11-15T24:00",
    "2026-11-15T10:60",
    "2026-13-15T10:00",
    "2026-11-40T10:00",
    "x2026-11-15T10:00",
  ],
  categorical: ["tiny", "Small", 1],
  email: ["ana", "ana at example", "a@b@c", 1],
  phone: ["600123456", "+34 600 123 456", 34600123456],
  url: ["example", "my page.html is here", 1],
  quantity: ["0.8", "800 g", Number.NaN],
  money: ["49.9", { amount: 3, currency: "EUR" }],
  duration: ["P", "PT", "90 minutes", 90, "PT1.5H"],
  date_range: [
    "2026-12-20/2026-12-27",
    { from: "2026-12-27", to: "2026-12-20" },
    { from: "2026-12-20" },
    { from: "tomorrow", to: "2026-12-20" },
    ["2026-12-20", "2026-12-27"],
  ],
  code: ["bk-7421", "BK-7421 ", "BK-742", 7421],
  list: [{}, "x"],
  object: [[], "x", 1],
};

describe("a value from code", () => {
  it.each(slotTypeNames)("of type %s is taken for what it is", (type) => {
    for (const value of good[type]) expect([value, fits(type, value)]).toEqual([value, true]);
    for (const value of bad[type]) expect([value, fits(type, value)]).toEqual([value, false]);
  });

  it.each(slotTypeNames)("empties a slot of type %s if it is null", (type) => {
    expect(fits(type, null)).toBe(true);
  });
});
