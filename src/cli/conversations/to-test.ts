import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { showStored } from "../../runtime/shown-conversation.ts";
import { conversationAsTest } from "../../testing/conversation-as-test.ts";
import type { Held } from "../chat/session.ts";
import { type Console, writeLine } from "../console.ts";
import { type StoreChoice, unknownConversation, withStore } from "./open-conversations.ts";

/** A stored conversation as a test, for a file in the assistant's `tests`. */
export async function printAsTest(
  { folder, conversationId }: { readonly folder: string; readonly conversationId: string },
  options: StoreChoice,
  { output }: Console,
): Promise<void> {
  const held = await withStore(folder, options, async (store, assistant): Promise<Held> => {
    const state = (await store.read(conversationId))?.state ?? null;
    const about = { assistant, state: async () => state };
    return {
      conversationId,
      session: await showStored(state?.session ?? {}, about),
      transcript: await showStored(await store.transcript(conversationId), about),
      audit: await showStored(await store.audit(conversationId), about),
    };
  });
  if (held.transcript.length === 0) throw unknownConversation(conversationId);
  writeLine(output, conversationAsTest({ ...held, assistant: ".." }).trimEnd());
}

/** Writes a conversation into the tests of its assistant; returns the file. */
export async function saveAsTest(folder: string, held: Held): Promise<string> {
  const file = join(folder, "tests", `${held.conversationId.replaceAll(/[^\w-]/g, "_")}.yaml`);
  await mkdir(join(folder, "tests"), { recursive: true });
  await writeFile(file, conversationAsTest({ ...held, assistant: ".." }));
  return file;
}
