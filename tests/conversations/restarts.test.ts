import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { assertConversation, loadConversations } from "../../src/testing/index.ts";
import { conversationFiles, pathOf } from "./conversation-files.ts";

const folder = mkdtempSync(join(tmpdir(), "soni-restarts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing may live outside the store: every conversation goes the same with a new runtime for each message. */
describe("with a new runtime for every message", () => {
  it.each(conversationFiles)("%s", async (file) => {
    for (const [index, conversation] of (await loadConversations(pathOf(file))).entries()) {
      const path = join(folder, `${file.replaceAll("/", "-")}-${index}.db`);
      const store = createSqliteStore({ path, synchronous: "normal" });
      try {
        await assertConversation(conversation, { store, newRuntimeEachTurn: true });
      } finally {
        await store.close();
      }
    }
  });
});
