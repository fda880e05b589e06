import { turnOf } from "../flow/record.ts";
import { defineCommand } from "./define-command.ts";
import { digress } from "./digress.ts";
import { confidence, type DataOf, optional, text } from "./field.ts";

const fields = { hint: optional(text(500)), confidence: optional(confidence) } as const;

declare module "./command.ts" {
  interface Commands {
    readonly chitchat: DataOf<typeof fields>;
  }
}

export const chitchat = defineCommand({
  type: "chitchat",
  fields,
  prompt: { when: "greetings, thanks, small talk", fields: [] },
  typed: { about: "small talk", words: ["hint"] },
  button: false,
  execute: (state, command) =>
    digress(state, { kind: "chitchat", hint: command.hint ?? null, text: turnOf(state).message.text }),
});
