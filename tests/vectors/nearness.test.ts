import { describe, expect, it } from "vitest";
import { assembleKernel } from "../../scripts/mini-lm-kernel.ts";
import { kernelBytes } from "../../src/understand/embedded/vectors/mini-lm/kernel-bytes.ts";
import { loadMiniLmVectors } from "../../src/understand/embedded/vectors/mini-lm-vectors.ts";
import { nearness, referenceSentences } from "./reference.ts";

describe("vectors of the WebAssembly kernel", () => {
  it("are those of the model at full precision, nearly, for 500 sentences", async () => {
    const vectors = await loadMiniLmVectors();
    const sentences = await referenceSentences();
    expect(sentences).toHaveLength(500);
    const { worst, mean } = await nearness((await vectors?.embed(sentences)) ?? []);
    expect(worst).toBeGreaterThan(0.999);
    expect(mean).toBeGreaterThan(0.9999);
  });

  it("do not depend on which sentences are computed together", async () => {
    const vectors = await loadMiniLmVectors();
    const sentences = (await referenceSentences()).slice(0, 40);
    const together = (await vectors?.embed(sentences)) ?? [];
    for (const [index, sentence] of sentences.entries()) {
      const [alone = new Float32Array()] = (await vectors?.embed([sentence])) ?? [];
      expect([...alone]).toEqual([...(together[index] ?? [])]);
    }
  });

  it("come from the kernel's source", async () => {
    expect(await assembleKernel()).toBe(kernelBytes);
  });
});
