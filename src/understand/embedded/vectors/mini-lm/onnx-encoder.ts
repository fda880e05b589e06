import { type Encoder, exactModel, meanOf, type Pieces } from "./encoder.ts";
import { onnxFile } from "./onnx-file.ts";
import { miniLmGraph } from "./onnx-graph.ts";
import { type MiniLmWeights, shape } from "./weights.ts";
import { type WordTables, writeRows } from "./word-rows.ts";

/** The part of onnxruntime-node that is used. */
interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<Session>;
  };
  readonly Tensor: new (type: "float32", data: Float32Array, dims: readonly number[]) => Rows;
}

interface Session {
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, Rows>>): Promise<Readonly<Record<string, Rows>>>;
}

interface Rows {
  readonly data: Float32Array;
  dispose(): void;
}

export interface OnnxOptions {
  readonly weights: MiniLmWeights;
  readonly tables: WordTables;
  /** Threads that work on one sentence together. */
  readonly threads: number;
  /** The runtime's package, by its name or its address. */
  readonly runtime?: string;
}

/** MiniLM in a native runtime. Null where its package is not installed, has no binary for this machine or can't read our graph. */
export async function openOnnxEncoder(options: OnnxOptions): Promise<Encoder | null> {
  const { weights, tables, threads, runtime = "onnxruntime-node" } = options;
  const { width } = shape;
  const opened = await openSession(runtime, weights, threads);
  if (opened === null) return null;
  const { session, Tensor } = opened;
  const [output = ""] = session.outputNames;

  async function vectorOf(pieces: Pieces): Promise<Float32Array> {
    const words = new Float32Array(pieces.length * width);
    const places = new Float32Array(pieces.length * width);
    writeRows(tables, pieces, { words, places });
    const sums = words.map((value, at) => value + (places[at] ?? 0));
    const tokens = (await session.run({ rows: new Tensor("float32", sums, [pieces.length, width]) }))[output];
    const vector = meanOf(tokens?.data ?? new Float32Array(width), width);
    tokens?.dispose();
    return vector;
  }

  return {
    model: `${exactModel}-native`,
    async encode(sentences) {
      const vectors: Float32Array[] = [];
      // A run holds the calling thread, and lets others in before the next.
      for (const pieces of sentences) vectors.push(await vectorOf(pieces));
      return vectors;
    },
  };
}

/** Threads that wait sleep: readers need the cores too. */
const sleep = { session: { intra_op: { allow_spinning: "0" } } } as const;

async function openSession(runtime: string, weights: MiniLmWeights, threads: number) {
  try {
    const imported = (await import(runtime)) as OnnxRuntime & { readonly default?: OnnxRuntime };
    const { InferenceSession, Tensor } = imported.default ?? imported;
    const session = await InferenceSession.create(onnxFile(miniLmGraph(weights)), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: "sequential",
      extra: sleep,
    });
    return { session, Tensor };
  } catch {
    return null;
  }
}
