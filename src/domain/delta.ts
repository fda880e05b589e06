import type { DialogueState } from "./state.ts";

/** What a command changes: an immutable partial next state. */
export type Delta = Partial<DialogueState>;

export const applyDelta = (state: DialogueState, delta: Delta): DialogueState => ({ ...state, ...delta });

/** The parts of `after` that are not those of `before`; states share what did not change. */
export function deltaBetween(before: DialogueState, after: DialogueState): Delta {
  const delta: Partial<Record<keyof DialogueState, unknown>> = {};
  for (const key in after) {
    const field = key as keyof DialogueState;
    if (after[field] !== before[field]) delta[field] = after[field];
  }
  return delta as Delta;
}
