import { expect, it } from "vitest";
import { assistantOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { answer, run } from "../../../tests/support/pure-run.ts";
import { begun, taskAt } from "../../../tests/support/tasks.ts";
import { closePast } from "../flow/close-past.ts";
import { slotsOf } from "../flow/slots.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  day: { type: string, description: Day, prompt: "Day?" }
  ref: { type: string, description: Reference, prompt: "Reference?" }
flows:
  book:
    description: Book
    trigger: { intents: [book] }
    outputs: [ref]
    steps: [{ step: ask, type: collect, slot: ref }]
  change:
    description: Change
    trigger: { intents: [change] }
    inputs: { "ref?": { from: book.ref } }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: when, type: collect, slot: day }
`);
const id = flowId("change_1");
const booked = (state: DialogueState): DialogueState => {
  const asked = run(begun(state, assistant, "book"), assistant).state;
  return run(answer(asked, assistant, "ref", "BK-1"), assistant).state;
};
const begin = (state: DialogueState) => run(begun(state, assistant, "change"), assistant);

it("a flow looks for what earlier ones brought before its first step", () => {
  const { state } = begin(booked(newDialogue(assistant)));
  expect(Object.values(state.flowSlots)).toContainEqual({ ref: "BK-1" });
});

it("a flow that is under way does not look again, also where its past cannot be replayed any more", () => {
  const { state } = begin(newDialogue(assistant));
  const under = run(answer(state, assistant, "city", "Rome"), assistant).state;
  const later = booked(under);
  expect(slotsOf(run(later, assistant).state, id)).toEqual({ city: "Rome" });
  expect(slotsOf(run(closePast(later, taskAt(later, id)), assistant).state, id)).toEqual({ city: "Rome" });
});

it("a value that is offered is a question like any other", () => {
  const old = booked(newDialogue(assistant));
  const { completedFlows } = old.metadata;
  const longAgo = {
    ...old,
    metadata: { ...old.metadata, completedFlows: completedFlows.map((each) => ({ ...each, completedAt: -1e12 })) },
  };
  const { state, said } = begin(longAgo);
  expect(said).toMatchObject([{ kind: "pattern", pattern: "ask_input" }]);
  expect(eventsOfType(state, "slot_asked")).toContainEqual({ flow: "change", step: null, slot: "ref" });
  expect(state.flowStack.at(-1)?.question).toMatchObject({ asking: true, reask: "ref" });
});
