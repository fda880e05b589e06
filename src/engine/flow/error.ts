import type { DialogueState } from "../state/state.ts";

/** Notes what went wrong last, and when, for those who look at the conversation. */
export const withError = (state: DialogueState, error: string, at: number): DialogueState => ({
  ...state,
  metadata: { ...state.metadata, error, errorAt: at },
});

export const withoutError = (state: DialogueState): DialogueState =>
  state.metadata.error === null ? state : { ...state, metadata: { ...state.metadata, error: null, errorAt: null } };
