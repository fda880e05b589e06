import { asPlainText } from "../../respond/plain-text.ts";
import { openSoni } from "../../runtime/open-soni.ts";
import { notInQuarantine, reopenMessage } from "../../runtime/quarantine.ts";
import { type Console, writeLine } from "../console.ts";
import { type StoreChoice, withStore } from "../conversations/open-conversations.ts";
import type { MessagePlace } from "./look.ts";

export interface RetryOptions extends StoreChoice {
  /** Only put it back: a running server takes it up. */
  readonly leave?: true;
}

/** Tries it once more, here: should it end this process, no server goes down with it. */
export async function retryQuarantined(place: MessagePlace, options: RetryOptions, { output }: Console): Promise<void> {
  const { folder, conversationId, messageId } = place;
  if (options.leave === true) {
    const message = await withStore(folder, options, (store) => reopenMessage(store.quarantine, place, Date.now()));
    return writeLine(
      output,
      `Put back as '${message.messageId}'. A running server answers it within about ten seconds.`,
    );
  }
  const { store } = options;
  const { soni } = await openSoni(folder, { recover: false, ...(store === undefined ? {} : { store }) });
  try {
    const { messages } = await soni.quarantine.retry(conversationId, messageId);
    for (const message of messages) writeLine(output, asPlainText(message));
  } finally {
    await soni.close();
  }
}

export async function dropQuarantined(place: MessagePlace, options: StoreChoice, { output }: Console): Promise<void> {
  const { conversationId, messageId } = place;
  await withStore(place.folder, options, async (store) => {
    if (!(await store.quarantine.drop(conversationId, messageId))) throw notInQuarantine(conversationId, messageId);
    await store.scrub("full");
  });
  writeLine(output, `Dropped '${messageId}' of '${conversationId}'.`);
}
