import { turnOf } from "../flow/record.ts";
import { maskSaid } from "../secrets/redact-turn.ts";
import { clarifyKinds } from "./command.ts";
import { defineCommand } from "./define-command.ts";
import { digress } from "./digress.ts";
import { confidence, type DataOf, oneOf, optional, text } from "./field.ts";

const fields = {
  kind: oneOf(clarifyKinds, "question"),
  topic: text(500),
  text: optional(text(2_000)),
  confidence: optional(confidence),
} as const;

declare module "./command.ts" {
  interface Commands {
    readonly clarify: DataOf<typeof fields>;
  }
}

export const clarify = defineCommand({
  type: "clarify",
  fields,
  prompt: {
    when: "a question about the task (kind question), why or what is asked (clarification), what the assistant can do (help), how far we are (status). The topic is a slot's name where one is meant",
    fields: ["topic", "kind"],
  },
  typed: { about: "ask something aside", words: ["kind", "topic"] },
  button: true,
  execute: (state, command, { context }) =>
    digress(state, {
      kind: command.kind,
      topic: command.topic,
      text: maskSaid(state, command.text ?? turnOf(state).message.text, context.assistant),
    }),
});
