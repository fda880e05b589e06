import type { DialogueState } from "../engine/state/state.ts";
import type { Caller } from "../project-code/call-project-code.ts";
import { timeIn } from "./add-time.ts";
import type { Stages } from "./stages.ts";

/**
 * A turn has `limits.turn_seconds` for everything that it waits for, actions excepted: those have the time that their
 * author declared, so what they took is not counted. A later stretch has what the earlier ones left.
 */
export function turnCaller(
  { conversationId, turn }: DialogueState,
  { assistant, time, log, mask }: Pick<Stages, "assistant" | "time" | "log" | "mask">,
): Caller {
  const timing = turn?.timing ?? {};
  const used = timeIn(timing) - (timing["action"] ?? 0);
  const deadline = time.now() + assistant.settings.limits.turnSeconds * 1000 - used;
  return { conversationId, messageId: turn?.message.messageId ?? null, time, deadline, log, mask };
}
