import type { Command } from "../commands/command.ts";
import type { JsonObject } from "../json.ts";
import type { Outcome } from "../state/outcome.ts";
import type { PublicState } from "../state/public-state.ts";

/** What a project's own command leads to: further built-in commands, and words by a named response. */
export interface CustomCommandEffect {
  /** Executed next, with all the checks of commands that a user sends. */
  readonly commands?: readonly Command[];
  readonly outcomes?: readonly Outcome[];
}

/** The part of the conversation that a handler gets to see. */
export type CustomCommandView = Readonly<Pick<PublicState, "flowStack" | "flowSlots" | "session" | "pending">>;

/** Pure: the same state and arguments give the same effect. It may look things up, within the time of the turn. */
export type CustomCommandHandler = (
  argumentsGiven: JsonObject,
  state: CustomCommandView,
) => CustomCommandEffect | Promise<CustomCommandEffect>;
