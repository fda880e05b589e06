import type { ActiveFlowView, DigressionView, FlowView } from "../digress/digression-view.ts";
import type { Assistant } from "../domain/assistant.ts";
import type { Flow } from "../domain/flow.ts";
import { hidden } from "../domain/slot.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import { flowOf, topFrame } from "../flow/frames.ts";
import { isFilled, slotsOf } from "../flow/slots.ts";
import { startableFlows } from "../flow/startable.ts";

/** Plain data about the conversation for `digress/`, which cannot reach the stack. */
export function digressionView(state: DialogueState, assistant: Assistant, now: number): DigressionView {
  const top = topFrame(state);
  const { pending } = state;
  return {
    flows: startableFlows(state, { assistant, now }).map(viewOf),
    active: top === null ? null : activeView(state, flowOf(assistant, top), top),
    awaited: pending?.kind === "slot" || pending?.kind === "choice" ? (pending.slot ?? null) : null,
  };
}

const viewOf = (flow: Flow): FlowView => ({
  name: flow.name,
  description: flow.description,
  slots: [...flow.slots.values()],
});

function activeView(state: DialogueState, flow: Flow, frame: Frame): ActiveFlowView {
  const slots = slotsOf(state, frame.flowId);
  const filled = Object.fromEntries(
    Object.entries(slots)
      .filter(([name, value]) => isFilled(value) && flow.owned.has(name))
      .map(([name, value]) => [name, flow.slots.get(name)?.sensitive === true ? hidden : value]),
  );
  const collected = [...flow.steps.values()].flatMap((step) => (step.type === "collect" ? [step.slot] : []));
  const missing = [...new Set(collected)].filter(
    (name) => !isFilled(slots[name]) && (flow.slots.get(name)?.required ?? false),
  );
  return { ...viewOf(flow), filled, missing };
}
