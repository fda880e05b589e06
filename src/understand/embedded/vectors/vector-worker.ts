import { parentPort, workerData } from "node:worker_threads";
import { openVectors, type VectorsOptions } from "./open-vectors.ts";

/** What the thread answers: first who it is (or that there is no model), then one answer for each request. */
export type FromVectorWorker =
  | { readonly kind: "opened"; readonly model: string | null; readonly dimensions: number }
  | { readonly kind: "embedded"; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly kind: "failed"; readonly id: number; readonly error: string };

export interface ToVectorWorker {
  readonly id: number;
  readonly texts: readonly string[];
}

const port = parentPort;
if (port === null) throw new Error("This file runs in a worker thread.");
const opening = openVectors(workerData as VectorsOptions);
const send = (message: FromVectorWorker): void => port.postMessage(message);

port.on("message", (request: ToVectorWorker) => void answer(request));
void opening.then((vectors) =>
  send({ kind: "opened", model: vectors?.messages.model ?? null, dimensions: vectors?.messages.dimensions ?? 0 }),
);

async function answer({ id, texts }: ToVectorWorker): Promise<void> {
  try {
    // What users ask is not to be written down: only the memory of `messages` is used here.
    const vectors = (await (await opening)?.messages.embed(texts)) ?? [];
    send({ kind: "embedded", id, vectors });
  } catch (error) {
    send({ kind: "failed", id, error: error instanceof Error ? error.message : String(error) });
  }
}
