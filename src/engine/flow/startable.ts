import type { Flow } from "../assistant/flow.ts";
import type { DialogueState } from "../state/state.ts";
import { holds } from "./scope.ts";
import type { TurnContext } from "./turn-context.ts";

/** Whether the user may start this flow now: it has a trigger, and its condition holds. */
export function isStartable(
  state: DialogueState,
  flow: Flow,
  context: Pick<TurnContext, "assistant" | "now">,
): boolean {
  if (flow.trigger === undefined) return false;
  return flow.trigger.condition === undefined || holds(state, flow.trigger.condition, { frame: null, context }).value;
}

export const startableFlows = (
  state: DialogueState,
  context: Pick<TurnContext, "assistant" | "now">,
): readonly Flow[] => [...context.assistant.flows.values()].filter((flow) => isStartable(state, flow, context));
