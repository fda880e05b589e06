import { done } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, optional, text } from "./field.ts";

const fields = { reason: optional(text(500)), confidence: optional(confidence) } as const;

declare module "./command.ts" {
  interface Commands {
    readonly human_handoff: DataOf<typeof fields>;
  }
}

export const humanHandoff = defineCommand({
  type: "human_handoff",
  fields,
  prompt: { when: "the user wants a person", fields: ["reason"] },
  typed: { about: "ask for a person", words: ["reason"] },
  button: true,
  execute: (state, command) => ({ ...done(state), next: { do: "hand_off", reason: command.reason ?? null } }),
});
