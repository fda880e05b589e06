import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { SoniError } from "../../domain/errors.ts";
import type { FlowInScope, Understander, UnderstandingContext } from "../understander.ts";
import type { EngineResult } from "./engine-input.ts";
import {
  type FromWorker,
  keptAssistants,
  type NamedContext,
  type ToWorker,
  type WorkerOptions,
} from "./worker-protocol.ts";

export interface EmbeddedUnderstanderOptions {
  /** Where vectors of the assistant's texts survive a restart. */
  readonly cacheDirectory?: string;
}

export interface EmbeddedUnderstander extends Understander {
  /** Resolves once the model is loaded; messages sent before wait for it. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: EngineResult) => void;
  readonly reject: (error: Error) => void;
}

/** Cloning a thousand definitions at once would hold the event loop for too long. */
const flowsPerPost = 50;

/** Understands without key, network or download. The model blocks its thread, so it has a thread of its own. */
export function createEmbeddedUnderstander(options: EmbeddedUnderstanderOptions = {}): EmbeddedUnderstander {
  const waiting = new Map<number, Waiting>();
  const sent = new Map<string, Set<string>>();
  const readyWaiting = new Set<Waiting["reject"]>();
  let next = 0;
  let failure: Error | null = null;
  const worker = startWorker(options);
  const ready = new Promise<void>((resolve, reject) => {
    readyWaiting.add(reject);
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "ready") resolve();
      else settle(message);
    });
  });
  ready.catch(() => undefined);
  const fail = (error: Error): void => {
    failure = new SoniError("understand.embedded_stopped", `The embedded understander stopped: ${error.message}`, {
      cause: error,
    });
    for (const reject of readyWaiting) reject(failure);
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  worker.on("error", fail);
  worker.on("exit", (code) => {
    if (failure === null) fail(new Error(`exit code ${code}`));
  });

  function settle(message: Exclude<FromWorker, { kind: "ready" }>): void {
    const entry = waiting.get(message.id);
    waiting.delete(message.id);
    if (waiting.size === 0) worker.unref();
    if (message.kind === "understood") entry?.resolve(message.result);
    else entry?.reject(new SoniError("understand.embedded_failed", message.error));
  }

  async function tellFlows(context: UnderstandingContext): Promise<void> {
    const known = sent.get(context.assistantHash) ?? new Set<string>();
    const all = [...context.flows, ...(context.active === null ? [] : [context.active]), ...context.paused];
    const unknown = all.filter((flow) => !known.has(flow.name));
    if (unknown.length > 0) {
      sent.delete(context.assistantHash);
      sent.set(context.assistantHash, known);
      const [oldest] = sent.keys();
      if (sent.size > keptAssistants && oldest !== undefined) sent.delete(oldest);
    }
    for (let start = 0; start < unknown.length; start += flowsPerPost) {
      const flows = unknown.slice(start, start + flowsPerPost);
      post({ kind: "flows", assistantHash: context.assistantHash, flows });
      for (const flow of flows) known.add(flow.name);
      if (start + flowsPerPost < unknown.length) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  const post = (message: ToWorker): void => worker.postMessage(message);

  return {
    ready: () => ready,
    async understand({ message, context, signal }) {
      if (failure !== null) throw failure;
      signal?.throwIfAborted();
      await tellFlows(context);
      const id = next++;
      const result = await new Promise<EngineResult>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.ref();
        signal?.addEventListener("abort", () => {
          waiting.delete(id);
          reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
        });
        post({ kind: "understand", id, message, context: named(context) });
      });
      return {
        commands: result.found.map(({ command }) => command),
        confidence: result.confidence,
        source: "embedded",
      };
    },
    async close() {
      failure ??= new SoniError("understand.embedded_stopped", "The embedded understander was closed.");
      await worker.terminate();
    },
  };
}

function startWorker(options: WorkerOptions): Worker {
  // The sources run as .ts in development and as .js when built.
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
  const worker = new Worker(new URL(file, import.meta.url), { workerData: options, env: workerEnvironment(options) });
  // An idle understander keeps no process alive.
  worker.unref();
  return worker;
}

/** Compiling its modules takes a quarter of the worker's start; kept beside the vectors, that is done once. */
function workerEnvironment({ cacheDirectory }: WorkerOptions): NodeJS.ProcessEnv {
  if (cacheDirectory === undefined) return process.env;
  return { NODE_COMPILE_CACHE: join(cacheDirectory, "compiled"), ...process.env };
}

const nameOf = (flow: FlowInScope): string => flow.name;

function named(context: UnderstandingContext): NamedContext {
  return {
    ...context,
    flows: context.flows.map(nameOf).join("\n"),
    active: context.active?.name ?? null,
    paused: context.paused.map(nameOf),
  };
}
