import type { ClarifyKind, Command, RefusalCode } from "../domain/command.ts";
import type { FlowId } from "../domain/ids.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { DialogueState } from "../domain/state.ts";

/** What one command led to. Pure data: the graph acts on what it asks for. */
export interface Effect {
  readonly state: DialogueState;
  readonly outcomes: readonly Outcome[];
  /** Absent: the command was done. */
  readonly refused?: RefusalCode;
  /** Let this frame run until it waits or ends before the next command. */
  readonly runOnly?: FlowId;
  /** A question for `digress/`, which may look things up. */
  readonly digression?: Digression;
  /** Pass the conversation to a person. */
  readonly handoff?: { readonly reason: string | null };
  /** Commands to execute next. */
  readonly next?: readonly Command[];
}

export type Digression =
  | { readonly kind: ClarifyKind; readonly topic: string; readonly text: string }
  | { readonly kind: "chitchat"; readonly hint: string | null }
  | { readonly kind: "out_of_scope"; readonly topic: string | null }
  | { readonly kind: "repeat" };

export const done = (state: DialogueState, outcomes: readonly Outcome[] = []): Effect => ({ state, outcomes });

export const refuse = (state: DialogueState, code: RefusalCode, outcomes: readonly Outcome[] = []): Effect => ({
  state,
  outcomes,
  refused: code,
});
