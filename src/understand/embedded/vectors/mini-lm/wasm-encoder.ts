import { batchesOf, type Encoder, exactModel, meanOf, type Pieces } from "./encoder.ts";
import { kernelBytes } from "./kernel-bytes.ts";
import type { Memory, Room, WasmModel } from "./wasm-model.ts";
import { shape } from "./weights.ts";
import { type WordTables, writeRows } from "./word-rows.ts";

const { width, heads, inner, mostTokens } = shape;

/** The part of the platform that is used: TypeScript describes it for browsers only. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: { readonly soni: { readonly memory: Memory } },
  ): Promise<{ readonly instance: { readonly exports: unknown } }>;
};

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

export interface WasmOptions {
  readonly model: WasmModel;
  readonly tables: WordTables;
  /** Which of the model's rooms it uses. */
  readonly index: number;
}

/** MiniLM in WebAssembly, in integers of 16 bits: about 5 ms a sentence, in which its thread does nothing else. */
export async function openWasmEncoder({ model, tables, index }: WasmOptions): Promise<Encoder> {
  const { memory } = model;
  const room = roomOf(model, index);
  const { instance } = await WebAssembly.instantiate(Buffer.from(kernelBytes, "base64"), { soni: { memory } });
  const kernel = instance.exports as Kernel;
  const numbers = {
    rows: new Float32Array(memory.buffer, room.rows, mostTokens * width),
    more: new Float32Array(memory.buffer, room.more, mostTokens * width),
  };

  function forward(sentences: readonly Pieces[]): readonly Float32Array[] {
    let tokens = 0;
    const starts: number[] = [];
    for (const pieces of sentences) {
      starts.push(tokens);
      const at = tokens * width;
      writeRows(tables, pieces, { words: numbers.rows.subarray(at), places: numbers.more.subarray(at) });
      tokens += pieces.length;
    }
    // The kernel multiplies two rows at a time; the last may be one that nobody reads.
    const pairs = Math.ceil(tokens / 2);
    const multiply = (from: number, table: number, to: number, inputs: number, outputs: number): void => {
      kernel.quantise(from, room.integers, room.scales, pairs * 2, inputs);
      kernel.multiply(room.integers, room.scales, table, to, pairs, inputs, outputs);
    };
    const { rows, more, attention } = room;
    kernel.normalise(rows, more, model.first, tokens, width);
    for (const layer of model.stack) {
      multiply(rows, layer.attention, attention, width, width * 3);
      for (const [index, pieces] of sentences.entries())
        for (let head = 0; head < heads; head++) {
          const offset = (starts[index] ?? 0) * width * 4 + head * (width / heads) * 4;
          const from = attention + (starts[index] ?? 0) * width * 12 + head * (width / heads) * 4;
          kernel.attend(from, more + offset, room.scores, pieces.length, width);
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
      return meanOf(numbers.rows.slice(start, start + pieces.length * width), width);
    });
  }

  return {
    model: exactModel,
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

function roomOf({ rooms }: WasmModel, index: number): Room {
  const room = rooms[index];
  if (room === undefined) throw new Error(`The model has no room ${index}.`);
  return room;
}
