import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { run, yes } from "../../../tests/support/pure-run.ts";
import { begun, top } from "../../../tests/support/tasks.ts";
import type { DialogueState } from "../state/state.ts";

const assistant = assistantOf(`
slots:
  seats: { type: integer, description: Seats, prompt: "Seats?" }
  agreed: { type: boolean, description: Agreed, set_by: action, constraints: [{ rule: agreed != true or seats < 3 }] }
flows:
  plain:
    description: Plain
    trigger: { intents: [plain] }
    steps:
      - { step: sure, type: confirm, message: "Sure?" }
      - { step: seats, type: collect, slot: seats }
  kept:
    description: Kept
    trigger: { intents: [kept] }
    steps:
      - { step: ask, type: set, slots: { seats: 2 } }
      - { step: sure, type: confirm, message: "Sure?", slot: agreed }
      - { step: more, type: set, slots: { seats: null } }
      - { step: seats, type: collect, slot: seats }
  refused:
    description: Refused
    trigger: { intents: [refused] }
    on_error: sorry
    steps:
      - { step: ask, type: set, slots: { seats: 5 } }
      - { step: sure, type: confirm, message: "Sure?", slot: agreed }
      - { step: done, type: say, message: Done., jump_to: end }
      - { step: sorry, type: say, message: Sorry. }
`);
const affirmed = (flow: string): DialogueState => {
  const asked = run(begun(newDialogue(assistant), assistant, flow), assistant);
  return yes(asked.state, assistant);
};

describe("a yes to a confirmation", () => {
  it("is no value of a slot, unless the step names one", () => {
    const plain = run(affirmed("plain"), assistant).state;
    expect(plain.flowSlots[top(plain).flowId]).toEqual({});
    const kept = run(affirmed("kept"), assistant).state;
    expect(kept.flowSlots[top(kept).flowId]).toMatchObject({ agreed: true });
    expect(kept.provenance[top(kept).flowId]?.["agreed"]).toMatchObject({ by: "confirm", step: "sure" });
  });

  it("that the slot may not be is an error of the step", () => {
    const { said } = run(affirmed("refused"), assistant);
    expect(said).toMatchObject([{ kind: "said", step: "sorry" }]);
  });
});
