import type { AuditEntry, TranscriptEntry } from "../../engine/state/store.ts";
import { type LeftOut, rowsFromTurns } from "../../optimize/datasets/from-turns.ts";
import type { LabelledRow } from "../../optimize/datasets/row.ts";
import { showStored } from "../../runtime/shown-conversation.ts";
import type { Store } from "../../stores/store.ts";
import { type Console, writeLine } from "../console.ts";
import { type StoreChoice, withStore } from "../conversations/open-conversations.ts";
import { scopeOf } from "../eval/data-files.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { type OutOption, writeRows } from "./dataset.ts";

/** Conversations that are read at a time. */
const pageSize = 100;

/** Stored turns whose users let them be learnt from, with secrets masked. */
export async function datasetFromConversations(
  folder: string,
  options: OutOption & StoreChoice,
  console: Console,
): Promise<ExitCode> {
  const rows: LabelledRow[] = [];
  const leftOut = { noConsent: 0, doubtful: 0, unusable: 0 };
  await withStore(folder, options, async (store, assistant) => {
    const scope = scopeOf(assistant);
    for await (const conversationId of conversationIds(store)) {
      const shown = { assistant, state: async () => (await store.read(conversationId))?.state ?? null };
      const stored: { transcript: readonly TranscriptEntry[]; audit: readonly AuditEntry[] } = {
        transcript: await showStored(await store.transcript(conversationId), shown),
        audit: await showStored(await store.audit(conversationId), shown),
      };
      const found = rowsFromTurns({ conversationId, ...stored }, { assistant, scope });
      rows.push(...found.rows);
      for (const reason of Object.keys(leftOut) as (keyof LeftOut)[]) leftOut[reason] += found.leftOut[reason];
    }
  });
  await writeRows(rows, options, console);
  const { noConsent, doubtful, unusable } = leftOut;
  writeLine(
    console.errors,
    `Left out: ${noConsent} turns without consent, ${doubtful} in doubt, ${unusable} with nothing to learn from. Read the labels before you trust them.`,
  );
  return exitCode.done;
}

async function* conversationIds(store: Store): AsyncGenerator<string> {
  for (let after: Awaited<ReturnType<Store["conversations"]>>[number] | undefined; ; ) {
    const page = await store.conversations({ limit: pageSize, ...(after === undefined ? {} : { after }) });
    for (const { conversationId } of page) yield conversationId;
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}
