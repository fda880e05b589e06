import type { CommandResult } from "../commands/command.ts";
import type { TurnEvent } from "../state/event.ts";
import type { DialogueState, TurnInProgress } from "../state/state.ts";

/** On the way of everything that happens in a turn: no more is copied than must be. */
const withTurn = (state: DialogueState, change: (turn: TurnInProgress) => TurnInProgress): DialogueState =>
  state.turn === null ? state : { ...state, turn: change(state.turn) };

/** Adds an event of the turn. */
export const record = (state: DialogueState, event: TurnEvent): DialogueState =>
  withTurn(state, (turn) => ({ ...turn, events: [...turn.events, event] }));

/** Adds a command that was run or refused; the audit log has them all. */
export const recordCommand = (state: DialogueState, result: CommandResult): DialogueState =>
  withTurn(state, (turn) => ({ ...turn, commands: [...turn.commands, result] }));

/** The turn got somewhere: a slot stored, a step completed, a flow started or ended. */
export const markProgress = (state: DialogueState): DialogueState =>
  state.turn?.progress === false ? withTurn(state, (turn) => ({ ...turn, progress: true })) : state;

export const markDigressed = (state: DialogueState): DialogueState =>
  withTurn(state, (turn) => ({ ...turn, digressed: true }));
