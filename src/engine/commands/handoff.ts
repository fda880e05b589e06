import { pattern } from "../flow/values.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandNext, done, refuse } from "./command-next.ts";

export const humanHandoff = (state: DialogueState, command: CommandOf<"human_handoff">): Change<CommandNext> => ({
  ...done(state),
  next: { do: "hand_off", reason: command.reason ?? null },
});

/** Gives the conversation back to the assistant; the paused flow goes on with its question. */
export function releaseHandoff(state: DialogueState): Change<CommandNext> {
  if (state.turn?.message.origin !== "api") return refuse(state, "command.forbidden");
  if (state.metadata.handoff === null) return refuse(state, "conversation.not_handed_off");
  return done({ ...state, metadata: { ...state.metadata, handoff: null } }, [pattern("handoff_released")]);
}
