import { describe, expect, it } from "vitest";
import type { FlowInScope, SlotInScope } from "../../understander.ts";
import { profileOf } from "../slots/slot-profile.ts";
import { asksForOneMore } from "./one-more.ts";

const slot = (name: string, description: string): SlotInScope => ({
  name,
  type: "string",
  description,
  examples: [],
  values: [],
  required: true,
});
const table: FlowInScope = {
  name: "reserve_table",
  description: "Reserve a table in a restaurant",
  examples: ["I'd like to eat out", "book a table for {guests}", "a table at {time}"],
  slots: [slot("guests", "How many guests come"), slot("time", "When you come")],
};
const reminder: FlowInScope = {
  name: "set_reminder",
  description: "Set a reminder",
  examples: ["remind me to {task}", "don't let me forget {task}"],
  slots: [slot("task", "What to be reminded of"), slot("time", "When to remind you")],
};
const asks = (
  flow: FlowInScope,
  text: string,
  { touched = [] as readonly string[], chooses = false, also = false } = {},
) =>
  asksForOneMore({
    text,
    flow,
    touched: flow.slots.filter(({ name }) => touched.includes(name)).map(profileOf),
    chooses,
    also,
  });

describe("one more of what is going on", () => {
  it("is asked for by a word for it and what it is called, or the deed", () => {
    for (const text of [
      "reserve another table",
      "I'd like one more table for Friday",
      "can you reserve me a second table at nine",
      "an additional reservation",
      "book another table please",
    ])
      expect([text, asks(table, text)]).not.toEqual([text, null]);
    for (const text of ["set another reminder", "one more reminder", "a third reminder"])
      expect([text, asks(reminder, text)]).not.toEqual([text, null]);
  });

  it("is plain where the deed itself is the thing that is wanted", () => {
    expect(asks(table, "one more reservation")).toBe("plainly");
    expect(asks(table, "cancel another reservation")).toBe("perhaps");
  });

  it("is no other value of it, nor a detail", () => {
    for (const text of ["another time", "for one more guest", "to another restaurant", "one more guest", "a new time"])
      expect([text, asks(table, text, { touched: ["guests", "time"] })]).toEqual([text, null]);
  });

  it("is none of several that are shown, unless the deed is named", () => {
    expect(asks(table, "another table", { chooses: true })).toBeNull();
    expect(asks(table, "another one", { chooses: true })).toBeNull();
    expect(asks(table, "reserve another one", { chooses: true })).toBeNull();
    expect(asks(table, "reserve another one")).toBe("perhaps");
    expect(asks(table, "reserve another table", { chooses: true })).toBe("perhaps");
  });

  it("may be any one, if it comes on top", () => {
    expect(asks(table, "reserve a table for Ann")).toBeNull();
    expect(asks(table, "reserve a table for Ann as well")).toBe("perhaps");
    expect(asks(table, "reserve a table for Ann", { also: true })).toBe("perhaps");
  });
});
