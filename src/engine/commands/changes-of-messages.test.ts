import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, taskAt, told } from "../../../tests/support/tasks.ts";
import { changeTask, note } from "../flow/tasks.ts";
import { flowId } from "../ids.ts";
import type { Json } from "../json.ts";
import type { DialogueState } from "../state/state.ts";
import { rememberChanges, withoutLastChange } from "./changes-of-messages.ts";

const assistant = assistantOf(`
slots:
  to: { type: string, description: To, prompt: "To?" }
  bags: { type: integer, description: Bags, prompt: "Bags?" }
  price: { type: integer, description: Price, set_by: action }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: a, type: collect, slot: to }
      - { step: b, type: collect, slot: bags }
      - { step: sure, type: confirm, message: "{to}?" }
`);
const id = flowId("trip_1");
const context = contextOf(assistant);
const start = begun(newDialogue(assistant), assistant, "trip");

type Act = (state: DialogueState) => DialogueState;
const give =
  (slot: string, value: Json): Act =>
  (state) =>
    told(state, assistant, { id, slot, value });
const affirm: Act = (state) =>
  note(state, id, "trip_1/sure#1", {
    kind: "answered",
    answer: "yes",
    shown: {},
    cells: {},
    text: { flow: "trip", step: "sure" },
  });
const override =
  (value: number): Act =>
  (state) => {
    const by = { by: "user", messageId: "m" } as const;
    const each = { cell: { flowId: id, slot: "price" }, replaced: 5, value, by };
    return changeTask(state, id, { overrides: { ...taskAt(state, id).overrides, "trip_1.price!find": each } });
  };
const heard = (state: DialogueState, messageId: string): DialogueState => {
  const message = { messageId, origin: "user" } as NonNullable<DialogueState["turn"]>["message"];
  return { ...state, turn: { ...state.turn, message } as NonNullable<DialogueState["turn"]> };
};
/** What a user says in one message, one command after the other. */
const says = (state: DialogueState, messageId: string, ...acts: readonly Act[]): DialogueState =>
  acts.reduce((before, act) => rememberChanges(before, act(heard(before, messageId)), context), state);

describe("what a message changed", () => {
  it("is taken back as a whole: answers, values in the place of a step's, and a yes", () => {
    const before = says(start, "m-1", give("to", "Rome"), override(6));
    const after = says(
      before,
      "m-2",
      override(7),
      give("to", "Oslo"),
      give("bags", 1),
      give("to", "Bern"),
      affirm,
      override(8),
    );
    const { changes = [] } = taskAt(after, id);
    expect(changes.map(({ messageId }) => messageId)).toEqual(["m-1", "m-2"]);
    const last = changes[1];
    if (last === undefined) throw new Error("Nothing was noted.");
    expect(last.confirmations).toEqual(["trip_1/sure#1"]);
    expect(withoutLastChange(taskAt(after, id), last)).toEqual(taskAt(before, id));
  });

  it("is kept for the ten latest messages that changed anything", () => {
    const many = Array.from({ length: 13 }, (_, index) => `m-${index + 1}`);
    const after = many.reduce((state, message, index) => says(state, message, give("bags", index)), start);
    expect(taskAt(after, id).changes?.map(({ messageId }) => messageId)).toEqual(many.slice(3));
  });

  it("is nothing where the same is said again", () => {
    const before = says(start, "m-1", give("to", "Rome"));
    expect(taskAt(says(before, "m-2", give("to", "Rome")), id).changes).toEqual(taskAt(before, id).changes);
  });
});
