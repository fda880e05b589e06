import { pruneStore } from "../../runtime/prune.ts";
import { type Console, writeLine } from "../console.ts";
import { counted } from "../show-findings.ts";
import { type StoreChoice, withStore } from "./open-conversations.ts";

const day = 24 * 60 * 60 * 1000;

/** Forgets once what a server forgets every hour, and rewrites a file that still holds copies of it. */
export async function pruneConversations(folder: string, options: StoreChoice, { output }: Console): Promise<void> {
  await withStore(folder, options, async (store, { settings }) => {
    const { transcriptDays } = settings.retention;
    const { conversations, turns } = await pruneStore(store, Date.now() - transcriptDays * day);
    await store.scrub("full");
    const gone = `${counted(conversations.length, "conversation")} and ${counted(turns, "turn")} of others`;
    writeLine(output, `Forgotten what is older than ${counted(transcriptDays, "day")}: ${gone}.`);
  });
}
