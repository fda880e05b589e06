import type { FlowId } from "../ids.ts";
import type { Change } from "../state/change.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import type { ClarifyKind, Command, RefusalCode } from "./command.ts";
import type { Decision } from "./decision.ts";

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
  | { readonly kind: "chitchat"; readonly hint: string | null }
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
