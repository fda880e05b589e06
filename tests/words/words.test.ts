import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assertConversation, loadConversations, ownDocuments } from "../../src/testing/index.ts";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";

/** What users say, not what it means: these run without commands, key or network. */
const cacheDirectory = join(import.meta.dirname, "../../node_modules/.cache/soni-words");
const understander = createEmbeddedUnderstander({ cacheDirectory, deadline: 60_000 });
const documents = ownDocuments({ cacheDirectory });
beforeAll(() => understander.ready());
afterAll(async () => {
  await understander.close();
  await documents.close();
});

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"));
const suites = await Promise.all(
  files.map(async (file) => ({
    file,
    conversations: await loadConversations(relative(process.cwd(), join(import.meta.dirname, file))),
  })),
);
const all = suites.flatMap(({ conversations }) => conversations);

for (const { file, conversations } of suites) {
  describe(file, () => {
    for (const conversation of conversations)
      it(conversation.name, () =>
        // The runtime that is made for a conversation must not close what they all share.
        assertConversation(conversation, {
          understander: { understand: (request) => understander.understand(request) },
          knowledgeBase: documents.knowledgeBase,
          host: "direct",
        }),
      );
  });
}

it("there are at least sixty conversations, all in words", () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
  const scripted = all.filter(({ turns }) =>
    turns.some(({ input }) => input.kind === "message" && input.commands !== undefined),
  );
  expect(scripted.map(({ name }) => name)).toEqual([]);
});
