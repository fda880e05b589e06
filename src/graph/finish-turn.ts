import type { ChoiceOption, DialogueState } from "../domain/state.ts";
import type { Reply } from "../domain/turn.ts";
import { prune } from "../flow/prune.ts";
import { transition } from "../flow/transitions.ts";
import { descriptionOf, words } from "../flow/values.ts";
import { putIntoWords } from "./put-into-words.ts";
import { restingState } from "./resting-state.ts";
import type { Stages } from "./stages.ts";
import { type Work, withOutcomes } from "./work.ts";

/** Before an action: what was said so far must survive a crash with the state. */
export async function suspendTurn(work: Work, stages: Stages): Promise<DialogueState> {
  return putIntoWords(work, stages);
}

/** The end of a turn: one question at most, everything in words, the state at rest and small. */
export async function finishTurn(work: Work, stages: Stages): Promise<DialogueState> {
  const state = await putIntoWords(offerToGoOn(work, stages), stages);
  const { turn } = state;
  if (turn === null) return state;
  const rested = settle(turn.progress ? { ...state, digressionDepth: 0 } : state);
  const { messages } = turn;
  const reply: Reply = {
    messageId: turn.message.messageId,
    turn: state.turnCount,
    messages,
    commands: turn.commands,
    events: rested.turn?.events ?? turn.events,
    ...(turn.usage === null ? {} : { usage: turn.usage }),
    timing: turn.timing,
  };
  const history = [
    ...rested.messages,
    ...messages.map((message) => ({ role: "assistant" as const, text: message.text })),
  ];
  return prune(
    { ...rested, messages: history, turn: null, last: { message: turn.message, reply } },
    stages.assistant.settings,
  );
}

/** What the conversation rests in follows from what it waits for. */
export function settle(state: DialogueState): DialogueState {
  return transition(state, restingState(state));
}

/** After a timeout, a message that started nothing gets one offer to go on where the user was. */
function offerToGoOn(work: Work, stages: Stages): Work {
  const { state } = work;
  const events = state.turn?.events ?? [];
  const expired = events.some((event) => event.type === "session_expired");
  if (
    !expired ||
    state.flowStack.length > 0 ||
    state.pending !== null ||
    events.some((event) => event.type === "flow_started")
  )
    return work;
  const abandoned = state.metadata.completedFlows.findLast((frame) => frame.resume?.frame.caller === null);
  if (abandoned === undefined) return work;
  const description = descriptionOf(stages.assistant, abandoned.flow);
  const options: readonly ChoiceOption[] = [
    { label: description, command: { type: "resume_flow", flow: abandoned.flow } },
  ];
  return withOutcomes({ ...work, state: { ...state, pending: { kind: "choice", options } } }, [
    { kind: "pattern", pattern: "session_expired", values: { flow_description: words(description) }, options },
  ]);
}
