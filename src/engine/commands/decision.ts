import type { ActionRequest } from "../assistant/action.ts";
import type { CustomCommandEffect } from "../assistant/custom-command.ts";
import type { Group } from "../flow/frames.ts";
import type { StackLimitDecision } from "../flow/stack-limit.ts";
import type { FlowId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { WantedCheck } from "../state/change.ts";
import type { EntryOf } from "../state/task.ts";
import type { RefusalCode } from "./command.ts";

/** A decision that the project's code takes. The turn asks for it, and executes the command again with the answer. */
export type Decision =
  | { readonly on: "custom"; readonly name: string; readonly arguments: JsonObject }
  | {
      readonly on: "stack_limit";
      readonly strategy: string;
      /** User-started tasks, bottom to top. */
      readonly groups: readonly Group[];
      readonly limit: number;
    }
  /** Whether a value is still valid if another one changes. */
  | {
      readonly on: "check";
      /** All that the validator can see. */
      readonly slots: JsonObject;
      readonly key: string;
      readonly check: WantedCheck;
    }
  /** What a search would find if another value changes. */
  | { readonly on: "search"; readonly flowId: FlowId; readonly key: string; readonly request: ActionRequest };

/** The answer, as data. */
export type Decided =
  | { readonly on: "custom"; readonly effect: CustomCommandEffect }
  | { readonly on: "custom"; readonly refused: Extract<RefusalCode, "command.unknown" | "command.failed"> }
  | { readonly on: "stack_limit"; readonly decision: StackLimitDecision }
  | { readonly on: "check"; readonly key: string; readonly entry: EntryOf<"checked"> }
  | { readonly on: "search"; readonly key: string; readonly entry: EntryOf<"action"> };

/** What was decided so far for a command. */
export type DecidedSoFar = readonly Decided[];

export const decidedOn = <Kind extends Decided["on"]>(
  decided: DecidedSoFar,
  kind: Kind,
): Extract<Decided, { readonly on: Kind }> | undefined =>
  decided.find((each): each is Extract<Decided, { readonly on: Kind }> => each.on === kind);
