import type { Settings } from "../domain/settings.ts";
import type { DialogueState } from "../domain/state.ts";

/** Keeps the state small: the whole story is in transcript and audit. */
export function prune(state: DialogueState, settings: Pick<Settings, "memoryManagement">): DialogueState {
  const { maxHistoryMessages, maxTraceEvents, maxCompletedFlows } = settings.memoryManagement;
  const live = new Set<string>(state.flowStack.map((frame) => frame.flowId));
  const keepLive = <Value>(map: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.keys(map).every((id) => live.has(id))
      ? map
      : Object.fromEntries(Object.entries(map).filter(([id]) => live.has(id)));
  return {
    ...state,
    flowSlots: keepLive(state.flowSlots),
    provenance: keepLive(state.provenance),
    messages: last(state.messages, maxHistoryMessages),
    trace: last(state.trace, maxTraceEvents),
    metadata: { ...state.metadata, completedFlows: last(state.metadata.completedFlows, maxCompletedFlows) },
  };
}

const last = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length > count ? items.slice(items.length - count) : items;
