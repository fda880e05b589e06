import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, called, taskAt, told } from "../../../tests/support/tasks.ts";
import { changeFrame } from "../flow/frames.ts";
import { checkedInput, digestsOf } from "../flow/rules.ts";
import { slotsOf } from "../flow/slots.ts";
import { changeTask } from "../flow/tasks.ts";
import { flowId } from "../ids.ts";
import type { Json } from "../json.ts";
import type { DialogueState } from "../state/state.ts";
import { recheck } from "./answer-change.ts";
import type { DecidedSoFar } from "./command-next.ts";

const assistant = assistantOf(`
slots:
  from: { type: string, description: From, prompt: "From?" }
  to: { type: string, description: To, prompt: "To?", validator: elsewhere }
  bags: { type: integer, description: Bags, prompt: "Bags?" }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: a, type: collect, slot: from }
      - { step: b, type: collect, slot: to }
      - { step: c, type: collect, slot: bags }
  inner:
    description: Inner
    steps: [{ step: b, type: collect, slot: to }]
`);
const context = contextOf(assistant);
const id = flowId("trip_1");
const key = "trip_1.to?elsewhere";
const give = (state: DialogueState, slot: string, value: Json): DialogueState =>
  told(state, assistant, { id, slot, value });
/** Its validator looked at these when the value came. */
const looked = (state: DialogueState, reads: readonly string[]): DialogueState => {
  const { answers } = taskAt(state, id);
  const to = answers["trip_1.to@0"];
  if (to === undefined) throw new Error("No answer.");
  const seen = digestsOf({ slot: "to", slots: slotsOf(state, id), reads });
  return changeTask(state, id, { answers: { ...answers, "trip_1.to@0": { ...to, seen } } });
};
const start = begun(newDialogue(assistant), assistant, "trip");
const both = give(give(start, "from", "Oslo"), "to", "Rome");
const again = (state: DialogueState, decided: DecidedSoFar = [], before = start) =>
  recheck(state, context, { before, task: taskAt(state, id), decided });
const verdict = (
  state: DialogueState,
  given: { ok: boolean; text?: string; reads?: readonly string[]; key?: string },
): DecidedSoFar[number] => {
  const { ok, text, reads = ["from"] } = given;
  const input = checkedInput("Rome", { slot: "to", slots: slotsOf(state, id), reads });
  const words = text === undefined ? {} : { text };
  return { on: "check", key: given.key ?? key, entry: { kind: "checked", input, reads, ok, ...words } };
};

describe("the validator of a slot", () => {
  it("is not asked again while everything that it looked at is as it was", () => {
    const state = looked(both, ["from", "bags"]);
    expect(again(state)).toEqual({ kind: "valid", task: taskAt(state, id) });
    // It looked at nothing, or at something else.
    expect(again(give(both, "from", "Bern")).kind).toBe("valid");
    expect(again(give(looked(both, ["bags"]), "from", "Bern")).kind).toBe("valid");
    // There and back again.
    expect(again(give(give(looked(both, ["from"]), "from", "Bern"), "from", "Oslo")).kind).toBe("valid");
  });

  it("is asked about the value that it had accepted, with all there is now", () => {
    expect(again(give(looked(both, ["from"]), "from", "Bern"))).toEqual({
      kind: "decide",
      decision: {
        on: "check",
        slots: { from: "Bern", to: "Rome" },
        key,
        check: { slot: "to", validator: "elsewhere", value: "Rome" },
      },
    });
  });

  it("is asked also where what it looked at was empty, or is now", () => {
    expect(again(give(looked(both, ["bags"]), "bags", 0)).kind).toBe("decide");
    const emptied = { ...looked(both, ["from"]), flowSlots: { [id]: { to: "Rome" } } };
    expect(again(emptied, [], both).kind).toBe("decide");
  });

  it("is not asked about what a step has changed: only a change of the user's is refused", () => {
    const state = give(looked(both, ["from"]), "from", "Bern");
    expect(again(give(state, "bags", 1), [], state).kind).toBe("valid");
  });

  it("has nothing to say about a slot that is empty now", () => {
    const state = give(looked(both, ["from"]), "from", "Bern");
    expect(again({ ...state, flowSlots: { [id]: { from: "Bern" } } }).kind).toBe("valid");
  });

  it("is asked about a slot that a called flow shares, in the caller's cell", () => {
    const inside = called(give(looked(both, ["from"]), "from", "Bern"), assistant, "inner");
    const bound = changeFrame(inside, flowId("trip_1/a#1"), { bindings: { to: { flowId: id, slot: "to" } } });
    expect(again(bound)).toMatchObject({ kind: "decide", decision: { key } });
  });
});

describe("its verdict", () => {
  const state = give(looked(both, ["from"]), "from", "Bern");

  it("that is good is kept with what it looked at this time", () => {
    const checked = again(state, [verdict(state, { ok: true, reads: ["from", "bags"] })]);
    if (checked.kind !== "valid") throw new Error(checked.kind);
    expect(checked.task.answers["trip_1.to@0"]).toEqual({
      ...taskAt(state, id).answers["trip_1.to@0"],
      seen: digestsOf({ slot: "of", slots: { from: "Bern" }, reads: ["from", "bags"] }),
    });
    const kept = changeTask(state, id, { answers: checked.task.answers });
    expect(again(kept).kind).toBe("valid");
    expect(again(give(kept, "bags", 1)).kind).toBe("decide");
  });

  it("that is bad breaks the change, in its words if it has any", () => {
    expect(again(state, [verdict(state, { ok: false, text: "Too near." })])).toEqual({
      kind: "broken",
      rule: { slot: "to", constraint: null, text: "Too near." },
    });
    expect(again(state, [verdict(state, { ok: false })])).toMatchObject({ kind: "broken", rule: { slot: "to" } });
  });

  it("counts only for this slot and validator, and for what it was about", () => {
    expect(again(state, [verdict(state, { ok: true, key: "trip_1.from?elsewhere" })]).kind).toBe("decide");
    expect(again(state, [verdict(give(state, "from", "Paris"), { ok: true })]).kind).toBe("decide");
    // The last one, if it was asked twice.
    const old = verdict(give(state, "from", "Paris"), { ok: false });
    expect(again(state, [old, verdict(state, { ok: true })]).kind).toBe("valid");
  });
});

describe("what a validator saw", () => {
  it("is kept as digests, so that no value is told twice", () => {
    const seen = digestsOf({ slot: "of", slots: { from: "Oslo", bags: 1 }, reads: ["from", "to"] });
    expect(Object.keys(seen)).toEqual(["from", "to"]);
    expect(JSON.stringify(seen)).not.toContain("Oslo");
    expect(digestsOf({ slot: "of", slots: { from: "Oslo", to: null }, reads: ["from", "to"] })).toEqual(seen);
    expect(digestsOf({ slot: "of", slots: { from: "Bern" }, reads: ["from", "to"] })).not.toEqual(seen);
    expect(digestsOf({ slot: "of", slots: {}, reads: [] })).toEqual({});
  });
});
