import { turnOf } from "../flow/record.ts";
import { pattern } from "../flow/values.ts";
import { done, refuse } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";

declare module "./command.ts" {
  interface Commands {
    readonly release_handoff: Readonly<Record<never, never>>;
  }
}

/** Gives the conversation back to the assistant; the paused flow goes on with its question. Only the program may send it. */
export const releaseHandoff = defineCommand({
  type: "release_handoff",
  fields: {},
  prompt: null,
  typed: null,
  button: false,
  execute(state) {
    if (turnOf(state).message.origin !== "api") return refuse(state, "command.forbidden", [pattern("not_possible")]);
    if (state.metadata.handoff === null) return refuse(state, "conversation.not_handed_off");
    return done({ ...state, metadata: { ...state.metadata, handoff: null } }, [pattern("handoff_released")]);
  },
});
