import { defineCommand } from "./define-command.ts";
import { digress } from "./digress.ts";
import { confidence, type DataOf, optional, text } from "./field.ts";

const fields = { topic: optional(text(500)), confidence: optional(confidence) } as const;

declare module "./command.ts" {
  interface Commands {
    readonly out_of_scope: DataOf<typeof fields>;
  }
}

export const outOfScope = defineCommand({
  type: "out_of_scope",
  fields,
  prompt: { when: "a request that no flow serves", fields: ["topic"] },
  typed: { about: "something it was not made for", words: ["topic"] },
  button: false,
  execute: (state, command) => digress(state, { kind: "out_of_scope", topic: command.topic ?? null }),
});
