import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmbeddedKnowledgeBase } from "../../src/digress/knowledge/create-embedded-knowledge-base.ts";
import type { KnowledgeBase } from "../../src/digress/knowledge-base.ts";
import { scriptedUnderstander } from "../../src/testing/scripted-understander.ts";
import { startServer } from "./start-server.ts";

const documents = {
  "fees.md":
    "---\nurl: https://bank.example/fees\n---\n# Fees\n\n## Transfers abroad\nA transfer abroad costs 5 euros.\n",
  "cards.md": "# Cards\n\n## Lost cards\nA new card arrives within a week.\n",
};

async function openDocuments(): Promise<KnowledgeBase> {
  const folder = await mkdtemp(join(tmpdir(), "soni-linked-"));
  for (const [name, text] of Object.entries(documents)) await writeFile(join(folder, name), text);
  const base = await createEmbeddedKnowledgeBase({
    folder,
    sources: [{ path: "." }],
    vectors: null,
    indexPath: ":memory:",
  });
  onTestFinished(async () => {
    await base.close();
    await rm(folder, { recursive: true, force: true });
  });
  return base;
}

const abroad = "What does a transfer abroad cost?";
const lost = "When does a new card arrive?";
const understander = scriptedUnderstander({
  "send money": [{ type: "start_flow", flow: "transfer" }],
  [abroad]: [{ type: "clarify", topic: abroad, kind: "question" }],
  [lost]: [{ type: "clarify", topic: lost, kind: "question" }],
});

describe("an answer from a document", () => {
  it("names its page as a link where the document has an address, and the open question follows", async () => {
    const server = await startServer({ knowledgeBase: await openDocuments(), understander });
    const conversation = await server.begin();
    await server.say(conversation, "send money");
    const { body } = await server.say(conversation, abroad);
    expect(body.messages).toMatchObject([
      {
        text: "A transfer abroad costs 5 euros.\nFees > Transfers abroad (https://bank.example/fees)",
        ui: { source: { title: "Fees > Transfers abroad", url: "https://bank.example/fees" } },
      },
      { text: "To whom?" },
    ]);
    const { body: other } = await server.say(conversation, lost);
    expect(other.messages[0]).toMatchObject({ text: "A new card arrives within a week.\n(Cards > Lost cards)" });
    expect(other.messages[0].ui).toBeUndefined();
  });

  it("names it in plain text on a channel that knows no links", async () => {
    const server = await startServer({ knowledgeBase: await openDocuments(), understander });
    const { body } = await server.call("POST", "/v1/chat/completions", {
      json: { model: "soni", messages: [{ role: "user", content: abroad }] },
    });
    expect(body.choices[0].message.content).toContain("Fees > Transfers abroad (https://bank.example/fees)");
  });

  it("is not given where project code names a page that is not on the web", async () => {
    const knowledgeBase: KnowledgeBase = {
      search: async () => [{ text: "Free.", title: "Fees", source: "", url: "javascript:alert(1)", score: 1 }],
    };
    const server = await startServer({ knowledgeBase, understander });
    const { body } = await server.say(await server.begin(), abroad);
    expect(JSON.stringify(body.messages)).not.toMatch(/javascript|Free/);
  });
});
