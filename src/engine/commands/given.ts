import type { PreparedCommand } from "../assistant/validation.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { DecidedSoFar } from "./decision.ts";

/** What a command is executed with besides the state. */
export interface CommandGiven {
  readonly context: TurnContext;
  readonly checks: PreparedCommand["checks"];
  readonly decided: DecidedSoFar;
}
