import type { Time } from "../../../engine/time.ts";
import type { UnavailableReason, UnderstandingFigures, UnderstandRequest } from "../../understander.ts";
import type { ReadBy } from "../worker-protocol.ts";
import { createBannedTexts } from "./banned-texts.ts";
import { createFairQueue } from "./fair-queue.ts";
import { answerTo, type Job, openJob, type PoolAnswer } from "./job.ts";
import { messageCost } from "./message-cost.ts";
import { createPoolProbe } from "./pool-probe.ts";
import type { Reader, ReaderOutcome } from "./reader.ts";

export interface ReaderPool {
  read(request: UnderstandRequest): Promise<PoolAnswer>;
  /** A reader has started: it can take something. */
  wake(): void;
  probe(): Promise<boolean>;
  figures(): UnderstandingFigures;
  close(reason: Error): Promise<void>;
}

export interface PoolOptions {
  readonly time: Time;
  /** How many messages are read at a time. There is one reader more, the spare: it takes over from one that ended. */
  readonly size: number;
  readonly readers: readonly Reader[];
  /** Milliseconds after which a message that waits is tried by keywords, on the spare. */
  readonly queuePatience: number;
  /** Vectors did not come in time. */
  readonly onVectorsMissing: () => void;
}

/** Messages that wait, of all users. */
const mostWaiting = 1_000;
/** The cost of what one user may have waiting: twenty of the costliest messages of 2,000 characters. */
const mostCostOfUser = 1_100_000;

/** Hands messages to readers: fairly between users, and no text to a second reader once it has ended one. */
export function createReaderPool(options: PoolOptions): ReaderPool {
  const { time, size, readers } = options;
  const queue = createFairQueue<Job>();
  const banned = createBannedTexts(time.now);
  const open = new Set<Job>();
  const reading = new Map<string, number>();
  /** One user cannot hold all readers. */
  const share = Math.max(1, size - 1);
  let working = 0;
  let unavailable = 0;
  let waitingProbe: ((reader: Reader) => void) | null = null;
  let closed: Error | null = null;

  const health = createPoolProbe(time, () => {
    const { promise: sent, resolve } = Promise.withResolvers<boolean>();
    waitingProbe = async (reader) => {
      waitingProbe = null;
      working += 1;
      const outcome = await reader.run({ kind: "probe" });
      working -= 1;
      const isAlive = outcome.kind === "alive" && outcome.vectors;
      if (outcome.kind === "alive" && !isAlive) options.onVectorsMissing();
      resolve(isAlive);
      dispatch();
    };
    dispatch();
    return {
      sent,
      cancel: () => {
        waitingProbe = null;
      },
    };
  });

  function dispatch(): void {
    for (;;) {
      const reader = closed === null ? readers.find((each) => each.isIdle()) : undefined;
      if (reader === undefined) return;
      if (working < size && waitingProbe !== null) {
        waitingProbe(reader);
        continue;
      }
      const job = working < size ? queue.take((user) => (reading.get(user) ?? 0) < share) : undefined;
      if (job !== undefined) {
        void readNow(reader, job);
        continue;
      }
      const late = queue.find((each) => each.late === "yes");
      if (late === undefined) return;
      void tryByKeywords(reader, late);
    }
  }

  async function readNow(reader: Reader, job: Job): Promise<void> {
    working += 1;
    reading.set(job.user, (reading.get(job.user) ?? 0) + 1);
    const outcome = await run(reader, job, "engine");
    working -= 1;
    const others = (reading.get(job.user) ?? 1) - 1;
    if (others > 0) reading.set(job.user, others);
    else reading.delete(job.user);
    if (outcome.kind === "died" && job.isOpen() && job.deaths === 1) queue.putBack(job);
    else end(job, answerTo(job, outcome));
    dispatch();
  }

  /** The message keeps its place in the queue: only a plain answer is taken from this reading. */
  async function tryByKeywords(reader: Reader, job: Job): Promise<void> {
    job.late = "tried";
    const answer = answerTo(job, await run(reader, job, "keywords"));
    if (answer.kind === "read" || answer.reason === "timeout" || answer.reason === "stopped") end(job, answer);
    dispatch();
  }

  async function run(reader: Reader, job: Job, by: ReadBy): Promise<ReaderOutcome> {
    const { message, context } = job.request;
    const outcome = await reader.run({ kind: "read", message, context, by });
    if (outcome.kind === "died") job.deaths += 1;
    if (outcome.kind === "timeout" || (outcome.kind === "died" && job.deaths > 1)) banned.strike(message);
    if (outcome.kind === "read" && by === "engine") {
      if (outcome.by === "engine") health.answered();
      else options.onVectorsMissing();
    }
    return outcome;
  }

  function end(job: Job, answer: PoolAnswer): void {
    queue.remove(job);
    job.answer(answer);
  }

  function add(request: UnderstandRequest): Job {
    const job = openJob(request, {
      time,
      queuePatience: options.queuePatience,
      onLate: dispatch,
      onEnd: (ended) => {
        queue.remove(ended);
        open.delete(ended);
      },
    });
    open.add(job);
    queue.add(job, { user: job.user, cost: messageCost(request.message) });
    const isTooMuch = queue.waiting(job.user) > mostCostOfUser || queue.size() > mostWaiting;
    if (isTooMuch) job.answer(notNow("overloaded"));
    else dispatch();
    return job;
  }

  return {
    async read(request) {
      if (closed !== null) throw closed;
      request.signal?.throwIfAborted();
      const answer = banned.isBanned(request.message) ? notNow("banned") : await add(request).answered;
      if (answer.kind === "unavailable") unavailable += 1;
      return answer;
    },
    wake: dispatch,
    probe: async () => closed === null && (await health.probe()),
    figures: () => ({
      workers: readers.filter((reader) => reader.isAlive()).length,
      restarts: readers.reduce((sum, reader) => sum + reader.restarts(), 0),
      queued: queue.size(),
      banned: banned.size(),
      unavailable,
    }),
    async close(reason) {
      closed = reason;
      for (const job of [...open]) job.fail(reason);
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}

const notNow = (reason: UnavailableReason): PoolAnswer => ({ kind: "unavailable", reason });
