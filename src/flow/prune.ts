import type { Settings } from "../domain/settings.ts";
import type { DialogueState } from "../domain/state.ts";

/** Keeps the state small: the whole story is in transcript and audit. */
export function prune(state: DialogueState, settings: Pick<Settings, "memoryManagement">): DialogueState {
  const { maxHistoryMessages, maxTraceEvents, maxCompletedFlows } = settings.memoryManagement;
  return {
    ...state,
    messages: last(state.messages, maxHistoryMessages),
    trace: last(state.trace, maxTraceEvents),
    metadata: { ...state.metadata, completedFlows: last(state.metadata.completedFlows, maxCompletedFlows) },
  };
}

const last = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length > count ? items.slice(items.length - count) : items;
