import type { Json, JsonObject } from "../json.ts";

/** What the user wants. The model proposes commands; `execute/` decides what becomes of them. */
export type BuiltInCommand =
  | {
      readonly type: "start_flow";
      readonly flow: string;
      readonly slots?: JsonObject;
      readonly newInstance?: boolean;
      readonly confidence?: number;
    }
  | { readonly type: "cancel_flow"; readonly reason?: string }
  | { readonly type: "resume_flow"; readonly flow?: string }
  | { readonly type: "restart_flow" }
  | {
      readonly type: "set_slot";
      readonly slot: string;
      readonly value: Json;
      readonly flow?: string;
      readonly confidence?: number;
    }
  | {
      readonly type: "correct_slot";
      readonly slot: string;
      readonly value: Json;
      readonly flow?: string;
      readonly confidence?: number;
    }
  | { readonly type: "clear_slot"; readonly slot: string; readonly flow?: string }
  | { readonly type: "skip_slot"; readonly slot: string; readonly flow?: string }
  | { readonly type: "affirm"; readonly promptId?: string }
  | { readonly type: "deny"; readonly slot?: string; readonly promptId?: string }
  | { readonly type: "clarify"; readonly topic: string; readonly kind: ClarifyKind; readonly text?: string }
  | { readonly type: "chitchat"; readonly hint?: string }
  | { readonly type: "out_of_scope"; readonly topic?: string }
  | { readonly type: "repeat" }
  | { readonly type: "human_handoff"; readonly reason?: string };

export const clarifyKinds = ["question", "clarification", "help", "status"] as const;
export type ClarifyKind = (typeof clarifyKinds)[number];

/** A command that a project registered itself. */
export interface CustomCommand {
  readonly type: "custom";
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Two or more flows fit: ask which, do nothing yet. */
export interface ChooseFlowCommand {
  readonly type: "choose_flow";
  readonly flows: readonly string[];
  /** What was said with it, for the one that is chosen. */
  readonly slots?: JsonObject;
  /** Ask even if only one of them can start: nobody is sure of it. */
  readonly unsure?: boolean;
}

/** Ends a handoff; only the API may send it. */
export interface ReleaseHandoffCommand {
  readonly type: "release_handoff";
}

export type Command = BuiltInCommand | CustomCommand | ChooseFlowCommand | ReleaseHandoffCommand;
export type CommandType = Command["type"];
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>;

export type RefusalCode =
  | "flow.unknown"
  | "flow.out_of_scope"
  | "flow.not_interruptible"
  | "flow.none_active"
  | "flow.not_paused"
  | "stack.limit_reached"
  | "slot.unknown"
  | "slot.not_in_scope"
  | "slot.read_only"
  | "slot.required"
  | "slot.invalid"
  | "slot.constraint"
  | "slot.already_done"
  | "confirmation.none"
  | "confirmation.contradicted"
  | "prompt.stale"
  | "command.unknown"
  | "command.invalid"
  | "command.too_many"
  | "command.failed"
  | "conversation.handed_off"
  | "conversation.not_handed_off"
  | "command.forbidden";

export interface CommandResult {
  readonly command: Command;
  readonly result: "done" | "refused";
  readonly code?: RefusalCode;
}
