import { markDigressed, record } from "../flow/record.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutScope, pattern } from "../flow/values.ts";
import { maskSaid } from "../secrets/redact-turn.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { cancelNow } from "./cancel-flow.ts";
import type { CommandOf } from "./command.ts";
import { type CommandNext, type Digression, done } from "./command-next.ts";

/** Digressions count themselves and ask for an answer; they never touch the stack. */
function digress(state: DialogueState, context: TurnContext, digression: Digression): Change<CommandNext> {
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

interface Given {
  readonly context: TurnContext;
}

export const clarify = (state: DialogueState, command: CommandOf<"clarify">, { context }: Given): Change<CommandNext> =>
  digress(state, context, {
    kind: command.kind,
    topic: command.topic,
    text: maskSaid(state, command.text ?? state.turn?.message.text ?? command.topic, context.assistant),
  });

export const chitchat = (
  state: DialogueState,
  command: CommandOf<"chitchat">,
  { context }: Given,
): Change<CommandNext> => digress(state, context, { kind: "chitchat", hint: command.hint ?? null });

export const outOfScope = (
  state: DialogueState,
  command: CommandOf<"out_of_scope">,
  { context }: Given,
): Change<CommandNext> => digress(state, context, { kind: "out_of_scope", topic: command.topic ?? null });

/** The last message again. The open question is not part of it: it is asked anyway, once, at the end. */
export function repeat(state: DialogueState, _command: CommandOf<"repeat">, { context }: Given): Change<CommandNext> {
  const noted = record(markDigressed(state), { type: "digressed", kind: "repeat", topic: "" });
  const messages = state.last?.reply.messages ?? [];
  const texts = (state.pending === null ? messages : messages.slice(0, -1)).map((message) => message.text);
  if (texts.length > 0) return done(noted, [{ kind: "repeated", texts }]);
  return done(noted, messages.length === 0 ? [pattern("nothing_to_repeat", aboutScope(state, context))] : []);
}
