import type { DialogueState } from "./state.ts";

/** What a command changes: an immutable partial next state. */
export type Delta = Partial<DialogueState>;

export const applyDelta = (state: DialogueState, delta: Delta): DialogueState => ({ ...state, ...delta });

/** The parts of `after` that are not those of `before`; states share what did not change. */
export const deltaBetween = (before: DialogueState, after: DialogueState): Delta =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key as keyof DialogueState] !== value));
