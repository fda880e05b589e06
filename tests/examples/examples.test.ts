import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject } from "../../src/config/load-project.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { assertConversation, loadConversations } from "../../src/testing/index.ts";

const examples = join(import.meta.dirname, "../../examples");
const folders = readdirSync(examples);

describe.each(folders)("the example %s", (name) => {
  const folder = join(examples, name);
  const tests = readdirSync(join(folder, "tests"))
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => join(folder, "tests", file));

  it("loads without a single finding", async () => {
    const { findings, assistant } = await loadProject(folder);
    expect(findings).toEqual([]);
    expect(assistant).not.toBeNull();
  });

  it("gives understanding at least eight ways to ask for each flow, and words for each slot", async () => {
    const { assistant } = await loadProject(folder);
    for (const { name: flow, description, trigger } of assistant?.flows.values() ?? []) {
      expect(description, flow).not.toBe("");
      if (trigger !== undefined) expect(trigger.intents.length, flow).toBeGreaterThanOrEqual(8);
    }
    for (const { name: slot, description } of assistant?.slots.values() ?? []) expect(description, slot).not.toBe("");
  });

  describe.each(tests)("holds the conversations of %s", async (file) => {
    const conversations = await loadConversations(file);

    it.each(conversations.map((conversation) => [conversation.name, conversation] as const))("%s", async (_, each) => {
      await assertConversation(each);
    });

    it("and each of them the same with a new runtime for every message", async () => {
      for (const conversation of conversations) {
        const store = createSqliteStore({ path: ":memory:" });
        await assertConversation(conversation, { store, newRuntimeEachTurn: true });
      }
    });
  });
});
