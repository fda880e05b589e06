import type { Command } from "./command.ts";
import type { JsonObject } from "./json.ts";
import type { Outcome } from "./outcome.ts";
import type { DialogueState } from "./state.ts";

/** What a project's own command leads to: further built-in commands, and words by a named response. */
export interface CustomCommandEffect {
  /** Executed next, with all the checks of commands that a user sends. */
  readonly commands?: readonly Command[];
  readonly outcomes?: readonly Outcome[];
}

/** Pure: the same state and arguments give the same effect. */
export type CustomCommandHandler = (
  argumentsGiven: JsonObject,
  state: Readonly<Pick<DialogueState, "flowStack" | "flowSlots" | "session" | "pending">>,
) => CustomCommandEffect;
