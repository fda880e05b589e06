import type { DialogueState } from "../state/state.ts";
import { currentStep } from "./cursor.ts";
import { changeFrame, flowOf, topFrame } from "./frames.ts";
import type { TurnContext } from "./turn-context.ts";

/** The slot's own question comes next, with nothing offered: where the flow asks for it, or else out of turn. */
export function askPlainly(
  state: DialogueState,
  { assistant }: Pick<TurnContext, "assistant">,
  slot: string,
): DialogueState {
  const open: DialogueState = { ...state, pending: null };
  const top = topFrame(state);
  if (top === null || !flowOf(assistant, top).owned.has(slot) || ownQuestion(state, assistant) === slot) return open;
  return changeFrame(open, top.flowId, { question: { ...top.question, reask: slot } });
}

/** The slot that the flow itself asks for where it stands, whatever was asked beside it; null: it asks for none. */
export function ownQuestion(state: DialogueState, assistant: TurnContext["assistant"]): string | null {
  const top = topFrame(state);
  if (top === null || !assistant.flows.has(top.flow)) return null;
  const step = top.question.reask === null ? currentStep(assistant, top) : null;
  return top.question.reask ?? (step?.type === "collect" ? step.slot : null);
}
