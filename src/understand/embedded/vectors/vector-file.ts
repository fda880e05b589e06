import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const keyBytes = 16;

/** Vectors by the key of their text, oldest first. */
export type KeyedVectors = Map<string, Float32Array>;

export function textKey(text: string): string {
  return createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, keyBytes * 2);
}

/** Each model has a file of its own. */
export const vectorPath = (directory: string, model: string): string =>
  join(directory, `${model.replaceAll(/[^\w.-]/g, "-")}.vectors`);

/** What the file holds. A missing, foreign or damaged file is an empty cache, never an error. */
export async function readVectorFile(path: string, dimensions: number): Promise<KeyedVectors> {
  const vectors: KeyedVectors = new Map();
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const header = headerOf(dimensions);
  const recordBytes = keyBytes + dimensions * Float32Array.BYTES_PER_ELEMENT;
  if (!bytes.subarray(0, header.length).equals(header)) return vectors;
  for (let at = header.length; at + recordBytes <= bytes.length; at += recordBytes) {
    const vector = new Float32Array(dimensions);
    new Uint8Array(vector.buffer).set(bytes.subarray(at + keyBytes, at + recordBytes));
    vectors.set(bytes.toString("hex", at, at + keyBytes), vector);
  }
  return vectors;
}

/** Written beside the target and renamed, so that a reader sees the old file or the new one, never half of it. */
export async function writeVectorFile(path: string, vectors: KeyedVectors, dimensions: number): Promise<void> {
  const records = [...vectors].flatMap(([key, vector]) => [
    Buffer.from(key, "hex"),
    Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
  ]);
  const unfinished = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(unfinished, Buffer.concat([headerOf(dimensions), ...records]));
  await rename(unfinished, path);
}

function headerOf(dimensions: number): Buffer {
  return Buffer.from(`soni-vectors 1 ${dimensions}\n`);
}
