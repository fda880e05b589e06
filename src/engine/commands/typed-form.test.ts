import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import type { Command } from "./command.ts";
import { commandList } from "./commands.ts";
import { readTyped, showTyped, usageOf } from "./typed-form.ts";

const read = (type: string, plain = "", named: JsonObject = {}, strict = false): Command | null =>
  readTyped(type, { plain: plain === "" ? [] : plain.split(" "), named }, { strict });
const value = (given: Json): string => JSON.stringify(given);
const show = (command: object): string => showTyped(command as Command, { value });
const brief = (command: object): string => showTyped(command as Command, { value, brief: true });

it("each command is typed as it is told: names in capitals, what may be left out in brackets", () => {
  expect(commandList.filter(({ typed }) => typed !== null).map(usageOf)).toEqual([
    "affirm",
    "cancel_flow [reason]",
    "chitchat [hint]",
    "choose_flow FLOWS",
    "clarify [question|clarification|help|status] [topic]",
    "clear_slot SLOT",
    "correct_slot slot=value",
    "custom NAME [argument=value ...]",
    "deny [SLOT]",
    "human_handoff [reason]",
    "out_of_scope [topic]",
    "repeat",
    "restart_flow",
    "resume_flow [FLOW]",
    "set_slot slot=value",
    "skip_slot SLOT",
    "start_flow FLOW [slot=value ...]",
    "undo",
  ]);
  expect(commandList.filter(({ typed }) => typed === null).map(usageOf)).toEqual(["release_handoff"]);
});

describe("a command from its words", () => {
  it("takes them by their place, a text all that are left", () => {
    expect(read("clear_slot", "city")).toEqual({ type: "clear_slot", slot: "city" });
    expect(read("cancel_flow", "too far away")).toEqual({ type: "cancel_flow", reason: "too far away" });
    expect(read("choose_flow", "book rent")).toEqual({ type: "choose_flow", flows: ["book", "rent"] });
    expect(read("cancel_flow")).toEqual({ type: "cancel_flow" });
    expect(read("clarify", "help my bags")).toEqual({ type: "clarify", kind: "help", topic: "my bags" });
  });

  it("has the usual value where none is said, unless it has to be said", () => {
    expect(read("clarify", "my bags")).toEqual({ type: "clarify", kind: "question", topic: "my bags" });
    expect(read("clarify", "my bags", {}, true)).toBeNull();
    expect(read("clarify", "question my bags", {}, true)).toMatchObject({ kind: "question", topic: "my bags" });
    expect(read("clarify")).toEqual({ type: "clarify", kind: "question", topic: "" });
  });

  it("takes one pair as a slot and its value, and all pairs as slots or arguments", () => {
    expect(read("set_slot", "", { city: "Rome" })).toEqual({ type: "set_slot", slot: "city", value: "Rome" });
    expect(read("set_slot", "", { city: "Rome", day: 1 })).toBeNull();
    expect(read("set_slot")).toBeNull();
    const slots = { city: "Rome", day: 1 };
    expect(read("start_flow", "trip", slots)).toEqual({ type: "start_flow", flow: "trip", slots });
    expect(read("start_flow", "trip")).toEqual({ type: "start_flow", flow: "trip" });
    expect(read("custom", "pay")).toEqual({ type: "custom", name: "pay", arguments: {} });
    expect(read("custom", "pay", { by: "card" })).toMatchObject({ arguments: { by: "card" } });
    expect(read("repeat", "", { city: "Rome" })).toEqual({ type: "repeat" });
  });

  it("takes a named field as itself, but never a pair for the field that holds pairs", () => {
    expect(read("set_slot", "", { city: "Rome", flow: "trip", flowId: "trip_1" })).toEqual({
      type: "set_slot",
      slot: "city",
      value: "Rome",
      flow: "trip",
      flowId: "trip_1",
    });
    expect(read("deny", "", { slot: "city" })).toEqual({ type: "deny", slot: "city" });
    // A slot may have any name, also one of these.
    expect(read("set_slot", "", { slot: "window" })).toMatchObject({ slot: "slot", value: "window" });
    expect(read("set_slot", "", { value: 3 })).toMatchObject({ slot: "value", value: 3 });
    expect(read("start_flow", "trip", { slots: 2 })).toMatchObject({ slots: { slots: 2 } });
  });

  it("is none if something is missing, or nobody types it", () => {
    expect(read("clear_slot")).toBeNull();
    expect(read("custom")).toBeNull();
    expect(read("fly", "away")).toBeNull();
    expect(read("release_handoff")).toBeNull();
  });
});

describe("a command as it is shown", () => {
  it("is what would be typed", () => {
    expect(show({ type: "set_slot", slot: "city", value: "Rome" })).toBe('set_slot city="Rome"');
    expect(show({ type: "start_flow", flow: "trip", slots: { city: "Rome", day: 1 } })).toBe(
      'start_flow trip city="Rome" day=1',
    );
    expect(show({ type: "choose_flow", flows: ["book", "rent"] })).toBe("choose_flow book rent");
    expect(show({ type: "clarify", kind: "help", topic: "" })).toBe("clarify help");
    expect(show({ type: "custom", name: "pay", arguments: { by: "card" } })).toBe('custom pay by="card"');
    expect(show({ type: "affirm", promptId: "p-1" })).toBe("affirm");
    expect(show({ type: "release_handoff" })).toBe("release_handoff");
    expect(show({ type: "set_slot", slot: "city" })).toBe("set_slot city=null");
  });

  it("says which flow and which task it is about, and that another one is wanted", () => {
    const correction = { type: "correct_slot", slot: "city", value: "Rome", flow: "trip", flowId: "trip_1" };
    expect(show(correction)).toBe('correct_slot city="Rome" flow="trip" flowId="trip_1"');
    expect(show({ type: "start_flow", flow: "trip", newInstance: true })).toBe("start_flow trip (another one)");
    expect(show({ type: "start_flow", flow: "trip", newInstance: false })).toBe("start_flow trip");
    expect(show({ type: "resume_flow", flow: "trip", flowId: "trip_1" })).toBe('resume_flow trip flowId="trip_1"');
  });

  it("in brief has what it means, without reasons and references", () => {
    expect(brief({ type: "correct_slot", slot: "city", value: 1, flow: "trip", flowId: "trip_1" })).toBe(
      "correct_slot city=1",
    );
    expect(brief({ type: "start_flow", flow: "trip", newInstance: true })).toBe("start_flow trip");
    expect(brief({ type: "cancel_flow", reason: "too far" })).toBe("cancel_flow");
    expect(show({ type: "cancel_flow", reason: "too far" })).toBe("cancel_flow too far");
    expect(brief({ type: "clarify", kind: "help", topic: "bags" })).toBe("clarify help bags");
  });
});
