import type { Store } from "../../checkpoint/store.ts";
import type { Assistant } from "../../domain/assistant.ts";
import type { AuditEntry, TranscriptEntry } from "../../domain/store.ts";
import { asPlainText } from "../../respond/plain-text.ts";
import { showStored } from "../../runtime/shown-conversation.ts";
import { storedState } from "../../runtime/stored-states.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { minute } from "./list.ts";
import { type StoreChoice, unknownConversation, withStore } from "./open-conversations.ts";

/** What was said, as people read it. */
export async function showConversation(
  place: { readonly folder: string; readonly conversationId: string },
  options: StoreChoice,
  { output }: Console,
): Promise<void> {
  const paint = painter(output);
  for (const { at, user, messages } of await withStore(place.folder, options, (store, assistant) =>
    transcriptOf(store, assistant, place),
  )) {
    writeLine(output, `${paint("dim", minute(at))} ${paint("green", ">")} ${user}`);
    for (const message of messages) writeLine(output, asPlainText(message));
  }
}

export interface ExportedConversation {
  readonly conversationId: string;
  readonly transcript: readonly TranscriptEntry[];
  readonly audit: readonly AuditEntry[];
}

/** Everything that is kept of it, as JSON, with its secrets masked. */
export async function exportConversation(
  place: { readonly folder: string; readonly conversationId: string },
  options: StoreChoice,
  { output }: Console,
): Promise<void> {
  const exported = await withStore(
    place.folder,
    options,
    async (store, assistant): Promise<ExportedConversation> => ({
      conversationId: place.conversationId,
      transcript: await transcriptOf(store, assistant, place),
      audit: await showStored(await store.audit(place.conversationId), shown(store, assistant, place)),
    }),
  );
  writeLine(output, JSON.stringify(exported, null, 2));
}

async function transcriptOf(
  store: Store,
  assistant: Assistant,
  place: { readonly conversationId: string },
): Promise<readonly TranscriptEntry[]> {
  const transcript = await store.transcript(place.conversationId);
  if (transcript.length === 0) throw unknownConversation(place.conversationId);
  return showStored(transcript, shown(store, assistant, place));
}

const shown = (store: Store, assistant: Assistant, { conversationId }: { readonly conversationId: string }) => ({
  assistant,
  state: () => storedState(store, conversationId),
});
