import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { shape } from "../../src/understand/embedded/vectors/mini-lm/weights.ts";

/** Written by `npm run reference-vectors`, one byte a dimension. */
export const referenceFile = join(import.meta.dirname, "reference.bin");

/** Messages of the assistants in bench/domains/train, small talk, and texts that are hard to split into words. */
export async function referenceSentences(): Promise<readonly string[]> {
  const text = await readFile(join(import.meta.dirname, "sentences.txt"), "utf8");
  return text.trimEnd().split("\n");
}

export interface Nearness {
  /** Cosines to the reference. */
  readonly worst: number;
  readonly mean: number;
}

/** How near vectors of the sentences are to the reference. */
export async function nearness(vectors: readonly Float32Array[]): Promise<Nearness> {
  const bytes = await readFile(referenceFile);
  const cosines = vectors.map((vector, index) => {
    const reference = new Int8Array(bytes.buffer, bytes.byteOffset + index * shape.width, shape.width);
    const length = Math.hypot(...reference);
    return vector.reduce((sum, value, at) => sum + (value * (reference[at] ?? 0)) / length, 0);
  });
  return { worst: Math.min(...cosines), mean: cosines.reduce((sum, each) => sum + each, 0) / cosines.length };
}
