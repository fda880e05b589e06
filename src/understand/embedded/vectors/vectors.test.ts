import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDisk } from "./disk-vectors.ts";
import { withMemory } from "./memory-vectors.ts";
import { openVectors } from "./open-vectors.ts";
import { type SentenceVectors, similarity } from "./sentence-vectors.ts";

/** Counts what it is asked for; a text's vector is its length and its first character. */
function countingVectors(model = "counting"): SentenceVectors & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    model,
    dimensions: 2,
    asked,
    async embed(texts) {
      asked.push(...texts);
      return texts.map((text) => Float32Array.of(text.length, text.charCodeAt(0)));
    },
  };
}

const vectorOf = (text: string) => Float32Array.of(text.length, text.charCodeAt(0));

describe("vectors in memory", () => {
  it("computes a repeated text once and keeps the order of the texts", async () => {
    const inner = countingVectors();
    const vectors = withMemory(inner, 10);
    expect(await vectors.embed(["b", "aa", "b"])).toEqual([vectorOf("b"), vectorOf("aa"), vectorOf("b")]);
    expect(await vectors.embed(["aa"])).toEqual([vectorOf("aa")]);
    expect(inner.asked).toEqual(["b", "aa"]);
  });

  it("forgets the text unused for longest", async () => {
    const inner = countingVectors();
    const vectors = withMemory(inner, 2);
    for (const text of ["a", "b", "a", "c", "a", "b"]) await vectors.embed([text]);
    expect(inner.asked).toEqual(["a", "b", "c", "b"]);
  });

  it("answers more texts at once than it can keep", async () => {
    const vectors = withMemory(countingVectors(), 1);
    expect(await vectors.embed(["a", "b", "c"])).toEqual([vectorOf("a"), vectorOf("b"), vectorOf("c")]);
  });
});

describe("vectors on disk", () => {
  let directory = "";
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "soni-vectors-"));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  it("finds its vectors again after a restart", async () => {
    await withDisk(countingVectors(), { directory, capacity: 10 }).embed(["a", "bb"]);
    const inner = countingVectors();
    const vectors = withDisk(inner, { directory, capacity: 10 });
    expect(await vectors.embed(["bb", "c", "a"])).toEqual([vectorOf("bb"), vectorOf("c"), vectorOf("a")]);
    expect(inner.asked).toEqual(["c"]);
  });

  it("never answers with the vectors of another model", async () => {
    await withDisk(countingVectors("one"), { directory, capacity: 10 }).embed(["a"]);
    const inner = countingVectors("two");
    await withDisk(inner, { directory, capacity: 10 }).embed(["a"]);
    expect(inner.asked).toEqual(["a"]);
  });

  it("treats a damaged file as an empty cache", async () => {
    await withDisk(countingVectors(), { directory, capacity: 10 }).embed(["a"]);
    const [file] = await readdir(directory);
    await writeFile(join(directory, file ?? ""), "not vectors");
    expect(await withDisk(countingVectors(), { directory, capacity: 10 }).embed(["a"])).toEqual([vectorOf("a")]);
  });

  it("works where the directory cannot be written", async () => {
    await writeFile(join(directory, "file"), "");
    const vectors = withDisk(countingVectors(), { directory: join(directory, "file", "below"), capacity: 10 });
    expect(await vectors.embed(["a"])).toEqual([vectorOf("a")]);
  });

  it("drops the oldest vectors beyond its capacity", async () => {
    const vectors = withDisk(countingVectors(), { directory, capacity: 2 });
    for (const text of ["a", "b", "c"]) await vectors.embed([text]);
    const inner = countingVectors();
    await withDisk(inner, { directory, capacity: 2 }).embed(["a", "b", "c"]);
    expect(inner.asked).toEqual(["a"]);
  });
});

describe("the embedded model", () => {
  it("puts sentences of one meaning nearer than others, and users' messages never on disk", async () => {
    const directory = await mkdtemp(join(tmpdir(), "soni-vectors-"));
    const vectors = await openVectors({ cacheDirectory: directory });
    if (vectors === null) throw new Error("the model's package is not installed");
    const [plane] = await vectors.texts.embed(["Book a plane ticket"]);
    const [flight, balance] = await vectors.messages.embed(["I want to fly to Madrid", "how much money do I have"]);
    if (!plane || !flight || !balance) throw new Error("a vector is missing");
    expect(plane.length).toBe(vectors.texts.dimensions);
    expect(similarity(plane, plane)).toBeCloseTo(1, 4);
    expect(similarity(plane, flight)).toBeGreaterThan(similarity(plane, balance) + 0.2);
    const [file = ""] = await readdir(directory);
    const bytesOfOneVector = 16 + 4 * vectors.texts.dimensions;
    expect((await readFile(join(directory, file))).length).toBeLessThan(2 * bytesOfOneVector);
    await rm(directory, { recursive: true });
  });
});
