import { Worker } from "node:worker_threads";
import { batchesOf, type Encoder, exactModel, type Pieces } from "./encoder.ts";
import { openWasmEncoder, type WasmOptions } from "./wasm-encoder.ts";

interface Batch {
  readonly sentences: readonly Pieces[];
  readonly done: (vectors: readonly Float32Array[]) => void;
}

interface Taker {
  take(): void;
  /** It may take the next one. */
  free(): void;
}

/** Small: a thread has lists of numbers only. */
const heapLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 };

/**
 * The encoder of this thread, and more threads that share its weights. A list that comes alone is computed here, without
 * a way to another thread; so the others are started when two lists first wait together, and cost no memory before. A thread that
 * fails takes this one down, and is started again with it.
 */
export async function openEncoderThreads(given: Omit<WasmOptions, "index">, count: number): Promise<Encoder> {
  // The sources run as .ts in development and as .js when built.
  const file = import.meta.url.endsWith(".ts") ? "./encoder-worker.ts" : "./encoder-worker.js";
  const waiting: Batch[] = [];
  const here = await openWasmEncoder({ ...given, index: 0 });
  let others: readonly Taker[] | null = null;
  // Between two lists it hears of the others, which may be waiting for their next one.
  const local = taker(({ sentences, done }) => void here.encode(sentences).then((found) => setImmediate(done, found)));

  function startThread(workerData: WasmOptions) {
    const worker = new Worker(new URL(file, import.meta.url), { workerData, resourceLimits: heapLimits });
    let running: Batch["done"] = () => undefined;
    worker.on("message", (vectors: readonly Float32Array[]) => running(vectors));
    worker.on("error", (error) => {
      throw error;
    });
    worker.unref();
    const thread = taker(({ sentences, done }) => {
      running = done;
      worker.postMessage(sentences);
    }, false);
    worker.once("online", thread.free);
    return thread;
  }

  const startOthers = (): readonly Taker[] =>
    Array.from({ length: count - 1 }, (_, index) => startThread({ ...given, index: index + 1 }));

  /** Takes one list at a time, and the next one when it is done. */
  function taker(compute: (batch: Batch) => void, isFree = true): Taker {
    let isBusy = !isFree;
    const take = (): void => {
      const batch = isBusy ? undefined : waiting.shift();
      if (batch === undefined) return;
      isBusy = true;
      compute({
        sentences: batch.sentences,
        done: (vectors) => {
          batch.done(vectors);
          free();
        },
      });
    };
    const free = (): void => {
      isBusy = false;
      take();
    };
    return { take, free };
  }

  return {
    model: exactModel,
    async encode(sentences) {
      const computed = batchesOf(sentences).map(
        (batch) =>
          new Promise<readonly Float32Array[]>((done) => {
            waiting.push({ sentences: batch, done });
          }),
      );
      // What has come at the same time is here by then: the others begin before this thread is busy.
      setImmediate(() => {
        if (waiting.length > 1) others ??= startOthers();
        for (const { take } of others ?? []) if (waiting.length > 1) take();
        local.take();
      });
      return (await Promise.all(computed)).flat();
    },
  };
}
