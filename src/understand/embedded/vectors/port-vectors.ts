import type { MessagePort } from "node:worker_threads";
import type { Vectors } from "./open-vectors.ts";
import type { EmbedRequest, FromVectorWorker } from "./vector-worker.ts";

/** There are no vectors for this message: none in time, their thread has ended, or there is no model at all. */
export class VectorsMissing extends Error {
  readonly why: "late" | "ended" | "no_model";
  constructor(why: VectorsMissing["why"]) {
    super(`There are no sentence vectors: ${why}.`);
    this.why = why;
  }
}

export interface VectorModel {
  readonly model: string;
  readonly dimensions: number;
}

export interface PortVectors {
  /** A later port replaces the one before. */
  connect(port: MessagePort): void;
  /** Null until the thread behind the port has its model. */
  model(): VectorModel | null;
  /** Rejects if there is no model to open. */
  opened(): Promise<VectorModel>;
  embed(of: keyof Vectors, texts: readonly string[]): Promise<readonly Float32Array[]>;
}

interface Waiting {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: Error) => void;
}

/** Sentence vectors of another thread, which may end and be replaced by a new one. */
export function createPortVectors(): PortVectors {
  const waiting = new Map<number, Waiting>();
  let port: MessagePort | null = null;
  let opening = Promise.withResolvers<VectorModel>();
  let model: VectorModel | null = null;
  let next = 0;
  opening.promise.catch(() => undefined);

  function lose(): void {
    port = null;
    if (model !== null) {
      model = null;
      opening = Promise.withResolvers();
      opening.promise.catch(() => undefined);
    }
    for (const { reject } of waiting.values()) reject(new VectorsMissing("ended"));
    waiting.clear();
  }

  function open({ model: name, dimensions }: Extract<FromVectorWorker, { kind: "opened" }>): void {
    if (name === null) {
      opening.reject(new VectorsMissing("no_model"));
      return;
    }
    model = { model: name, dimensions };
    opening.resolve(model);
  }

  function receive(message: FromVectorWorker): void {
    if (message.kind === "opened") {
      open(message);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === "embedded") asked?.resolve(message.vectors);
    else asked?.reject(new Error(message.error));
  }

  return {
    connect(given) {
      port?.close();
      lose();
      port = given;
      given.on("message", (message: FromVectorWorker) => {
        if (port === given) receive(message);
      });
      given.on("close", () => {
        if (port === given) lose();
      });
    },
    model: () => model,
    opened: () => opening.promise,
    embed: (of, texts) =>
      new Promise((resolve, reject) => {
        if (port === null) reject(new VectorsMissing("ended"));
        const id = next++;
        waiting.set(id, { resolve, reject });
        port?.postMessage({ kind: "embed", id, of, texts } satisfies EmbedRequest);
      }),
  };
}
