import { pruneStore } from "../../runtime/prune.ts";
import { createRetentionClock } from "../../runtime/retention-clock.ts";
import { type Console, writeLine } from "../console.ts";
import { counted } from "../show-findings.ts";
import { type StoreChoice, withStore } from "./open-conversations.ts";

const day = 24 * 60 * 60 * 1000;

export interface PruneOptions extends StoreChoice {
  /** The date is right, however far it is ahead of the last time that something was forgotten. */
  readonly all?: true;
}

/** Forgets once what a server forgets every hour, and rewrites a file that still holds copies of it. */
export async function pruneConversations(folder: string, options: PruneOptions, { output }: Console): Promise<void> {
  await withStore(folder, options, async (store, { settings }) => {
    const { transcriptDays } = settings.retention;
    const now = Date.now();
    const clock = createRetentionClock(store, { now: () => now, running: () => 0, log: () => undefined });
    const reached = await clock.reach(options.all === true ? "at_once" : "by_running");
    const { conversations, turns } = await pruneStore(store, reached - transcriptDays * day);
    await store.scrub("full");
    const gone = `${counted(conversations.length, "conversation")} and ${counted(turns, "turn")} of others`;
    writeLine(output, `Forgotten what is older than ${counted(transcriptDays, "day")}: ${gone}.`);
    if (reached === now) return;
    const missing = counted(Math.round((now - reached) / day), "day");
    writeLine(
      output,
      `This machine's date is ${missing} after the last time, so those days do not count yet. If the date is right, add --all.`,
    );
  });
}
