import { Worker } from "node:worker_threads";
import { SoniError } from "../../../engine/errors.ts";
import type { SentenceVectors } from "./sentence-vectors.ts";
import type { FromVectorWorker, ToVectorWorker } from "./vector-worker.ts";

export interface WorkerVectors extends SentenceVectors {
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: Error) => void;
}

/** Sentence vectors from a thread of their own, for who can't have theirs blocked. Null without the model's package. */
export async function openWorkerVectors(): Promise<WorkerVectors | null> {
  // The sources run as .ts in development and as .js when built.
  const file = import.meta.url.endsWith(".ts") ? "./vector-worker.ts" : "./vector-worker.js";
  const worker = new Worker(new URL(file, import.meta.url), { workerData: {} });
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let stopped: Error | null = null;
  const opened = await new Promise<Extract<FromVectorWorker, { kind: "opened" }>>((resolve, reject) => {
    const fail = (cause: Error): void => {
      stopped ??= new SoniError("understand.vectors_stopped", `The sentence vectors stopped: ${cause.message}`, {
        cause,
      });
      for (const each of waiting.values()) each.reject(stopped);
      waiting.clear();
      reject(stopped);
    };
    worker.on("error", fail);
    worker.on("exit", (code) => fail(new Error(`exit code ${code}`)));
    worker.on("message", (message: FromVectorWorker) => {
      if (message.kind === "opened") resolve(message);
      else settle(message);
    });
  });
  // Idle vectors keep no process alive.
  worker.unref();
  const { model, dimensions } = opened;
  if (model === null) {
    await worker.terminate();
    return null;
  }

  function settle(message: Exclude<FromVectorWorker, { kind: "opened" }>): void {
    const entry = waiting.get(message.id);
    waiting.delete(message.id);
    if (waiting.size === 0) worker.unref();
    if (message.kind === "embedded") entry?.resolve(message.vectors);
    else entry?.reject(new SoniError("understand.vectors_failed", message.error));
  }

  return {
    model,
    dimensions,
    async embed(texts) {
      if (stopped !== null) throw stopped;
      const id = next++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.ref();
        worker.postMessage({ kind: "embed", id, of: "messages", texts } satisfies ToVectorWorker);
      });
    },
    async close() {
      await worker.terminate();
    },
  };
}
