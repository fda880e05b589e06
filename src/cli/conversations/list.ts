import type { ConversationSummary } from "../../engine/state/store.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { counted } from "../show-findings.ts";
import { type StoreChoice, withStore } from "./open-conversations.ts";

export interface ListOptions extends StoreChoice {
  readonly limit: number;
  readonly json?: true;
}

/** The conversations of a store, the one that was active last first. */
export async function listConversations(folder: string, options: ListOptions, { output }: Console): Promise<void> {
  const found = await withStore(folder, options, (store) => store.conversations({ limit: options.limit }));
  if (options.json === true) return writeLine(output, JSON.stringify(found, null, 2));
  if (found.length === 0) return writeLine(output, "There are no conversations yet.");
  const paint = painter(output);
  const width = Math.max(...found.map(({ conversationId }) => conversationId.length));
  for (const conversation of found) writeLine(output, row(conversation, width, paint));
}

const row = (
  { conversationId, updatedAt, turns }: ConversationSummary,
  width: number,
  paint: ReturnType<typeof painter>,
): string =>
  `${paint("bold", conversationId.padEnd(width))}  ${minute(updatedAt)}  ${paint("dim", counted(turns, "turn"))}`;

/** `2026-11-15 23:50`, in universal time: the same on every machine. */
export const minute = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");
