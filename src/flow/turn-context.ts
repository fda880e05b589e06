import type { Assistant } from "../domain/assistant.ts";

/** What the pure part of a turn may know besides the state: passed in, never global. */
export interface TurnContext {
  readonly assistant: Assistant;
  /** Milliseconds since 1970; the same for the whole turn. */
  readonly now: number;
}
