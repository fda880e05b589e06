import type { Assistant } from "../engine/assistant/assistant.ts";
import { hidden } from "../engine/assistant/slot.ts";
import { SoniError } from "../engine/errors.ts";
import { hasSecrets, maskCommand } from "../engine/secrets/mask.ts";
import type { TurnResult } from "../engine/state/public-state.ts";
import type { QuarantinedMessage, QuarantineEntry, QuarantineQuery } from "../engine/state/quarantine.ts";
import type { IncomingMessage } from "../engine/state/state.ts";
import type { Store } from "../stores/store.ts";

/** Messages that were tried too often and are set aside until somebody decides. */
export interface Quarantine {
  /** The one that was set aside last first. */
  list(query?: QuarantineQuery): Promise<readonly QuarantineEntry[]>;
  /** With what the message says, without what may be a secret; null if it is not, or no longer, there. */
  show(conversationId: string, messageId: string): Promise<QuarantinedMessage | null>;
  /**
   * Says it once more, as a new message that comes now: its id is the old one with `:retry-1`. Refused if it is not, or
   * no longer, there (`quarantine.unknown`): of two who retry it at once, one does.
   */
  retry(conversationId: string, messageId: string): Promise<TurnResult>;
  /** Forgets it. Whether it was there. */
  drop(conversationId: string, messageId: string): Promise<boolean>;
}

/** The transcript keeps the outcome of the message; this reads only what was set aside. */
export const createQuarantine = (
  { store: { quarantine }, assistant }: { readonly store: Store; readonly assistant: Assistant },
  /** Runs a message that is accepted already. */
  run: (conversationId: string, message: Omit<IncomingMessage, "at">) => Promise<TurnResult>,
  now: () => number,
): Quarantine => ({
  list: (query) => quarantine.list(query),
  async show(conversationId, messageId) {
    const found = await quarantine.find(conversationId, messageId);
    return found === null ? null : shownQuarantined(found, assistant);
  },
  async retry(conversationId, messageId) {
    return run(conversationId, await reopenMessage(quarantine, { conversationId, messageId }, now()));
  },
  drop: (conversationId, messageId) => quarantine.drop(conversationId, messageId),
});

/**
 * As those may see it who run the assistant. Nobody got as far as reading the message: where there are secrets, all of its text may
 * be one. The digests of inputs stay inside: all that a short input can be can be tried.
 */
export function shownQuarantined(found: QuarantinedMessage, assistant: Assistant): QuarantinedMessage {
  if (!hasSecrets(assistant)) return found;
  const { requested: _, commands, text, ...message } = found.message;
  return {
    ...found,
    message: {
      ...message,
      text: text === "" ? "" : hidden,
      ...(commands === undefined ? {} : { commands: commands.map((command) => maskCommand(command, assistant)) }),
    },
  };
}

/** Puts it back among the open messages, where the owner of its conversation finds it. */
export async function reopenMessage(
  quarantine: Store["quarantine"],
  { conversationId, messageId }: { readonly conversationId: string; readonly messageId: string },
  now: number,
): Promise<IncomingMessage> {
  const message = await quarantine.reopen(conversationId, messageId, now);
  if (message === null) throw notInQuarantine(conversationId, messageId);
  return message;
}

export const notInQuarantine = (conversationId: string, messageId: string): SoniError =>
  new SoniError(
    "quarantine.unknown",
    `Message '${messageId}' of conversation '${conversationId}' is not in quarantine, or no longer. List the quarantine to see what is.`,
  );
