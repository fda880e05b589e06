import { aboutScope, pattern } from "../flow/values.ts";
import { done } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { noteDigression } from "./digress.ts";
import { confidence, type DataOf, optional } from "./field.ts";

const fields = { confidence: optional(confidence) } as const;

declare module "./command.ts" {
  interface Commands {
    readonly repeat: DataOf<typeof fields>;
  }
}

export const repeat = defineCommand({
  type: "repeat",
  fields,
  prompt: { when: "say the last message again", fields: [] },
  typed: { about: "hear the last message again" },
  button: true,
  /** The open question is not part of it: it is asked anyway, once, at the end. */
  execute(state, _command, { context }) {
    const noted = noteDigression(state, "repeat", "");
    const messages = state.last?.reply.messages ?? [];
    const texts = (state.pending === null ? messages : messages.slice(0, -1)).map((message) => message.text);
    if (texts.length > 0) return done(noted, [{ kind: "repeated", texts }]);
    return done(noted, messages.length === 0 ? [pattern("nothing_to_repeat", aboutScope(state, context))] : []);
  },
});
