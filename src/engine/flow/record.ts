import type { Settings } from "../assistant/settings.ts";
import type { CommandResult } from "../commands/command.ts";
import { SoniError } from "../errors.ts";
import type { FailureEvent, TurnEvent } from "../state/event.ts";
import type { DialogueState, TurnInProgress } from "../state/state.ts";

/** On the way of everything that happens in a turn: no more is copied than must be. */
const withTurn = (state: DialogueState, change: (turn: TurnInProgress) => TurnInProgress): DialogueState =>
  state.turn === null ? state : { ...state, turn: change(state.turn) };

/** The turn that is going on: commands are executed in one. */
export function turnOf({ turn }: DialogueState): TurnInProgress {
  if (turn === null) throw new SoniError("state.no_turn", "The conversation is not in a turn.");
  return turn;
}

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

/** Keeps the state and the record of its last turn small: the whole story is in transcript and audit. */
export function prune(state: DialogueState, settings: Pick<Settings, "memoryManagement">): DialogueState {
  const { maxHistoryMessages, maxTraceEvents, maxCompletedFlows } = settings.memoryManagement;
  return {
    ...state,
    messages: newest(state.messages, maxHistoryMessages),
    last: state.last === null ? null : withFewerFailures(state.last, maxTraceEvents),
    metadata: { ...state.metadata, completedFlows: newest(state.metadata.completedFlows, maxCompletedFlows) },
  };
}

type LastTurn = NonNullable<DialogueState["last"]>;

/** A loop over an expression that fails would fill the record with one and the same event. */
function withFewerFailures(last: LastTurn, count: number): LastTurn {
  const { events } = last.reply;
  const failures: readonly TurnEvent[] = events.filter(isFailure);
  const kept = new Set(newest(failures, count));
  return { ...last, reply: { ...last.reply, events: events.filter((event) => !isFailure(event) || kept.has(event)) } };
}

const isFailure = (event: TurnEvent): event is FailureEvent =>
  event.type === "step_failed" || event.type === "code_failed" || event.type === "expression_failed";

const newest = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length > count ? items.slice(items.length - count) : items;
