import type { QuarantinedMessage, QuarantineEntry } from "../../engine/state/quarantine.ts";
import { notInQuarantine, shownQuarantined } from "../../runtime/quarantine.ts";
import { type Console, type Paint, painter, writeLine } from "../console.ts";
import { minute } from "../conversations/list.ts";
import { type StoreChoice, withStore } from "../conversations/open-conversations.ts";
import { counted } from "../show-findings.ts";

/** A message of an assistant's store. */
export interface MessagePlace {
  readonly folder: string;
  readonly conversationId: string;
  readonly messageId: string;
}

export interface ListOptions extends StoreChoice {
  readonly limit: number;
  readonly json?: true;
}

/** The messages that were set aside, the last one first. */
export async function listQuarantine(folder: string, options: ListOptions, { output }: Console): Promise<void> {
  const found = await withStore(folder, options, (store) => store.quarantine.list({ limit: options.limit }));
  if (options.json === true) return writeLine(output, JSON.stringify(found, null, 2));
  if (found.length === 0) return writeLine(output, "The quarantine is empty.");
  const paint = painter(output);
  for (const entry of found) writeLine(output, row(entry, paint));
}

const row = ({ conversationId, messageId, at, attempts, during }: QuarantineEntry, paint: Paint): string =>
  `${paint("bold", conversationId)}  ${messageId}  ${minute(at)}  ${paint("dim", `${counted(attempts, "attempt")}${during === null ? "" : ` at ${during}`}`)}`;

export interface ShowOptions extends StoreChoice {
  readonly json?: true;
}

/** One of them, with what it says. */
export async function showQuarantined(place: MessagePlace, options: ShowOptions, { output }: Console): Promise<void> {
  const { conversationId, messageId } = place;
  const found = await withStore(place.folder, options, async (store, assistant) => {
    const kept = await store.quarantine.find(conversationId, messageId);
    if (kept === null) throw notInQuarantine(conversationId, messageId);
    return shownQuarantined(kept, assistant);
  });
  if (options.json === true) return writeLine(output, JSON.stringify(found, null, 2));
  for (const [name, value] of facts(found)) writeLine(output, `${painter(output)("dim", name.padEnd(13))} ${value}`);
}

const facts = (found: QuarantinedMessage): readonly (readonly [name: string, value: string])[] => {
  const { conversationId, messageId, at, attempts, during, message } = found;
  return [
    ["conversation", conversationId],
    ["message", messageId],
    ["came", minute(message.at)],
    ["set aside", minute(at)],
    ["attempts", String(attempts)],
    ...(during === null ? [] : [["action", during] as const]),
    ...(message.text === "" ? [] : [["text", message.text] as const]),
    ...(message.commands === undefined ? [] : [["commands", JSON.stringify(message.commands)] as const]),
  ];
};
