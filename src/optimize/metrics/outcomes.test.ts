import { expect, it } from "vitest";
import type { Command } from "../../engine/commands/command.ts";
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

it("sees in the commands of an understander that a flow is asked for", () => {
  const compared = { correct: [], missed: [start], invented: [], inOrder: true, exact: false };
  const ask = (...flows: string[]): Command => ({ type: "choose_flow", flows });
  expect(outcomeOf(happeningOf(compared, [ask("book", "cancel")]))).toEqual({ name: "asked", offered: true });
  expect(outcomeOf(happeningOf(compared, [ask("cancel")]))).toEqual({ name: "asked", offered: false });
});

it("takes a correction and a first value with one result for no silent error", () => {
  const compared = {
    correct: [],
    missed: [{ ...day, type: "correct_slot" } as const],
    invented: [day],
    inOrder: true,
    exact: false,
  };
  expect(outcomeOf(happeningOf(compared, [day])).name).toBe("partial");
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
