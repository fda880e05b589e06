import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Time } from "../../../engine/time.ts";
import { superviseThread } from "../pool/supervised-thread.ts";
import type { VectorsOptions } from "./open-vectors.ts";
import type { FromVectorWorker, ToVectorWorker } from "./vector-worker.ts";

export interface VectorService {
  /** A port for one more thread that asks. */
  connect(): MessagePort;
  /** Whether the model is loaded, or there is none to load. */
  isOpen(): boolean;
  /** Somebody waited in vain: a thread that does not answer within the limit is ended. */
  check(limit: number): void;
  restarts(): number;
  close(): Promise<void>;
}

interface ServiceOptions {
  /** The file that runs as the thread, instead of ours. */
  readonly file?: string;
  readonly vectors: VectorsOptions;
  readonly environment: NodeJS.ProcessEnv;
  readonly time: Time;
  readonly startLimit: number;
  readonly onOpen: () => void;
  /** A new thread: ports to the old one are dead. */
  readonly onRestart: () => void;
}

/** Megabytes of its JavaScript heap; the model itself is outside of it. */
const heapLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };

/**
 * One thread holds the model, 50 MB, for all readers, and has others that help it. No rule or pattern runs over what users say there, so it is not
 * what a message blocks; if it ends, it comes back, and readers read by keywords until then.
 */
export function openVectorService(options: ServiceOptions): VectorService {
  const { time } = options;
  // The sources run as .ts in development and as .js when built.
  const ours = import.meta.url.endsWith(".ts") ? "./vector-worker.ts" : "./vector-worker.js";
  const file = new URL(options.file ?? ours, import.meta.url);
  let isOpen = false;
  let isFirst = true;
  let pings = 0;
  let stopWaiting: (() => void) | null = null;
  const thread = superviseThread<ToVectorWorker, FromVectorWorker>({
    time,
    startLimit: options.startLimit,
    start: () =>
      new Worker(file, { workerData: options.vectors, env: options.environment, resourceLimits: heapLimits }),
    onStart() {
      if (!isFirst) options.onRestart();
      isFirst = false;
    },
    onMessage(message) {
      thread.praise();
      if (message.kind === "opened") {
        isOpen = true;
        options.onOpen();
        return;
      }
      stopWaiting?.();
      stopWaiting = null;
    },
    onEnd() {
      isOpen = false;
      stopWaiting?.();
      stopWaiting = null;
    },
  });
  return {
    connect() {
      const { port1, port2 } = new MessageChannel();
      thread.post({ kind: "connect", port: port1 }, [port1]);
      return port2;
    },
    isOpen: () => isOpen,
    check(limit) {
      // Nothing to embed is answered at once by a thread that is alive.
      if (!isOpen || stopWaiting !== null) return;
      stopWaiting = time.after(limit, () => thread.end(new Error("It did not answer in time.")));
      thread.post({ kind: "embed", id: pings++, of: "messages", texts: [] });
    },
    restarts: thread.restarts,
    close: thread.close,
  };
}
