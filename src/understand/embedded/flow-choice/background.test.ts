import { describe, expect, it } from "vitest";
import { openVectors } from "../vectors/open-vectors.ts";
import type { SentenceVectors } from "../vectors/sentence-vectors.ts";
import { backgroundNearness, backgroundRows } from "./background.ts";
import { backgroundSentences } from "./background-sentences.ts";

describe("what no flow is about", () => {
  it("is shipped with vectors of the model in use", async () => {
    const vectors = await openVectors();
    if (vectors === null) throw new Error("the model's package is not installed");
    const rows = await backgroundRows(vectors.texts);
    const last = backgroundSentences.length - 1;
    expect(rows.count).toBe(backgroundSentences.length);
    for (const row of [0, last]) {
      const [vector = new Float32Array()] = await vectors.texts.embed([backgroundSentences[row] ?? ""]);
      const shipped = rows.values.subarray(row * rows.dimensions, (row + 1) * rows.dimensions);
      expect(vector.reduce((sum, value, at) => sum + value * (shipped[at] ?? 0), 0)).toBeGreaterThan(0.99);
    }
  });

  it("is computed once with any other model", async () => {
    let asked = 0;
    const vectors: SentenceVectors = {
      model: "another",
      dimensions: 2,
      async embed(texts) {
        asked += texts.length;
        return texts.map((_, index) => (index < 3 ? Float32Array.of(1, 0) : Float32Array.of(0, 1)));
      },
    };
    await backgroundRows(vectors);
    const rows = await backgroundRows(vectors);
    expect(asked).toBe(backgroundSentences.length);
    expect(backgroundNearness(rows, Float32Array.of(1, 0))).toBeCloseTo(1);
  });

  it("is near only if several sentences are", () => {
    const rows = { dimensions: 2, count: 4, values: Float32Array.of(1, 0, 0, 1, 0, 1, 0, 1) };
    expect(backgroundNearness(rows, Float32Array.of(1, 0))).toBeCloseTo(1 / 3);
  });
});
