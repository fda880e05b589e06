import { prune } from "../engine/flow/record.ts";
import { restingState, transition } from "../engine/flow/transitions.ts";
import { aboutScope, pattern } from "../engine/flow/values.ts";
import type { Change } from "../engine/state/change.ts";
import type { Reply } from "../engine/state/event.ts";
import type { DialogueState, IncomingMessage } from "../engine/state/state.ts";
import { topicOf } from "./doubt.ts";
import { offerAfterSilence, offerOtherFlows } from "./progress.ts";
import { putIntoWords } from "./put-into-words.ts";
import { changeTurn, contextOf, type Stages, type TurnStages, withOutcomes } from "./stages.ts";

/** Before an action, or a text that is told: what was said so far must survive a crash with the state. */
export const suspendTurn = (work: Change, stages: TurnStages): Promise<DialogueState> => putIntoWords(work, stages);

/** The end of a turn: one question at most, everything in words. If some of them are told one by one, the turn ends after that. */
export async function finishTurn(work: Change, stages: TurnStages): Promise<DialogueState> {
  const offered = offerOtherFlows(offerAfterSilence(work, stages), stages);
  const state = await putIntoWords(neverSilent(offered, stages), stages);
  const { writing } = state.turn ?? {};
  return writing === undefined
    ? closeTurn(state, stages)
    : changeTurn(state, { writing: { ...writing, next: "finish" } });
}

/** Everything is said: the state at rest and small. */
export function closeTurn(state: DialogueState, stages: Stages): DialogueState {
  const { turn } = state;
  if (turn === null) return state;
  const rested = settle(backAgain(turn.progress ? movedOn(state) : state, turn.message));
  const { messages } = turn;
  const reply: Reply = {
    messageId: turn.message.messageId,
    turn: state.turnCount,
    messages,
    commands: turn.commands,
    events: rested.turn?.events ?? turn.events,
    ...(turn.usage === null ? {} : { usage: turn.usage }),
    timing: turn.timing,
    ...(turn.message.training === true ? { training: true } : {}),
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

/** After a silence the user is offered once to go on where they were. */
const backAgain = (state: DialogueState, { silence }: IncomingMessage): DialogueState =>
  silence === true || state.silentSince === null ? state : { ...state, silentSince: null };

/** The flow moved on, or another took its place: digressions are counted anew, and only doubts of this turn are left. */
function movedOn(state: DialogueState): DialogueState {
  const { doubted: before = [], ...metadata } = state.metadata;
  const asked = state.turn?.events.flatMap((event) =>
    event.type === "doubted" && event.outcome === "asked" ? [topicOf(event.command)] : [],
  );
  const doubted = before.filter((topic) => asked?.includes(topic));
  return {
    ...state,
    digressionDepth: 0,
    metadata: { ...metadata, unanswered: 0, ...(doubted.length === 0 ? {} : { doubted }) },
  };
}

/** A user whose message was refused without a word, and without a question after it, hears at least that. */
function neverSilent(work: Change, stages: TurnStages): Change {
  const { turn, metadata } = work.state;
  const isSilent = work.say.length === 0 && turn?.messages.length === 0 && metadata.handoff === null;
  const isRefused = turn?.message.origin === "user" && turn.commands.some(({ result }) => result === "refused");
  if (!isSilent || !isRefused) return work;
  return withOutcomes(work, [pattern("not_understood", aboutScope(work.state, contextOf(work.state, stages)))]);
}

/** What the conversation rests in follows from what it waits for. */
export function settle(state: DialogueState): DialogueState {
  return transition(state, restingState(state));
}
