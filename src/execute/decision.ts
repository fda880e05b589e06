import type { RefusalCode } from "../domain/command.ts";
import type { CustomCommandEffect } from "../domain/custom-command.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Group } from "../flow/frames.ts";
import type { StackLimitDecision } from "../flow/stack-limit.ts";

/** A decision that the project's code takes. The turn asks for it, and executes the command again with the answer. */
export type Decision =
  | { readonly on: "custom"; readonly name: string; readonly arguments: JsonObject }
  | {
      readonly on: "stack_limit";
      readonly strategy: string;
      /** User-started flows, bottom to top. */
      readonly groups: readonly Group[];
      readonly limit: number;
    };

/** The answer, as data. */
export type Decided =
  | { readonly on: "custom"; readonly effect: CustomCommandEffect }
  | { readonly on: "custom"; readonly refused: Extract<RefusalCode, "command.unknown" | "command.failed"> }
  | { readonly on: "stack_limit"; readonly decision: StackLimitDecision };

/** The command cannot be executed before this is decided. */
export interface Undecided {
  readonly needs: Decision;
}
