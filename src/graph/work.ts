import type { Outcome } from "../domain/outcome.ts";
import type { DialogueState, TurnInProgress } from "../domain/state.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { Stages } from "./stages.ts";

/** A turn while it is worked on: the state so far and what is still to be put into words. */
export interface Work {
  readonly state: DialogueState;
  readonly outcomes: readonly Outcome[];
}

export const workOn = (state: DialogueState): Work => ({ state, outcomes: [] });

export const withOutcomes = (work: Work, outcomes: readonly Outcome[]): Work =>
  outcomes.length === 0 ? work : { ...work, outcomes: [...work.outcomes, ...outcomes] };

export const changeTurn = (state: DialogueState, change: Partial<TurnInProgress>): DialogueState =>
  state.turn === null ? state : { ...state, turn: { ...state.turn, ...change } };

/** The clock of a turn is the moment its message was accepted: running it again gives the same. */
export const contextOf = (state: DialogueState, stages: Pick<Stages, "assistant">): TurnContext => ({
  assistant: stages.assistant,
  now: state.turn?.message.at ?? state.lastActiveAt,
});

/** Questions belong at the end of a turn; one asked before the last command has run is stale. */
export const isQuestion = (outcome: Outcome): boolean =>
  outcome.kind === "slot_asked" ||
  outcome.kind === "confirmation_asked" ||
  (outcome.kind === "pattern" && outcome.pattern.startsWith("ask_"));
