import type { SentenceVectors } from "../vectors/sentence-vectors.ts";
import { backgroundSentences } from "./background-sentences.ts";
import { backgroundModel, backgroundVectors } from "./background-vectors.ts";
import { centroids, multiply, type VectorRows } from "./flow-weights.ts";

/** How many of the nearest sentences tell how near the background is: one alone may be near by accident. */
const nearest = 3;

/** One background for all choosers of the same vectors. */
const kept = new WeakMap<SentenceVectors, Promise<VectorRows>>();

export function backgroundRows(vectors: SentenceVectors): Promise<VectorRows> {
  const rows = kept.get(vectors) ?? openRows(vectors);
  kept.set(vectors, rows);
  return rows;
}

/** The vectors that are shipped, or computed ones where another model is used. */
async function openRows(vectors: SentenceVectors): Promise<VectorRows> {
  const rows = vectors.model === backgroundModel ? unpacked() : await vectors.embed(backgroundSentences);
  const labelled = rows.map((vector, row) => ({ row, vector, weight: 1 }));
  return centroids(labelled, rows.length, vectors.dimensions);
}

/** How near a message comes to what no flow is about. */
export function backgroundNearness(rows: VectorRows, messageVector: Float32Array): number {
  const highest = multiply(rows, messageVector)
    .toSorted((left, right) => right - left)
    .slice(0, nearest);
  return highest.reduce((sum, value) => sum + value, 0) / Math.max(1, highest.length);
}

/** A vector as one byte a dimension: its direction is what counts, so that no scale is kept. */
export function packed(vectors: readonly Float32Array[]): string {
  const bytes = vectors.map((vector) => {
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    return Buffer.from(Int8Array.from(vector, (value) => Math.round((127 * value) / largest)).buffer);
  });
  return Buffer.concat(bytes).toString("base64");
}

function unpacked(): readonly Float32Array[] {
  const bytes = Buffer.from(backgroundVectors, "base64");
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const dimensions = values.length / backgroundSentences.length;
  return backgroundSentences.map((_, row) =>
    Float32Array.from(values.subarray(row * dimensions, (row + 1) * dimensions)),
  );
}
