import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";
import type { KnowledgeBase } from "../../src/digress/knowledge-base.ts";
import { assertConversation, loadConversations } from "../../src/testing/index.ts";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const folder = here("language-example/knowledge");

/** Documents found by their names, which is enough for one. */
const knowledgeBase: KnowledgeBase = {
  async search(query, { limit }) {
    const wanted = query.toLowerCase();
    return readdirSync(folder)
      .filter((name) => name.endsWith(".md") && wanted.includes(name.slice(0, 3)))
      .map((name) => {
        const [title = "", ...lines] = readFileSync(join(folder, name), "utf8").trim().split("\n");
        return { title: title.replace(/^# /, ""), text: lines.join("\n").trim(), source: name, score: 1 };
      })
      .slice(0, limit);
  },
};

describe("the example of the language's page", async () => {
  for (const conversation of await loadConversations(here("language-example.yaml"))) {
    it(conversation.name, () => assertConversation(conversation, { knowledgeBase }));
  }
});
