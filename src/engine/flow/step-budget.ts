import type { DialogueState } from "../state/state.ts";
import type { TurnContext } from "./turn-context.ts";

/** Commands and steps of a turn are counted together, whatever frame they belong to and wherever an action came between. */
export const countStep = (state: DialogueState): DialogueState =>
  state.turn === null ? state : { ...state, turn: { ...state.turn, steps: (state.turn.steps ?? 0) + 1 } };

/** A turn with more steps must be running in a circle. */
export const isOverSteps = ({ turn }: DialogueState, { assistant }: Pick<TurnContext, "assistant">): boolean =>
  (turn?.steps ?? 0) > assistant.settings.limits.stepsPerTurn;

/** The circle has ended: the rest of the turn may continue. */
export const resetSteps = (state: DialogueState): DialogueState =>
  state.turn === null ? state : { ...state, turn: { ...state.turn, steps: 0 } };
