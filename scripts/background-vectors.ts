import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packed } from "../src/understand/embedded/flow-choice/background.ts";
import { backgroundSentences } from "../src/understand/embedded/flow-choice/background-sentences.ts";
import { openVectors } from "../src/understand/embedded/vectors/open-vectors.ts";

/** Writes the vectors that are shipped with the background sentences; run it when they or the model change. */
const vectors = await openVectors();
if (vectors === null) throw new Error("The package of the sentence vectors is not installed.");
const { model } = vectors.texts;
const text = packed(await vectors.texts.embed(backgroundSentences));
const file = join(import.meta.dirname, "../src/understand/embedded/flow-choice/background-vectors.ts");
await writeFile(
  file,
  `/** Written by \`npm run background-vectors\`. */
export const backgroundModel = ${JSON.stringify(model)};
/** One byte a dimension, in base64, in the order of the sentences. */
export const backgroundVectors =
  "${text}";
`,
);
console.log(`${backgroundSentences.length} vectors of ${model} written.`);
