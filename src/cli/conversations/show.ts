import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { AuditEntry, TranscriptEntry, TurnQuery } from "../../engine/state/store.ts";
import { traceOf } from "../../engine/state/trace.ts";
import { asPlainText } from "../../respond/plain-text.ts";
import { publicState } from "../../runtime/public-state.ts";
import { showStored } from "../../runtime/shown-conversation.ts";
import type { Store } from "../../stores/store.ts";
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
  await withStore(place.folder, options, async (store, assistant) => {
    const about = shown(store, assistant, place);
    for await (const { at, user, messages } of pagesOf(place, async (query) =>
      showStored(await store.transcript(place.conversationId, query), about),
    )) {
      // Opened by the program, or timed out: nobody said anything.
      if (user === "" && messages.length === 0) continue;
      writeLine(output, `${paint("dim", minute(at))} ${paint("green", ">")} ${user}`);
      for (const message of messages) writeLine(output, asPlainText(message));
    }
  });
}

/** What happened, an event a line, with its time and its data. */
export async function showTrace(
  place: { readonly folder: string; readonly conversationId: string },
  options: StoreChoice,
  { output }: Console,
): Promise<void> {
  const paint = painter(output);
  await withStore(place.folder, options, async (store, assistant) => {
    const about = shown(store, assistant, place);
    for await (const entry of pagesOf(place, async (query) =>
      showStored(await store.audit(place.conversationId, query), about),
    ))
      for (const { turn, at, event, data } of traceOf(entry))
        writeLine(
          output,
          `${paint("dim", new Date(at).toISOString())} ${turn} ${paint("bold", event)} ${shownData(data)}`.trimEnd(),
        );
  });
}

/** `slot=origin value=Madrid`: words bare, everything else as JSON, nothing for what is empty. */
const shownData = (data: JsonObject): string =>
  Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");

/** The state at the end of a turn, as JSON, with its secrets masked. */
export async function showStateAt(
  place: { readonly folder: string; readonly conversationId: string; readonly turn: number },
  options: StoreChoice,
  { output }: Console,
): Promise<void> {
  const { folder, conversationId, turn } = place;
  const state = await withStore(folder, options, async (store, assistant) => {
    const found = await store.stateAt(conversationId, turn);
    return found === null ? null : publicState(found, assistant);
  });
  if (state === null) throw noState(conversationId, turn);
  writeLine(output, JSON.stringify(state, null, 2));
}

const noState = (conversationId: string, turn: number): SoniError =>
  new SoniError(
    "cli.no_such_state",
    `The state of conversation '${conversationId}' after turn ${turn} is not kept. States are kept with 'persistence.history: full', and by 'soni dev'.`,
  );

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
  const { conversationId } = place;
  const exported = await withStore(place.folder, options, async (store, assistant): Promise<ExportedConversation> => {
    const about = shown(store, assistant, place);
    return {
      conversationId,
      transcript: await allOf(
        pagesOf(place, async (query) => showStored(await store.transcript(conversationId, query), about)),
      ),
      audit: await allOf(pagesOf(place, async (query) => showStored(await store.audit(conversationId, query), about))),
    };
  });
  writeLine(output, JSON.stringify(exported, null, 2));
}

async function allOf<Entry>(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const list: Entry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

/** Turns that are read at a time: a server on the same database continues in between. */
const pageSize = 100;

async function* pagesOf<Entry extends { readonly turn: number }>(
  { conversationId }: { readonly conversationId: string },
  read: (query: TurnQuery) => Promise<readonly Entry[]>,
): AsyncGenerator<Entry> {
  for (let after = 0; ; ) {
    const page = await read({ after, limit: pageSize });
    if (page.length === 0 && after === 0) throw unknownConversation(conversationId);
    yield* page;
    after = page.at(-1)?.turn ?? after;
    if (page.length < pageSize) return;
  }
}

const shown = (store: Store, assistant: Assistant, { conversationId }: { readonly conversationId: string }) => ({
  assistant,
  state: async () => (await store.read(conversationId))?.state ?? null,
});
