import { expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../tests/support/dialogue.ts";
import type { Provenance } from "../domain/slot.ts";
import { changeFrame } from "../flow/frames.ts";
import { storeSlot } from "../flow/slots.ts";
import { endFrames, pushFrame } from "../flow/stack.ts";
import { publicState } from "./public-state.ts";

const assistant = assistantOf(`
slots:
  pin: { type: string, description: Pin, prompt: "Pin?", sensitive: true }
flows:
  enter:
    description: Enter
    trigger: { intents: [enter] }
    steps:
      - { step: ask, type: collect, slot: pin }
      - { step: change, type: set, slots: { pin: "{{ pin + '0' }}" } }
`);
const context = contextOf(assistant);

it("shows no secret, nor one that a step has replaced, while the flow runs or when it was left", () => {
  const slot = assistant.slots.get("pin");
  const { state, frame } = pushFrame(newDialogue(assistant), context, { flow: "enter", by: "user", caller: null });
  if (slot === undefined) throw new Error("no slot");
  const write = (value: string, provenance: Provenance) => ({ flowId: frame.flowId, slot, value, provenance });
  const given = storeSlot(state, write("4711", { by: "user", messageId: "m-1" }));
  const done = changeFrame(given, frame.flowId, { executed: ["ask"] });
  const replaced = storeSlot(done, write("47110", { by: "set", step: "change" }));
  const left = endFrames(replaced, context, {
    frames: replaced.flowStack,
    flowState: "abandoned",
    now: context.now,
    reason: "timeout",
  });
  expect(JSON.stringify([replaced.provenance, left.metadata])).toMatch(/"4711".*"4711"/);
  for (const each of [replaced, left]) expect(JSON.stringify(publicState(each, assistant))).not.toContain("4711");
  expect(publicState(replaced, assistant).provenance[frame.flowId]).toEqual({ pin: { by: "set", step: "change" } });
});
