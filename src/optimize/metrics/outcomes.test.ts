import { expect, it } from "vitest";
import type { Command } from "../../engine/commands/command.ts";
import type { UnderstandingContext } from "../../understand/understander.ts";
import { type Happening, happeningOf, type Outcome, outcomeOf, outcomeShares } from "./outcomes.ts";

const start: Command = { type: "start_flow", flow: "book" };
const day: Command = { type: "set_slot", slot: "day", value: "2026-11-20" };
const nothing: Happening = { exact: false, wrong: [], right: [], asked: null };

it("counts the worst that a user did not notice before anything good", () => {
  expect(outcomeOf({ ...nothing, wrong: [day], right: [start], asked: { offered: true } }).name).toBe("silent");
});

it("does not count an answer, small talk or a question as something wrong", () => {
  expect(outcomeOf({ ...nothing, wrong: [{ type: "chitchat" }] }).name).toBe("nothing");
  expect(outcomeOf({ ...nothing, wrong: [{ type: "clarify", kind: "help", topic: "" }], right: [start] }).name).toBe(
    "partial",
  );
});

it("tells being asked from being misunderstood, and whether the wanted answer was offered", () => {
  expect(outcomeOf({ ...nothing, asked: { offered: false } })).toEqual({ name: "asked", offered: false });
  expect(outcomeOf({ ...nothing, right: [start], asked: { offered: true } })).toEqual({ name: "asked", offered: true });
  expect(outcomeOf({ ...nothing, exact: true, asked: { offered: true } })).toEqual({ name: "exact", offered: false });
});

const context: UnderstandingContext = {
  conversationId: "one",
  assistantHash: "",
  conversationState: "idle",
  awaiting: { kind: "message" },
  flows: [],
  active: null,
  paused: [],
  known: {},
  history: [],
  commands: [],
  now: 0,
  timezone: "UTC",
  language: "en",
};

it("sees in the commands of an understander that a flow is asked for", () => {
  const ask = (...flows: string[]): Command => ({ type: "choose_flow", flows });
  const outcome = (...flows: string[]) => outcomeOf(happeningOf([start], [ask(...flows)], { context }));
  expect(outcome("book", "cancel")).toEqual({ name: "asked", offered: true });
  expect(outcome("cancel")).toEqual({ name: "asked", offered: false });
});

it("asks about what is not sure enough, with its alternatives", () => {
  const doubtful: Command = {
    type: "set_slot",
    slot: "day",
    value: "2026-11-27",
    confidence: 0.5,
    alternatives: [{ value: "2026-11-20", confidence: 0.4 }],
  };
  const outcome = (sureFrom: number) => outcomeOf(happeningOf([day], [doubtful], { context, sureFrom }));
  expect(outcome(0.65)).toEqual({ name: "asked", offered: true });
  expect(outcome(0.4)).toEqual({ name: "silent", offered: false });
});

it("takes a correction and a first value with one result for no silent error", () => {
  const corrected: Command = { ...day, type: "correct_slot" };
  expect(outcomeOf(happeningOf([corrected], [day], { context })).name).toBe("partial");
});

it("gives shares that add up to one", () => {
  const names = ["exact", "exact", "silent", "asked", "partial", "nothing"] as const;
  const rows = names.map((name, index) => ({
    group: String(index),
    value: { name, offered: false } satisfies Outcome,
  }));
  const { offered, ...shares } = outcomeShares(rows);
  expect(offered.value).toBe(0);
  expect(Object.values(shares).reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1, 9);
  expect(shares.exact.value).toBeCloseTo(1 / 3, 9);
});
