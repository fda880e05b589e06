import { type MiniLmWeights, numbersOf, quantise, shape } from "./weights.ts";

const { layers, width, inner, mostTokens } = shape;
const pageBytes = 2 ** 16;

/** The part of the platform that is used: TypeScript describes it for browsers only. */
declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number; readonly shared: true }) => Memory;
};

export interface Memory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

/** Addresses of a layer's weights. */
export interface Layer {
  /** Queries, keys and values in one. */
  readonly attention: number;
  readonly joined: number;
  readonly afterAttention: number;
  readonly widen: number;
  readonly narrow: number;
  readonly afterInner: number;
}

/** Addresses of what one sentence, or a few, need while they are computed. */
export interface Room {
  readonly rows: number;
  readonly more: number;
  readonly attention: number;
  readonly integers: number;
  readonly scales: number;
  readonly scores: number;
}

/** The weights in the memory of the kernel, which threads share; each of them has a room of its own there. */
export interface WasmModel {
  readonly memory: Memory;
  /** The address of the first normalisation. */
  readonly first: number;
  readonly stack: readonly Layer[];
  readonly rooms: readonly Room[];
}

export function wasmModel(weights: MiniLmWeights, encoders: number): WasmModel {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 4_096, shared: true });
  const place = createPlaces(memory);
  const placed = placeWeights(weights, place);
  const rooms = Array.from({ length: encoders }, () => ({
    rows: place.floats(mostTokens * width).at,
    more: place.floats(mostTokens * inner).at,
    attention: place.floats(mostTokens * width * 3).at,
    integers: place.integers(mostTokens * inner).at,
    scales: place.floats(mostTokens).at,
    // The kernel writes four at a time.
    scores: place.floats(mostTokens + 4).at,
  }));
  return { memory, ...placed, rooms };
}

interface Places {
  /** Room for so many numbers, with its address. */
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
    const parts = names
      .map((name) => tensor(`${name}.weight`))
      .map((part) => ({ part, to: place.integers(part.bits.length) }));
    for (const scales of parts.map(({ part, to }) => quantise(part, to.numbers)))
      place.floats(scales.length).numbers.set(scales);
    for (const bias of names.map((name) => numbersOf(tensor(`${name}.bias`))))
      place.floats(bias.length).numbers.set(bias);
    return parts[0]?.to.at ?? 0;
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
