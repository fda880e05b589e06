import { expect, it } from "vitest";
import { isExact, wrongActions } from "../../bench/domains/compare-row.ts";
import type { DomainRow } from "../../bench/domains/read-domains.ts";
import type { Command } from "../../src/engine/commands/command.ts";

const row = (expected: readonly Command[], ...accepted: readonly (readonly Command[])[]): DomainRow => ({
  message: "",
  where: "",
  // Only the labels are looked at.
  context: undefined as never,
  expected,
  accepted,
});
const set = (slot: string, value: string | number): Command => ({ type: "set_slot", slot, value });
const start: Command = { type: "start_flow", flow: "book" };

it("takes the label, in any order, with values inside or beside the start, and politeness", () => {
  const wanted = row([start, set("day", "2026-11-20"), set("hours", 2)]);
  expect(isExact(wanted, [set("hours", "2.0"), set("day", "2026-11-20"), start])).toBe(true);
  expect(isExact(wanted, [{ ...start, slots: { day: "2026-11-20", hours: 2 } }, { type: "chitchat" }])).toBe(true);
  expect(isExact(wanted, [start, set("day", "2026-11-20")])).toBe(false);
  expect(isExact(wanted, [start, set("day", "2026-11-20"), set("hours", 3)])).toBe(false);
});

it("takes a correction and a first value for the same, and text without its article", () => {
  const wanted = row([{ type: "correct_slot", slot: "item", value: "a silver ring" }]);
  expect(isExact(wanted, [set("item", "Silver ring.")])).toBe(true);
  expect(isExact(wanted, [set("item", "ring")])).toBe(false);
});

it("takes what is accepted too", () => {
  const wanted = row([{ type: "deny" }], [{ type: "cancel_flow" }]);
  expect(isExact(wanted, [{ type: "cancel_flow" }])).toBe(true);
  expect(isExact(wanted, [{ type: "affirm" }])).toBe(false);
});

it("takes a question, or nothing, where nothing may be stored", () => {
  expect(isExact(row([]), [])).toBe(true);
  expect(isExact(row([]), [{ type: "clarify", kind: "help", topic: "" }])).toBe(true);
  expect(isExact(row([]), [set("day", "2026-11-20")])).toBe(false);
});

it("takes any topic where the label names none", () => {
  const question = (topic: string): Command => ({ type: "clarify", kind: "question", topic });
  expect(isExact(row([question("")]), [question("price")])).toBe(true);
  expect(isExact(row([question("day")]), [question("price")])).toBe(false);
});

it("names what was done wrong, and nothing that only asks", () => {
  const wanted = row([set("day", "2026-11-20")], [set("day", "2026-11-27")]);
  expect(wrongActions(wanted, [set("day", "2026-11-27"), { type: "repeat" }])).toEqual([]);
  expect(wrongActions(wanted, [set("day", "2026-11-21"), start])).toEqual([set("day", "2026-11-21"), start]);
});
