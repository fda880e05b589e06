import type { DialogueState } from "../domain/state.ts";
import type { Reply } from "../domain/turn.ts";
import { prune } from "../flow/prune.ts";
import { transition } from "../flow/transitions.ts";
import { offerAfterSilence, offerOtherFlows } from "./offer-to-go-on.ts";
import { putIntoWords } from "./put-into-words.ts";
import { restingState } from "./resting-state.ts";
import type { TurnStages } from "./stages.ts";
import type { Work } from "./work.ts";

/** Before an action: what was said so far must survive a crash with the state. */
export async function suspendTurn(work: Work, stages: TurnStages): Promise<DialogueState> {
  return putIntoWords(work, stages);
}

/** The end of a turn: one question at most, everything in words, the state at rest and small. */
export async function finishTurn(work: Work, stages: TurnStages): Promise<DialogueState> {
  const state = await putIntoWords(offerOtherFlows(offerAfterSilence(work, stages), stages), stages);
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
