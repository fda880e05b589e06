import type { Settings } from "../assistant/settings.ts";
import { isTrace, type TurnEvent } from "../state/event.ts";
import type { DialogueState } from "../state/state.ts";

/** Keeps the state and the record of its last turn small: the whole story is in transcript and audit. */
export function prune(state: DialogueState, settings: Pick<Settings, "memoryManagement">): DialogueState {
  const { maxHistoryMessages, maxTraceEvents, maxCompletedFlows } = settings.memoryManagement;
  return {
    ...state,
    messages: newest(state.messages, maxHistoryMessages),
    last: state.last === null ? null : withShortTrace(state.last, maxTraceEvents),
    metadata: { ...state.metadata, completedFlows: newest(state.metadata.completedFlows, maxCompletedFlows) },
  };
}

type LastTurn = NonNullable<DialogueState["last"]>;

/** A loop over an expression that fails would fill the record with one and the same event. */
function withShortTrace(last: LastTurn, count: number): LastTurn {
  const { events } = last.reply;
  const trace: readonly TurnEvent[] = events.filter(isTrace);
  if (trace.length <= count) return last;
  const kept = new Set(newest(trace, count));
  return { ...last, reply: { ...last.reply, events: events.filter((event) => !isTrace(event) || kept.has(event)) } };
}

const newest = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length > count ? items.slice(items.length - count) : items;
