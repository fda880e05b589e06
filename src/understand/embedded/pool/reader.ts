import type { MessagePort, Worker } from "node:worker_threads";
import type { Time } from "../../../engine/time.ts";
import type { FlowInScope, UnderstandingContext } from "../../understander.ts";
import type { EngineResult } from "../engine-input.ts";
import { type FromWorker, keptAssistants, type NamedContext, type ReadBy, type ToWorker } from "../worker-protocol.ts";
import { superviseThread } from "./supervised-thread.ts";

export type ReaderTask =
  | { readonly kind: "read"; readonly message: string; readonly context: UnderstandingContext; readonly by: ReadBy }
  | { readonly kind: "probe" };

export type ReaderOutcome =
  | { readonly kind: "read"; readonly result: EngineResult; readonly by: ReadBy }
  | { readonly kind: "alive"; readonly vectors: boolean }
  /** The engine threw; the thread is fine. */
  | { readonly kind: "failed"; readonly error: string }
  /** It did not answer before the deadline, and was ended. */
  | { readonly kind: "timeout" }
  /** The thread ended by itself. */
  | { readonly kind: "died"; readonly cause: Error };

/** One reading thread, which has one task at a time. */
export interface Reader {
  isIdle(): boolean;
  isAlive(): boolean;
  run(task: ReaderTask): Promise<ReaderOutcome>;
  /** Gives it a new way to the vectors. */
  connect(): void;
  restarts(): number;
  close(): Promise<void>;
}

export interface ReaderOptions {
  readonly time: Time;
  readonly start: () => Worker;
  /** Milliseconds for one task, counted from when the thread is given it. */
  readonly deadline: number;
  /** Milliseconds for one that waits until the model and the assistant's texts are prepared. */
  readonly preparation: number;
  readonly startLimit: number;
  /** The way to the thread of the sentence vectors, if there is one. */
  readonly vectors: () => MessagePort | null;
  readonly onIdle: () => void;
  /** A thread ended before it could take a task. It is started again. */
  readonly onFailedStart: (cause: Error) => void;
}

interface Running {
  readonly id: number;
  readonly settle: (outcome: ReaderOutcome) => void;
}

/** Cloning a thousand definitions at once would hold the event loop for too long. */
const flowsPerPost = 50;

export function createReader(options: ReaderOptions): Reader {
  const { time } = options;
  let sent = new Map<string, Set<string>>();
  let isReady = false;
  let running: Running | null = null;
  let next = 0;
  let disarm = (): void => undefined;

  const thread = superviseThread<ToWorker, FromWorker>({
    time,
    startLimit: options.startLimit,
    start: options.start,
    onStart(post) {
      sent = new Map();
      link(post);
    },
    onMessage: receive,
    onEnd(cause) {
      const hadStarted = isReady;
      isReady = false;
      finish({ kind: "died", cause });
      if (!hadStarted) options.onFailedStart(cause);
    },
  });

  function link(post: typeof thread.post): void {
    const port = options.vectors();
    if (port !== null) post({ kind: "vectors", port }, [port]);
  }

  function receive(message: FromWorker): void {
    if (message.kind === "ready") {
      isReady = true;
      options.onIdle();
      return;
    }
    // A late word about a task that is over.
    if (message.id !== running?.id) return;
    switch (message.kind) {
      case "preparing":
        arm(options.preparation + options.deadline);
        break;
      case "prepared":
        arm(options.deadline);
        break;
      default: {
        thread.praise();
        const { id: _, ...outcome } = message;
        finish(outcome);
      }
    }
  }

  function finish(outcome: ReaderOutcome): void {
    disarm();
    const done = running;
    running = null;
    done?.settle(outcome);
  }

  function arm(milliseconds: number): void {
    disarm();
    disarm = time.after(milliseconds, () => {
      finish({ kind: "timeout" });
      thread.end(new Error("It did not answer in time."));
    });
  }

  async function give(id: number, task: ReaderTask): Promise<void> {
    if (task.kind === "read") await tellFlows(task.context, () => running?.id === id);
    if (running?.id !== id) return;
    arm(options.deadline);
    thread.post(task.kind === "probe" ? { ...task, id } : { ...task, id, context: named(task.context) });
  }

  async function tellFlows(context: UnderstandingContext, goesOn: () => boolean): Promise<void> {
    const known = sent.get(context.assistantHash) ?? new Set<string>();
    const all = [...context.flows, ...(context.active === null ? [] : [context.active]), ...context.paused];
    const unknown = all.filter((flow) => !known.has(flow.name));
    if (unknown.length > 0) {
      sent.delete(context.assistantHash);
      sent.set(context.assistantHash, known);
      const [oldest] = sent.keys();
      if (sent.size > keptAssistants && oldest !== undefined) sent.delete(oldest);
    }
    for (let start = 0; start < unknown.length && goesOn(); start += flowsPerPost) {
      const flows = unknown.slice(start, start + flowsPerPost);
      thread.post({ kind: "flows", assistantHash: context.assistantHash, flows });
      for (const flow of flows) known.add(flow.name);
      if (start + flowsPerPost < unknown.length) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  return {
    isIdle: () => isReady && running === null,
    isAlive: () => isReady,
    run: (task) =>
      new Promise((settle) => {
        const id = next++;
        running = { id, settle };
        give(id, task).catch((error: unknown) => {
          // A message that cannot be cloned never reaches the thread.
          if (running?.id === id) finish({ kind: "failed", error: String(error) });
        });
      }),
    connect: () => link(thread.post),
    restarts: thread.restarts,
    close: thread.close,
  };
}

const nameOf = (flow: FlowInScope): string => flow.name;

/** Without the vocabulary, which only prompts need. */
function named({ vocabulary: _, ...context }: UnderstandingContext): NamedContext {
  return {
    ...context,
    flows: context.flows.map(nameOf).join("\n"),
    active: context.active?.name ?? null,
    paused: context.paused.map(nameOf),
  };
}
