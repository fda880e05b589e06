import { loadAssistant } from "../../config/load.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { openStore } from "../../runtime/open-store.ts";
import type { Store } from "../../stores/store.ts";

export interface StoreChoice {
  readonly store?: string;
}

/** The store of an assistant's settings, or the one that is named. No assistant is put to work. */
export async function withStore<Result>(
  folder: string,
  { store: place }: StoreChoice,
  work: (store: Store, assistant: Assistant) => Promise<Result>,
): Promise<Result> {
  const { assistant, findings } = await loadAssistant(folder);
  if (assistant === null) throw new AssistantError(folder, findings);
  const store = await openStore(assistant.settings.persistence, place, { ...assistant.settings, folder });
  try {
    return await work(store, assistant);
  } finally {
    await store.close();
  }
}

export const unknownConversation = (conversationId: string): SoniError =>
  new SoniError(
    "cli.no_such_conversation",
    `There is no conversation '${conversationId}' in this store. 'soni conversations list' shows them.`,
  );
