import type { ActionRequest } from "../assistant/action.ts";
import type { CustomCommandEffect } from "../assistant/custom-command.ts";
import type { PreparedCommand } from "../assistant/validation.ts";
import type { Group } from "../flow/frames.ts";
import type { StackLimitDecision } from "../flow/stack-limit.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { FlowId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { Change, WantedCheck } from "../state/change.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import type { EntryOf } from "../state/task.ts";
import type { ClarifyKind, Command, RefusalCode } from "./command.ts";

/** Of a command beside a yes in one message: it takes the yes back in any case, or if it was refused. */
export type TakesBackYes = "always" | "if_refused";

/** A command is executed with these besides the state. */
export interface CommandGiven {
  readonly context: TurnContext;
  readonly checks: PreparedCommand["checks"];
  readonly decided: DecidedSoFar;
  readonly takesBackYes: (command: Command) => TakesBackYes | undefined;
}

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

/** What a command leads to beyond its own change of state. */
export type CommandNext =
  | { readonly do: "refuse"; readonly code: RefusalCode }
  /** Let this task run until it waits or ends before the next command. */
  | { readonly do: "run"; readonly flowId: FlowId }
  /** A question for `digress/`, which may look things up. */
  | { readonly do: "digress"; readonly digression: Digression }
  /** Pass the conversation to a person. */
  | { readonly do: "hand_off"; readonly reason: string | null }
  /** Commands to execute next. */
  | { readonly do: "execute"; readonly commands: readonly Command[] }
  /** Nothing was done yet: the project's code has to decide something first. */
  | { readonly do: "decide"; readonly decision: Decision };

export type Digression =
  | { readonly kind: ClarifyKind; readonly topic: string; readonly text: string }
  | { readonly kind: "chitchat"; readonly hint: string | null; readonly text: string }
  | { readonly kind: "out_of_scope"; readonly topic: string | null };

export const done = (state: DialogueState, say: readonly Outcome[] = []): Change<CommandNext> => ({ state, say });

export const refuse = (state: DialogueState, code: RefusalCode, say: readonly Outcome[] = []): Change<CommandNext> => ({
  state,
  say,
  next: { do: "refuse", code },
});

export const undecided = (state: DialogueState, decision: Decision): Change<CommandNext> => ({
  state,
  say: [],
  next: { do: "decide", decision },
});
