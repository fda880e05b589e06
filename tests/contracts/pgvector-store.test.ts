import { afterAll, describe, expect, it } from "vitest";
import { createPgvectorStore } from "../../src/digress/knowledge/create-pgvector-store.ts";
import type { StoredPassage, VectorStore } from "../../src/digress/knowledge/vector-store.ts";
import { startPgvector } from "../servers/start-pgvector.ts";
import { dimensions, plantedQuestion, randomPassages } from "../support/random-passages.ts";

const server = await startPgvector();
const { url } = server;
const open = (table: string, dimensions = 3): Promise<VectorStore> =>
  createPgvectorStore({ url, table, dimensions, connections: 1 });

const passage = (key: string, ...numbers: readonly number[]): StoredPassage => ({
  key,
  source: `${key}.md`,
  title: key,
  text: `About ${key}.`,
  vector: Float32Array.from(numbers),
});
const north = passage("north", 0, 1, 0);
const east = passage("east", 1, 0, 0);
const between = passage("between", 0.6, 0.8, 0);

afterAll(() => server.close());

describe("passages in Postgres", () => {
  it("are found nearest first, with what was written", async () => {
    const store = await open("nearest");
    await store.put([north, east, between]);
    const found = await store.nearest(Float32Array.from([0, 1, 0]), 2);
    expect(found.map(({ key }) => key)).toEqual(["north", "between"]);
    expect(found[0]).toMatchObject({ source: "north.md", title: "north", text: "About north.", vector: north.vector });
    expect(found[0]?.similarity).toBeCloseTo(1);
    expect(found[1]?.similarity).toBeCloseTo(0.8);
    await store.close();
  });

  it("are kept, known by their keys, written once and removed", async () => {
    const first = await open("kept");
    await first.put([{ ...north, url: "https://a.example/north" }, east]);
    await first.put([east, between]);
    await first.close();
    const store = await open("kept");
    expect([...(await store.keys())].toSorted()).toEqual(["between", "east", "north"]);
    await store.remove(["east", "nobody"]);
    const found = await store.nearest(east.vector, 9);
    expect(found.map(({ key, url }) => [key, url])).toEqual([
      ["between", undefined],
      ["north", "https://a.example/north"],
    ]);
    await store.close();
  });

  it("of a stream longer than a statement are all written", async () => {
    async function* many(): AsyncGenerator<StoredPassage> {
      for (let place = 0; place < 1_201; place++) {
        const angle = (place / 1_201) * Math.PI;
        yield passage(`p${place}`, Math.cos(angle), Math.sin(angle), 0);
      }
    }
    const store = await open("many");
    await store.put(many());
    expect((await store.keys()).size).toBe(1_201);
    expect((await store.nearest(Float32Array.from([1, 0, 0]), 1))[0]?.key).toBe("p0");
    await store.close();
  });

  it("are found by questions that are near to them, among 2,000", async () => {
    const store = await open("planted", dimensions);
    await store.put(randomPassages(2_000));
    const places = Array.from({ length: 40 }, (_, number) => number * 50);
    const found = await Promise.all(places.map((place) => store.nearest(plantedQuestion(place), 5)));
    for (const near of found) {
      expect(near).toHaveLength(5);
      const similarities = near.map(({ similarity }) => similarity);
      expect(similarities).toEqual(similarities.toSorted((left, right) => right - left));
      expect(near.every(({ key, text }) => text.startsWith(`This is ${key} on topic`))).toBe(true);
    }
    // The index is approximate, and each run builds another one.
    const first = found.filter((near, number) => near[0]?.key === `passage ${places[number]}`);
    expect(first.length).toBeGreaterThanOrEqual(38);
    await store.close();
  });

  it("of other dimensions are refused by name", async () => {
    await (await open("narrow")).close();
    await expect(open("narrow", 4)).rejects.toMatchObject({ code: "knowledge.bad_dimensions" });
    await expect(open("no; table")).rejects.toMatchObject({ code: "knowledge.bad_table" });
  });
});
