import { describe, expect, it } from "vitest";
import type { Json } from "../json.ts";
import { caseExpression } from "./case.ts";
import { evaluate } from "./evaluate.ts";
import { parseExpression } from "./parse.ts";
import { readPath } from "./read-path.ts";

function parsed(text: string, subject = "x") {
  const read = parseExpression(subject);
  if (!read.ok) throw new Error(read.message);
  return caseExpression(read.expression, text);
}

function fits(text: string, slots: Json): { value: Json; notes: string[] } {
  const read = parsed(text);
  if (!read.ok) throw new Error(read.message);
  const notes: string[] = [];
  const value = evaluate(read.expression, {
    lookup: (path) => readPath(slots, path),
    now: 0,
    timezone: "UTC",
    trace: (note) => notes.push(note),
  });
  return { value, notes };
}

describe("a case that is a word", () => {
  it.each<[string, Json, boolean]>([
    ["gold", "gold", true],
    ["gold", "silver", false],
    ["gold", 5, false],
    ["gold", null, false],
    [" gold ", "gold", true],
    ["yes", "yes", true],
    ["yes", true, true],
    ["yes", false, false],
    ["no", false, true],
    ["no", "no", true],
    ["no", true, false],
    ["true", true, true],
    ["true", "true", true],
    ["false", false, true],
    ["false", true, false],
    ["null", null, true],
    ["null", "null", true],
    ["5", 5, true],
    ["5", "5", true],
    ["-5.5", -5.5, true],
    ["5", 6, false],
    ["'yes'", "yes", true],
    ["'yes'", true, false],
    ['"5"', "5", true],
    ['"5"', 5, false],
    ["'a' or 'b'", "'a' or 'b'", true],
    ["== gold", "gold", true],
    ["==gold", "silver", false],
    ["== 5", 5, true],
    ["!= gold", "gold", false],
    ["!=gold", "silver", true],
    ["!= yes", true, false],
    ["!= gold", null, true],
    ["two words", "two words", true],
    ["a..b", "a..b", true],
    ["1..2..3", "1..2..3", true],
    ["1..", "1..", true],
    ["..5", "..5", true],
    ["1..b", "1..b", true],
    ["1..2026-01-01", 5, false],
  ])("%s against %s is %s", (text, x, expected) => {
    expect(fits(text, { x })).toEqual({ value: expected, notes: [] });
  });

  it("never takes a word for a slot", () => {
    expect(fits("gold", { x: 1, gold: 1 }).value).toBe(false);
    const read = parsed("gold");
    expect(read.ok && read.expression.paths).toEqual([["x"]]);
  });

  it("keeps a number beyond JSON as a word", () => {
    const huge = "9".repeat(400);
    expect(fits(huge, { x: huge }).value).toBe(true);
  });

  it.each(["", "  ", "==", "!= "])("may not be empty: '%s'", (text) => {
    expect(parsed(text)).toEqual({ ok: false, message: "A case can't be empty.", offset: 0 });
  });
});

describe("a case that compares", () => {
  it.each<[string, Json, Json]>([
    [">1000", 1001, true],
    [">1000", 1000, false],
    [">= 1000", 1000, true],
    [">=1000", 999, false],
    ["< 5", 4, true],
    ["<5", 5, false],
    [" <= 5", 5, true],
    ["<=5", 6, false],
    ["> -1", 0, true],
    ["> 1000", null, false],
    ["> limit", 21, true],
    ["> limit * 2", 21, false],
    ["> 2026-01-01", "2026-01-02", true],
    ["> 2026-01-01", "2026-01-01", false],
  ])("%s against %s is %s", (text, x, expected) => {
    expect(fits(text, { x, limit: 20 })).toEqual({ value: expected, notes: [] });
  });

  it("lists what it reads", () => {
    const read = parsed("> limit");
    expect(read.ok && read.expression).toMatchObject({ source: "x > limit", paths: [["x"], ["limit"]] });
  });

  it("tells where its expression is wrong", () => {
    expect(parsed(">")).toEqual({ ok: false, message: "The expression is empty.", offset: 1 });
    expect(parsed(" >=  1 +")).toMatchObject({ ok: false, message: "Expected a value, found the end.", offset: 8 });
    expect(parsed(">> 5")).toMatchObject({ ok: false, offset: 1 });
  });
});

describe("a range", () => {
  it.each<[string, Json, Json]>([
    ["10..20", 9, false],
    ["10..20", 10, true],
    ["10..20", 20, true],
    ["10..20", 21, false],
    ["10 .. 20", 15, true],
    ["-5..-1.5", -2, true],
    ["10..20", null, false],
    ["2026-01-01..2026-01-31", "2026-01-31", true],
    ["2026-01-01..2026-01-31", "2026-02-01", false],
    ["2026-01-01..2026-01-31", "2025-12-31", false],
  ])("%s against %s is %s", (text, x, expected) => {
    expect(fits(text, { x })).toEqual({ value: expected, notes: [] });
  });
});

it("shows the condition in the words of the YAML", () => {
  const source = (text: string) => {
    const read = parsed(text, "flight.price");
    return read.ok ? read.expression.source : null;
  };
  expect(source("yes")).toBe('flight.price in ["yes",true]');
  expect(source("!=gold")).toBe('flight.price not in ["gold"]');
  expect(source("10..20")).toBe("flight.price in 10..20");
});
