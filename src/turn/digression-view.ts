import type { ActiveFlowView, DigressionView, FlowView } from "../digress/digression-view.ts";
import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Flow } from "../engine/assistant/flow.ts";
import { flowOf, topFrame } from "../engine/flow/frames.ts";
import { isFilled, slotsOf } from "../engine/flow/slots.ts";
import { startableFlows } from "../engine/flow/startable.ts";
import { type Mask, maskFor } from "../engine/secrets/mask.ts";
import type { DialogueState, Frame } from "../engine/state/state.ts";

/** Plain data about the conversation for `digress/`, which cannot reach the stack. */
export function digressionView(state: DialogueState, assistant: Assistant, now: number): DigressionView {
  const top = topFrame(state);
  const { pending } = state;
  return {
    flows: startableFlows(state, { assistant, now }).map(viewOf),
    active:
      top === null ? null : activeView(state, top, { flow: flowOf(assistant, top), mask: maskFor(state, assistant) }),
    language: assistant.settings.language,
    awaited: pending?.kind === "slot" || pending?.kind === "choice" ? (pending.slot ?? null) : null,
  };
}

const viewOf = (flow: Flow): FlowView => ({
  name: flow.name,
  ...(flow.label === undefined ? {} : { label: flow.label }),
  description: flow.description,
  slots: [...flow.slots.values()],
});

function activeView(state: DialogueState, frame: Frame, { flow, mask }: { flow: Flow; mask: Mask }): ActiveFlowView {
  const slots = slotsOf(state, frame.flowId);
  const held = Object.entries(slots).filter(([name, value]) => isFilled(value) && flow.slots.has(name));
  const known = mask.slots(flow.name, Object.fromEntries(held));
  const filled = Object.fromEntries(Object.entries(known).filter(([name]) => flow.owned.has(name)));
  const collected = [...flow.steps.values()].flatMap((step) => (step.type === "collect" ? [step.slot] : []));
  const missing = [...new Set(collected)].filter(
    (name) => !isFilled(slots[name]) && (flow.slots.get(name)?.required ?? false),
  );
  return { ...viewOf(flow), filled, known, missing };
}
