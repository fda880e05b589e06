import type { Json } from "../json.ts";

/**
 * The fields of each command, by its type. The file of a command adds its own, so that this one, which states and messages are
 * made of, need not know them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of the commands fill it.
export interface Commands {}

export type CommandType = keyof Commands;
export type CommandOf<Type extends CommandType> = {
  readonly [Each in Type]: { readonly type: Each } & Commands[Each];
}[Type];

/** What the user wants. The model proposes commands; code decides what becomes of them. */
export type Command = CommandOf<CommandType>;

/** Another value that the user may have meant, and how likely. */
export type Alternative = {
  readonly value: Json;
  /** 0 to 1. */
  readonly confidence: number;
};

/**
 * What an understander says about a value that it is not sure of. No field of the command, so that no channel, button or model can
 * send it: a user is only ever offered what their own message may mean.
 */
export type DoubtfulValue = {
  readonly alternatives?: readonly Alternative[];
};

export const clarifyKinds = ["question", "clarification", "help", "status"] as const;
export type ClarifyKind = (typeof clarifyKinds)[number];

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
  | "undo.nothing"
  | "undo.too_late"
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
