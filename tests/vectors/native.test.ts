import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOnnxEncoder } from "../../src/understand/embedded/vectors/mini-lm/onnx-encoder.ts";
import { readWeights, shape } from "../../src/understand/embedded/vectors/mini-lm/weights.ts";
import { createWordPieces } from "../../src/understand/embedded/vectors/mini-lm/word-pieces.ts";
import { wordTables } from "../../src/understand/embedded/vectors/mini-lm/word-rows.ts";
import { nearness, referenceSentences } from "./reference.ts";

async function openEncoder(runtime: string) {
  const weights = await readWeights();
  if (weights === null) throw new Error("The package of the weights is not installed.");
  const encoder = await openOnnxEncoder({ weights, tables: wordTables(weights), threads: 2, runtime });
  return { encoder, pieces: createWordPieces(weights.vocabulary, shape.mostTokens) };
}

describe("the native runtime", () => {
  it("is left out where it is not installed", async () => {
    expect((await openEncoder("no-such-runtime")).encoder).toBeNull();
  });

  // It has 288 MB, and comes over the network.
  describe.skipIf((process.env["SONI_NATIVE_INSTALL"] ?? "") === "")("installed without its scripts", () => {
    const folder = mkdtempSync(join(tmpdir(), "soni-native-"));
    beforeAll(() => {
      writeFileSync(join(folder, "package.json"), '{ "private": true }');
      execFileSync("npm", ["install", "--ignore-scripts", "onnxruntime-node@1"], { cwd: folder, stdio: "ignore" });
    }, 600_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it("makes nearly the same vectors of 500 sentences", async () => {
      const file = createRequire(join(folder, "any.js")).resolve("onnxruntime-node");
      const { encoder, pieces } = await openEncoder(pathToFileURL(file).href);
      const sentences = await referenceSentences();
      const { worst, mean } = await nearness((await encoder?.encode(sentences.map(pieces))) ?? []);
      expect(worst).toBeGreaterThan(0.99);
      expect(mean).toBeGreaterThan(0.999);
    });
  });
});
