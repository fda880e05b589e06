import { markDigressed, record } from "../flow/record.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { type CommandNext, type Digression, done } from "./command-next.ts";

/** Digressions count themselves and ask for an answer; they never touch the stack. */
export function digress(state: DialogueState, digression: Digression): Change<CommandNext> {
  const topic = "topic" in digression ? (digression.topic ?? "") : "";
  return { ...done(noteDigression(state, digression.kind, topic)), next: { do: "digress", digression } };
}

/** Without a flow there is nothing to digress from. */
export function noteDigression(
  state: DialogueState,
  kind: Digression["kind"] | "repeat",
  topic: string,
): DialogueState {
  const digressionDepth = state.flowStack.length === 0 ? 0 : state.digressionDepth + 1;
  return record(markDigressed({ ...state, digressionDepth, lastDigressionType: kind }), {
    type: "digressed",
    kind,
    topic,
  });
}
