import type { TurnContext } from "../engine/flow/turn-context.ts";
import type { Change } from "../engine/state/change.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { DialogueState, TurnInProgress } from "../engine/state/state.ts";
import type { Stages } from "./stages.ts";

export const workOn = (state: DialogueState): Change => ({ state, say: [] });

export const withOutcomes = (work: Change, say: readonly Outcome[]): Change =>
  say.length === 0 ? work : { ...work, say: [...work.say, ...say] };

export const changeTurn = (state: DialogueState, change: Partial<TurnInProgress>): DialogueState =>
  state.turn === null ? state : { ...state, turn: { ...state.turn, ...change } };

/** The clock of a turn is the moment its message was accepted: running it again gives the same. */
export const contextOf = (state: DialogueState, stages: Pick<Stages, "assistant" | "tried">): TurnContext => ({
  assistant: stages.assistant,
  now: state.turn?.message.at ?? state.lastActiveAt,
  ...(stages.tried === undefined ? {} : { tried: stages.tried }),
});

/** Questions belong at the end of a turn; one asked before the last command has run is stale. */
export const isQuestion = (outcome: Outcome): boolean =>
  outcome.kind === "slot_asked" ||
  outcome.kind === "confirmation_asked" ||
  (outcome.kind === "pattern" && outcome.pattern.startsWith("ask_"));
