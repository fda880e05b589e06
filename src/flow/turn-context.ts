import type { Assistant } from "../domain/assistant.ts";
import type { CustomCommandHandler } from "../domain/custom-command.ts";
import type { StackLimit } from "./stack-limit.ts";

/** What the pure part of a turn may know besides the state: passed in, never global. */
export interface TurnContext {
  readonly assistant: Assistant;
  /** Milliseconds since 1970; the same for the whole turn. */
  readonly now: number;
  readonly stackLimits: ReadonlyMap<string, StackLimit>;
  readonly customCommands: ReadonlyMap<string, CustomCommandHandler>;
}
