import { type Encoder, meanOf } from "./encoder.ts";
import { kernelBytes } from "./kernel-bytes.ts";
import { type MiniLmWeights, numbersOf, quantised, shape } from "./weights.ts";
import { createWordRows } from "./word-rows.ts";

/** The part of the platform that is used: TypeScript describes it for browsers only. */
declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number; readonly shared: true }) => Memory;
  instantiate(
    bytes: Uint8Array,
    imports: { readonly soni: { readonly memory: Memory } },
  ): Promise<{ readonly instance: { readonly exports: unknown } }>;
};

interface Memory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

/** What kernel.wat exports. */
interface Kernel {
  quantise(from: number, to: number, scales: number, rows: number, width: number): void;
  multiply(
    inputs: number,
    scales: number,
    weights: number,
    out: number,
    pairs: number,
    width: number,
    outputs: number,
  ): void;
  normalise(rows: number, more: number, table: number, count: number, width: number): void;
  activate(at: number, count: number): void;
  attend(from: number, out: number, scores: number, tokens: number, width: number): void;
}

/** Addresses of a layer's weights. */
interface Layer {
  /** Queries, keys and values in one. */
  readonly attention: number;
  readonly joined: number;
  readonly afterAttention: number;
  readonly widen: number;
  readonly narrow: number;
  readonly afterInner: number;
}

const { layers, width, heads, inner, mostTokens } = shape;
const pageBytes = 2 ** 16;

/** MiniLM in WebAssembly, in integers of 16 bits: about 5 ms a sentence. It has 21 MB of weights and 23 MB of words. */
export async function openWasmEncoder(weights: MiniLmWeights): Promise<Encoder> {
  const memory = new WebAssembly.Memory({ initial: 480, maximum: 2_048, shared: true });
  const { instance } = await WebAssembly.instantiate(Buffer.from(kernelBytes, "base64"), { soni: { memory } });
  const kernel = instance.exports as Kernel;
  const place = createPlaces(memory);
  const { first, stack } = placeWeights(weights, place);
  const room = {
    rows: place.floats(mostTokens * width),
    more: place.floats(mostTokens * inner),
    attention: place.floats(mostTokens * width * 3),
    integers: place.integers(mostTokens * inner),
    scales: place.floats(mostTokens),
    scores: place.floats(mostTokens + 4),
  };
  const wordRows = createWordRows(weights);

  function forward(sentences: readonly (readonly number[])[]): readonly Float32Array[] {
    let tokens = 0;
    const starts: number[] = [];
    for (const pieces of sentences) {
      starts.push(tokens);
      const at = tokens * width;
      wordRows(pieces, { words: room.rows.numbers.subarray(at), places: room.more.numbers.subarray(at) });
      tokens += pieces.length;
    }
    // The kernel multiplies two rows at a time; the last may be one that nobody reads.
    const pairs = Math.ceil(tokens / 2);
    const multiply = (from: number, table: number, to: number, inputs: number, outputs: number): void => {
      kernel.quantise(from, room.integers.at, room.scales.at, pairs * 2, inputs);
      kernel.multiply(room.integers.at, room.scales.at, table, to, pairs, inputs, outputs);
    };
    const [rows, more, attention] = [room.rows.at, room.more.at, room.attention.at];
    kernel.normalise(rows, more, first, tokens, width);
    for (const layer of stack) {
      multiply(rows, layer.attention, attention, width, width * 3);
      for (const [index, pieces] of sentences.entries())
        for (let head = 0; head < heads; head++) {
          const offset = (starts[index] ?? 0) * width * 4 + head * (width / heads) * 4;
          const from = attention + (starts[index] ?? 0) * width * 12 + head * (width / heads) * 4;
          kernel.attend(from, more + offset, room.scores.at, pieces.length, width);
        }
      multiply(more, layer.joined, attention, width, width);
      kernel.normalise(rows, attention, layer.afterAttention, tokens, width);
      multiply(rows, layer.widen, more, width, inner);
      kernel.activate(more, pairs * 2 * inner);
      multiply(more, layer.narrow, attention, inner, width);
      kernel.normalise(rows, attention, layer.afterInner, tokens, width);
    }
    return sentences.map((pieces, index) => {
      const start = (starts[index] ?? 0) * width;
      return meanOf(room.rows.numbers.slice(start, start + pieces.length * width), width);
    });
  }

  return {
    async encode(sentences) {
      const vectors: Float32Array[] = [];
      for (const batch of batchesOf(sentences)) {
        if (vectors.length > 0) await new Promise((resolve) => setImmediate(resolve));
        vectors.push(...forward(batch));
      }
      return vectors;
    },
  };
}

/** Tokens that are computed at once: others wait no longer than for one long sentence. */
function batchesOf(sentences: readonly (readonly number[])[]): readonly (readonly (readonly number[])[])[] {
  const batches: (readonly number[])[][] = [];
  let room = 0;
  for (const pieces of sentences) {
    if (pieces.length > room) {
      batches.push([]);
      room = Math.max(tokensAtOnce, pieces.length);
    }
    batches.at(-1)?.push(pieces);
    room -= pieces.length;
  }
  return batches;
}
const tokensAtOnce = 64;

interface Places {
  /** The address of so many bytes, with a view of them. */
  floats(count: number): { readonly at: number; readonly numbers: Float32Array };
  integers(count: number): { readonly at: number; readonly numbers: Int16Array };
}

/** Hands out the memory from its beginning; nothing is given back. */
function createPlaces(memory: Memory): Places {
  let next = 0;
  const take = (count: number): number => {
    const at = next;
    next = Math.ceil((at + count) / 16) * 16;
    const missing = next - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
    return at;
  };
  return {
    floats: (count) => {
      const at = take(count * 4);
      return { at, numbers: new Float32Array(memory.buffer, at, count) };
    },
    integers: (count) => {
      const at = take(count * 2);
      return { at, numbers: new Int16Array(memory.buffer, at, count) };
    },
  };
}

function placeWeights(
  { tensor }: MiniLmWeights,
  place: Places,
): { readonly first: number; readonly stack: readonly Layer[] } {
  /** Weights, then their scales, then their biases: of several parts as if they were one. */
  const matrix = (...names: readonly string[]): number => {
    const parts = names.map((name) => ({
      ...quantised(tensor(`${name}.weight`)),
      bias: numbersOf(tensor(`${name}.bias`)),
    }));
    const [first] = parts.map(({ weights }) => {
      const { at, numbers } = place.integers(weights.length);
      numbers.set(weights);
      return at;
    });
    for (const { scales } of parts) place.floats(scales.length).numbers.set(scales);
    for (const { bias } of parts) place.floats(bias.length).numbers.set(bias);
    return first ?? 0;
  };
  const norm = (name: string): number => {
    const { at, numbers } = place.floats(width * 2);
    numbers.set(numbersOf(tensor(`${name}.weight`)));
    numbers.set(numbersOf(tensor(`${name}.bias`)), width);
    return at;
  };
  const stack = Array.from({ length: layers }, (_, index): Layer => {
    const layer = `encoder.layer.${index}`;
    const self = `${layer}.attention.self`;
    return {
      attention: matrix(`${self}.query`, `${self}.key`, `${self}.value`),
      joined: matrix(`${layer}.attention.output.dense`),
      afterAttention: norm(`${layer}.attention.output.LayerNorm`),
      widen: matrix(`${layer}.intermediate.dense`),
      narrow: matrix(`${layer}.output.dense`),
      afterInner: norm(`${layer}.output.LayerNorm`),
    };
  });
  return { first: norm("embeddings.LayerNorm"), stack };
}
