import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { run } from "../../../tests/support/pure-run.ts";
import { begun, taskAt, top } from "../../../tests/support/tasks.ts";
import type { SlotCheck } from "../assistant/validation.ts";
import { checkedInput } from "../flow/rules.ts";
import { slotsOf } from "../flow/slots.ts";
import { flowId } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { Command } from "./command.ts";
import type { CommandNext, DecidedSoFar } from "./command-next.ts";
import { execute } from "./execute.ts";

const assistant = assistantOf(`
slots:
  to: { type: string, description: To, prompt: "To?", validator: elsewhere }
  from: { type: string, description: From, prompt: "From?", required: false }
  bags: { type: integer, description: Bags, prompt: "Bags?" }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: a, type: collect, slot: to }
      - { step: b, type: collect, slot: from }
      - { step: c, type: collect, slot: bags }
`);
const id = flowId("trip_1");

/** In a message of its own, at the question that is open. */
function say(state: DialogueState, command: Command, given: { check?: SlotCheck; decided?: DecidedSoFar } = {}) {
  if (state.turn === null) throw new Error("No turn.");
  const { pending, turn } = state;
  const slot = pending?.kind === "slot" ? pending.slot : null;
  const asked = pending === null ? null : { flowId: top(state).flowId, slot, promptId: null, shown: null };
  const message = { ...turn.message, messageId: `m-${state.turnCount + 1}` };
  const now = { ...state, turnCount: state.turnCount + 1, turn: { ...turn, asked, message, events: [] } };
  const checks = given.check === undefined || !("slot" in command) ? {} : { [command.slot ?? ""]: given.check };
  return execute(now, { command, checks, ...given }, contextOf(assistant));
}
const next = (change: Change<CommandNext>): DialogueState => run(change.state, assistant).state;
const set = (slot: string, value: Json): Command => ({ type: "set_slot", slot, value });
const fine = (value: Json, reads?: readonly string[]): { check: SlotCheck } => ({
  check: { ok: true, value, ...(reads === undefined ? {} : { reads }) },
});
/** What the validator of `to` says of Rome beside these slots. */
const verdict = (slots: JsonObject, ok: boolean): { decided: DecidedSoFar } => {
  const input = checkedInput("Rome", { slot: "to", slots, reads: ["from"] });
  const entry = { kind: "checked", input, reads: ["from"], ok, ...(ok ? {} : { text: "Not from there." }) } as const;
  return { decided: [{ on: "check", key: "trip_1.to?elsewhere", entry }] };
};

const start = run(begun(newDialogue(assistant), assistant, "trip"), assistant).state;
/** The validator has looked at `from` when it was empty. */
const toRome = next(say(start, set("to", "Rome"), fine("Rome", ["from"])));
const fromOslo = next(
  say(toRome, set("from", "Oslo"), { ...fine("Oslo"), ...verdict({ to: "Rome", from: "Oslo" }, true) }),
);

describe("a validator that has looked at the slot that changes", () => {
  it("is asked again before an answer is taken", () => {
    expect(say(toRome, set("from", "Oslo"), fine("Oslo"))).toMatchObject({
      next: { do: "decide", decision: { on: "check", slots: { to: "Rome", from: "Oslo" } } },
    });
    expect(slotsOf(fromOslo, id)).toEqual({ to: "Rome", from: "Oslo" });
  });

  it("may refuse the answer, which is asked for again", () => {
    const change = say(toRome, set("from", "Bern"), {
      ...fine("Bern"),
      ...verdict({ to: "Rome", from: "Bern" }, false),
    });
    expect(change.next).toEqual({ do: "refuse", code: "slot.constraint" });
    expect(change.say).toMatchObject([{ kind: "slot_rejected", reason: "validator", text: "Not from there." }]);
    expect(eventsOfType(change.state, "slot_rejected")).toMatchObject([{ slot: "from", code: "slot.constraint" }]);
    expect(next(change)).toMatchObject({
      pending: { kind: "slot", slot: "from" },
      flowSlots: { [id]: { to: "Rome" } },
    });
  });

  it("may refuse a correction, and the value stays", () => {
    const command: Command = { type: "correct_slot", slot: "from", value: "Bern" };
    expect(say(fromOslo, command, fine("Bern")).next).toMatchObject({ do: "decide" });
    const change = say(fromOslo, command, { ...fine("Bern"), ...verdict({ to: "Rome", from: "Bern" }, false) });
    expect(change.next).toEqual({ do: "refuse", code: "slot.constraint" });
    expect(slotsOf(change.state, id)).toEqual({ to: "Rome", from: "Oslo" });
  });

  it.each<[string, Command]>([
    ["taken back", { type: "clear_slot", slot: "from" }],
    ["left empty", { type: "skip_slot", slot: "from" }],
    ["undone", { type: "undo" }],
  ])("is asked when a value is %s, and cannot keep it", (_, command) => {
    expect(say(fromOslo, command).next).toMatchObject({ do: "decide", decision: { on: "check" } });
    const change = say(fromOslo, command, verdict({ to: "Rome" }, false));
    expect(change.next).toBe(undefined);
    expect(slotsOf(change.state, id)).toEqual({ to: "Rome" });
    expect(taskAt(change.state, id).stale).toContain("trip_1.from");
    expect(slotsOf(next(change), id)).toEqual({ to: "Rome" });
  });
});

describe("a command of the project", () => {
  const custom: Command = { type: "custom", name: "weather", arguments: { city: "Rome" } };

  it("is handed to its handler first", () => {
    expect(say(start, custom).next).toEqual({
      do: "decide",
      decision: { on: "custom", name: "weather", arguments: { city: "Rome" } },
    });
  });

  it.each([
    ["command.failed", "internal_error"],
    ["command.unknown", "not_possible"],
  ] as const)("that ends with %s is refused, and the user is told", (refused, pattern) => {
    const change = say(start, custom, { decided: [{ on: "custom", refused }] });
    expect(change.next).toEqual({ do: "refuse", code: refused });
    expect(change.say).toMatchObject([{ kind: "pattern", pattern }]);
    expect(eventsOfType(change.state, "custom")).toEqual([]);
  });

  it("may answer with commands, with words, or with nothing", () => {
    const commands: readonly Command[] = [set("to", "Rome")];
    const does = (effect: object) => say(start, custom, { decided: [{ on: "custom", effect }] });
    expect(does({ commands }).next).toEqual({ do: "execute", commands });
    expect(does({}).next).toBe(undefined);
    expect(eventsOfType(does({}).state, "custom")).toEqual([{ name: "weather", data: { city: "Rome" } }]);
  });
});
