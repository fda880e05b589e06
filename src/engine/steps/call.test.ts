import { describe, expect, it } from "vitest";
import { assistantOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { answer, run } from "../../../tests/support/pure-run.ts";
import { begun, frameAt, top } from "../../../tests/support/tasks.ts";
import { slotsOf } from "../flow/slots.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";

/** A flow that passes its own slot, with these rules, as the input of another. */
function passing(rules: string, theirs = ""): DialogueState {
  const assistant = assistantOf(
    `
slots:
  mine: { type: string, description: Mine, prompt: "Mine?"${rules} }
  yours: { type: string, description: Yours, prompt: "Yours?"${theirs} }
  more: { type: string, description: More, prompt: "More?" }
flows:
  outer:
    description: Outer
    trigger: { intents: [outer] }
    steps:
      - { step: ask, type: collect, slot: mine }
      - { step: pass, type: call, flow: inner, inputs: { yours: mine } }
  inner:
    description: Inner
    inputs: [yours]
    steps: [{ step: ask, type: collect, slot: yours }, { step: on, type: collect, slot: more }]
`,
    { validators: ["v"], normalizers: ["n"] },
  );
  const { state } = run(begun(newDialogue(assistant), assistant, "outer"), assistant);
  return run(answer(state, assistant, "mine", "red"), assistant).state;
}

describe("an input that names a slot of the caller", () => {
  it("is that slot, if both take the same values", () => {
    const state = passing("");
    expect(top(state).bindings).toEqual({ yours: { flowId: "outer_1", slot: "mine" } });
    expect(slotsOf(state, top(state).flowId)).toEqual({ yours: "red" });
    expect(eventsOfType(state, "slot_set")).toContainEqual({ flow: "inner", slot: "yours", by: "input", value: "red" });
  });

  it.each([
    ["a validator", ", validator: v"],
    ["a normalizer", ", normalizer: n"],
    ["a rule", ', constraints: [{ rule: mine != "x" }]'],
    ["a secret", ", sensitive: true"],
  ])("is a copy, if the caller's has %s that the other has not", (_, rules) => {
    const state = passing(rules);
    expect(top(state).bindings).toEqual({});
    expect(slotsOf(state, top(state).flowId)).toEqual({ yours: "red" });
  });

  it("is a copy, if the other has rules of its own", () => {
    expect(top(passing("", ', constraints: [{ rule: yours != "x" }]')).bindings).toEqual({});
    expect(top(passing("", ", validator: v")).bindings).toEqual({});
  });

  it("is refused, and the flow does not begin, where the other may not hold it", () => {
    const state = passing("", ', constraints: [{ rule: yours != "red" }]');
    expect(state.flowStack).toEqual([]);
    expect(eventsOfType(state, "step_failed")).toMatchObject([
      { flow: "outer", step: "pass", code: "slot.constraint", message: "yours" },
    ]);
  });
});

describe("flows that go on with others in their place", () => {
  const assistant = assistantOf(`
slots:
  note: { type: string, description: Note, prompt: "Note?" }
flows:
  outer:
    description: Outer
    trigger: { intents: [outer] }
    steps: [{ step: in, type: call, flow: a }, { step: on, type: link, flow: a }]
  a: { description: A, steps: [{ step: go, type: link, flow: b }] }
  b: { description: B, steps: [{ step: go, type: link, flow: c }] }
  c: { description: C, steps: [{ step: ask, type: collect, slot: note }] }
`);

  it("have ids of the place where the first one was begun, and a number", () => {
    const { state } = run(begun(newDialogue(assistant), assistant, "outer"), assistant);
    expect(state.flowStack.map(({ flowId: id }) => id)).toEqual(["outer_1", "outer_1/in#1>2"]);
    expect(frameAt(state, "outer_1/in#1>2")).toMatchObject({ flow: "c", caller: "outer_1" });
    const after = run(answer(state, assistant, "note", "x"), assistant).state;
    expect(after.flowStack.map(({ flowId: id }) => id)).toEqual(["outer_1>3"]);
    expect(top(after)).toMatchObject({ flow: "c", caller: null });
    expect(after.metadata.completedFlows.map(({ flowId: id, context }) => [id, context])).toContainEqual([
      flowId("outer_1>1"),
      "linked to b",
    ]);
  });
});
