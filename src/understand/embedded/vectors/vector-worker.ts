import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { openVectors, type Vectors, type VectorsOptions } from "./open-vectors.ts";

/** What the thread answers: first who it is (or that there is no model), then one answer for each request. */
export type FromVectorWorker =
  | { readonly kind: "opened"; readonly model: string | null; readonly dimensions: number }
  | { readonly kind: "embedded"; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly kind: "failed"; readonly id: number; readonly error: string };

export interface EmbedRequest {
  readonly kind: "embed";
  readonly id: number;
  /** Vectors of users' messages are never stored; those of the assistant's texts are kept on disk. */
  readonly of: keyof Vectors;
  readonly texts: readonly string[];
}

export type ToVectorWorker =
  | EmbedRequest
  /** Another thread that asks, by a port of its own. */
  | { readonly kind: "connect"; readonly port: MessagePort };

const parent = parentPort;
if (parent === null) throw new Error("This file runs in a worker thread.");
const opening = openVectors(workerData as VectorsOptions).then(async (vectors) => {
  // The model is loaded with the first text: readers that hear that it is open need not wait for that.
  await vectors?.messages.embed(["ready"]);
  return vectors;
});

/** The model yields after each sentence: requests of several threads take turns. */
function serve(port: MessagePort): void {
  const send = (message: FromVectorWorker): void => port.postMessage(message);
  port.on("message", (request: ToVectorWorker) => {
    if (request.kind === "connect") serve(request.port);
    else void answer(request, send);
  });
  void opening.then((vectors) =>
    send({ kind: "opened", model: vectors?.messages.model ?? null, dimensions: vectors?.messages.dimensions ?? 0 }),
  );
}
serve(parent);

async function answer({ id, of, texts }: EmbedRequest, send: (message: FromVectorWorker) => void): Promise<void> {
  try {
    const vectors = (await (await opening)?.[of].embed(texts)) ?? [];
    send({ kind: "embedded", id, vectors });
  } catch (error) {
    send({ kind: "failed", id, error: error instanceof Error ? error.message : String(error) });
  }
}
