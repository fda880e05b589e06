import { describe, expect, it } from "vitest";
import type { SlotType } from "../../../engine/slot-types/slot-types.ts";
import { momentsNamed, momentsTaken, momentsUnused } from "./moments.ts";

const flow = { name: "book_table", description: "Book a table", examples: [] };
const slot = (name: string, type: SlotType) => ({
  name,
  type,
  description: "",
  examples: [],
  values: [],
  required: true,
});

describe("days and hours in a message", () => {
  it.each([
    ["a table for two", []],
    ["a table next Friday", ["date"]],
    ["a table at 8 pm", ["time"]],
    ["a table on March 3rd at half past 7", ["date", "time"]],
  ])("%s names %j", (message, moments) => {
    expect(momentsNamed(message)).toEqual(moments);
  });

  it("speak against a flow that asks for neither", () => {
    const named = momentsNamed("on Friday at 8 pm");
    expect(momentsUnused(named, momentsTaken({ ...flow, slots: [slot("city", "string")] }))).toBe(2);
    expect(momentsUnused(named, momentsTaken({ ...flow, slots: [slot("day", "date")] }))).toBe(1);
    expect(momentsUnused(named, momentsTaken({ ...flow, slots: [slot("moment", "datetime")] }))).toBe(0);
  });

  it("say nothing about a flow whose slots are not known", () => {
    expect(momentsUnused(["date"], momentsTaken(flow))).toBe(0);
  });
});
