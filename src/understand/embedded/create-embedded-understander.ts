import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { SoniError } from "../../engine/errors.ts";
import type { Time } from "../../engine/time.ts";
import { backgroundTime } from "../../time/system-time.ts";
import type { Understander, Understanding, UnderstandingFigures } from "../understander.ts";
import { knownWeights } from "./joint/known-weights.ts";
import { createReader, type Reader } from "./pool/reader.ts";
import { createReaderPool } from "./pool/reader-pool.ts";
import { openVectorService } from "./vectors/vector-service.ts";
import type { WorkerOptions } from "./worker-protocol.ts";

export interface EmbeddedUnderstanderOptions {
  /** Where vectors of the assistant's texts survive a restart. */
  readonly cacheDirectory?: string;
  /** How many messages are read at a time; one thread more is kept to spare. Default: by the cores, 2 to 4. */
  readonly workers?: number;
  /** Milliseconds that a worker may take for one message before it is ended. Default: 5000. */
  readonly deadline?: number;
  /** Without sentence vectors no model is loaded, and keywords decide alone. Default: true. */
  readonly vectors?: boolean;
  /** Weights of the joint decision, by feature, instead of those that are shipped. */
  readonly weights?: Readonly<Record<string, number>>;
  /** The address of a module that exports a `createEngine` of its own. */
  readonly engine?: string;
  /** The address of a file that runs as the thread of the sentence vectors. */
  readonly vectorThread?: string;
  readonly time?: Time;
}

export interface EmbeddedUnderstander extends Understander {
  /**
   * Resolves once the model is loaded; messages sent before wait for it. Rejects if its threads can't start: they are
   * still tried, and whoever asks again waits for the next attempts.
   */
  ready(): Promise<void>;
  probe(): Promise<boolean>;
  figures(): UnderstandingFigures;
  close(): Promise<void>;
}

/** A user can hold all readers but one: with two, a neighbour always finds a free one. */
const fewestWorkers = 2;
/** Each takes 20 to 35 MB; more of them wait for the same model anyway. */
const mostWorkers = 4;
const usualDeadline = 5_000;
/** The part of the deadline that a message waits for its vectors; the rest is for reading it without them. */
const shareForVectors = 0.6;
/** Milliseconds that a message waits while the model is loaded and the assistant's texts are embedded: a thousand flows
 * take that long the first time. The signal of a turn ends sooner. */
const preparation = 60_000;
/** Milliseconds for a thread to load its code, on a machine that has a lot else to do. */
const startLimit = 60_000;
/** Attempts to start a reader after which those who wait for it are told why it does not start. */
const attemptsBeforeTelling = 3;
/** Megabytes for the objects of one reader; text that makes it need more ends the reader, not the process. */
const heapLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };

/**
 * Understands without key, network or download. Reading blocks its thread, so there are several, with a supervisor; one
 * more thread holds the model for all of them.
 */
export function createEmbeddedUnderstander(options: EmbeddedUnderstanderOptions = {}): EmbeddedUnderstander {
  const { time = backgroundTime, deadline = usualDeadline, cacheDirectory, engine } = options;
  const size = options.workers ?? Math.min(mostWorkers, Math.max(fewestWorkers, availableParallelism() - 1));
  const environment = workerEnvironment(cacheDirectory);
  const readers: Reader[] = [];
  let loaded = unheard();
  let failedStarts = 0;
  const service =
    options.vectors === false
      ? null
      : openVectorService({
          vectors: {
            // More than there are readers have nothing to do.
            threads: Math.min(size, availableParallelism()),
            ...(cacheDirectory === undefined ? {} : { cacheDirectory }),
          },
          ...(options.vectorThread === undefined ? {} : { file: options.vectorThread }),
          environment,
          time,
          startLimit,
          onOpen: wake,
          onRestart: () => {
            for (const reader of readers) reader.connect();
          },
        });
  const workerOptions: WorkerOptions = {
    vectors: service !== null,
    patience: deadline * shareForVectors,
    preparation,
    ...(options.weights === undefined ? {} : { weights: knownWeights(options.weights) }),
    ...(engine === undefined ? {} : { engine }),
  };
  const pool = createReaderPool({
    time,
    size,
    readers,
    queuePatience: deadline * shareForVectors,
    onVectorsMissing: () => service?.check(deadline),
  });

  function wake(): void {
    // The others start when the first is there: starting is work too, and somebody may be waiting.
    while (readers.some((reader) => reader.isAlive()) && readers.length <= size) addReader();
    if (readers.some((reader) => reader.isAlive())) {
      failedStarts = 0;
      if (service?.isOpen() ?? true) loaded.resolve();
    }
    pool.wake();
  }

  function tellFailedStart(cause: Error): void {
    failedStarts += 1;
    if (readers.some((reader) => reader.isAlive()) || failedStarts % attemptsBeforeTelling !== 0) return;
    loaded.reject(
      new SoniError(
        "understand.embedded_not_started",
        `The embedded understander does not start: ${cause.message} It is still being tried; until it starts, messages are answered with a request to send them again.`,
        { cause },
      ),
    );
    loaded = unheard();
  }

  function addReader(): void {
    readers.push(
      createReader({
        time,
        deadline,
        preparation,
        startLimit,
        start: () => startReader(workerOptions, environment),
        vectors: () => service?.connect() ?? null,
        onIdle: wake,
        onFailedStart: tellFailedStart,
      }),
    );
  }
  addReader();

  return {
    ready: () => awaited(loaded.promise),
    probe: () => awaited(pool.probe()),
    figures: () => {
      const figures = pool.figures();
      return { ...figures, restarts: figures.restarts + (service?.restarts() ?? 0) };
    },
    async understand(request): Promise<Understanding> {
      const answer = await awaited(pool.read(request));
      if (answer.kind === "unavailable")
        return { commands: [], confidence: 0, source: "none", unavailable: answer.reason };
      const { result, by } = answer;
      return {
        commands: result.commands,
        confidence: result.confidence,
        ...(result.rivals.length === 0 ? {} : { rivals: result.rivals }),
        ...(result.evidence.length === 0 ? {} : { evidence: result.evidence }),
        source: by === "engine" ? "embedded" : "keywords",
      };
    },
    async close() {
      const closed = new SoniError("understand.embedded_stopped", "The embedded understander was closed.");
      loaded.reject(closed);
      await Promise.all([pool.close(closed), service?.close()]);
    },
  };
}

/** A promise that may be rejected while nobody waits for it. */
function unheard(): PromiseWithResolvers<void> {
  const loaded = Promise.withResolvers<void>();
  loaded.promise.catch(() => undefined);
  return loaded;
}

/** Threads and timers keep no process alive; what somebody waits for does. */
async function awaited<Value>(work: Promise<Value>): Promise<Value> {
  const held = setInterval(() => undefined, 60_000);
  try {
    return await work;
  } finally {
    clearInterval(held);
  }
}

function startReader(options: WorkerOptions, environment: NodeJS.ProcessEnv): Worker {
  // The sources run as .ts in development and as .js when built.
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
  const started = { workerData: options, env: environment, resourceLimits: heapLimits };
  return new Worker(new URL(file, import.meta.url), started);
}

/** Compiling its modules takes a quarter of a worker's start; kept beside the vectors, that is done once. */
function workerEnvironment(cacheDirectory: string | undefined): NodeJS.ProcessEnv {
  if (cacheDirectory === undefined) return process.env;
  return { NODE_COMPILE_CACHE: join(cacheDirectory, "compiled"), ...process.env };
}
