import { markDigressed, record } from "../flow/record.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { cancelNow } from "./cancel-flow.ts";
import { type CommandNext, type Digression, done } from "./command-next.ts";

/** Digressions count themselves and ask for an answer; they never touch the stack. */
export function digress(state: DialogueState, context: TurnContext, digression: Digression): Change<CommandNext> {
  const topic = "topic" in digression ? (digression.topic ?? "") : "";
  const first = state.turn?.digressed === false;
  const depth = first ? state.digressionDepth + 1 : state.digressionDepth;
  const counted = markDigressed({ ...state, digressionDepth: depth, lastDigressionType: digression.kind });
  const noted = record(counted, { type: "digressed", kind: digression.kind, topic });
  const { clarification, handoff } = context.assistant.patterns;
  const { maxDepth, fallback } = clarification;
  // With nobody to hand over to, an answer is better than an excuse.
  const retries = fallback === "retry" || (fallback === "handoff" && handoff.action === undefined);
  if (depth < maxDepth || retries || noted.flowStack.length === 0)
    return { ...done(noted), next: { do: "digress", digression } };
  const reset: DialogueState = { ...noted, digressionDepth: 0 };
  if (fallback === "handoff") return { ...done(reset), next: { do: "hand_off", reason: "too many digressions" } };
  return cancelNow(reset, context, "too many digressions");
}
