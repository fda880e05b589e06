import type { DoubtfulValue } from "./command.ts";
import { defineCommand } from "./define-command.ts";
import type { DataOf } from "./field.ts";
import { fields, setValue } from "./set-slot.ts";

declare module "./command.ts" {
  interface Commands {
    readonly correct_slot: DataOf<typeof fields> & DoubtfulValue;
  }
}

/** It differs from `set_slot` only in what the user meant; the state says what it is. */
export const correctSlot = defineCommand<"correct_slot">({
  type: "correct_slot",
  fields,
  prompt: { when: "the user replaces a value that is already known", fields: ["slot", "value", "flowId"] },
  typed: { about: "change a value", pair: ["slot", "value"] },
  button: true,
  takesBackYes: "if_refused",
  execute: setValue,
});
