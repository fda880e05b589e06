import { expect, it } from "vitest";
import { createStoredKnowledgeBase } from "./create-stored-knowledge-base.ts";
import type { StoredPassage, VectorStore } from "./vector-store.ts";

/** As pgvector answers, for a handful of passages. */
function storeInMemory(): VectorStore & { readonly rows: Map<string, StoredPassage> } {
  const rows = new Map<string, StoredPassage>();
  return {
    rows,
    keys: async () => new Set(rows.keys()),
    async put(passages) {
      for await (const passage of passages) rows.set(passage.key, passage);
    },
    async remove(keys) {
      for (const key of keys) rows.delete(key);
    },
    async nearest(vector, limit) {
      const near = [...rows.values()].map((row) => ({
        ...row,
        similarity: row.vector.reduce((sum, each, place) => sum + each * (vector[place] ?? 0), 0),
      }));
      return near.toSorted((left, right) => right.similarity - left.similarity).slice(0, limit);
    },
    close: async () => undefined,
  };
}

const words = ["dog", "cat", "price", "garden"];
/** One direction for each word. */
const vectors = {
  model: "words",
  asked: [] as string[],
  async embed(texts: readonly string[]) {
    vectors.asked.push(...texts);
    return texts.map((text) => {
      const counts = words.map((word) => (text.toLowerCase().includes(word) ? 1 : 0));
      return Float32Array.from(counts, (count) => count / Math.max(1, Math.hypot(...counts)));
    });
  },
};
const dogs = { source: "a.md#dogs", title: "Prices > Dogs", text: "A dog pays 5 euros." };
const cats = { source: "a.md#cats", title: "Prices > Cats", text: "A cat pays 3 euros." };

it("finds the nearest passage, reads follow-ups, and knows when it does not know", async () => {
  const base = createStoredKnowledgeBase({ store: storeInMemory(), vectors });
  await base.add([dogs, cats]);
  expect(await base.search("What is the price for a dog?", { limit: 1 })).toMatchObject([{ source: "a.md#dogs" }]);
  const before = ["What is the price for a dog?"];
  expect(await base.search("and for a cat?", { limit: 1, before })).toMatchObject([{ source: "a.md#cats" }]);
  expect(await base.search("Is there a garden?", { limit: 1 })).toEqual([]);
});

it("embeds only what the store lacks", async () => {
  const store = storeInMemory();
  await createStoredKnowledgeBase({ store, vectors }).add([dogs]);
  vectors.asked.length = 0;
  await createStoredKnowledgeBase({ store, vectors }).add([dogs, cats]);
  expect(vectors.asked).toEqual(["Prices: Cats. A cat pays 3 euros."]);
  expect(store.rows.size).toBe(2);
});
