import { userOf } from "../../../engine/state/conversation-owner.ts";
import type { Time } from "../../../engine/time.ts";
import type { UnavailableReason, UnderstandRequest } from "../../understander.ts";
import type { EngineResult } from "../engine-input.ts";
import { longestAnswer, safeAnswer } from "../safe-answer.ts";
import type { ReadBy } from "../worker-protocol.ts";
import type { ReaderOutcome } from "./reader.ts";

export type PoolAnswer =
  | { readonly kind: "read"; readonly result: EngineResult; readonly by: ReadBy }
  | { readonly kind: "unavailable"; readonly reason: UnavailableReason };

/** A message on its way through the pool. It ends once: answered, given up by its sender, or closed with the pool. */
export interface Job {
  readonly request: UnderstandRequest;
  readonly user: string;
  readonly answered: Promise<PoolAnswer>;
  isOpen(): boolean;
  answer(answer: PoolAnswer): void;
  fail(reason: Error): void;
  /** Threads that ended while they had it. */
  deaths: number;
  /** It has waited long enough to be tried by keywords; that is done once. */
  late: "no" | "yes" | "tried";
}

interface JobOptions {
  readonly time: Time;
  /** Milliseconds until it is late. */
  readonly queuePatience: number;
  readonly onLate: () => void;
  readonly onEnd: (job: Job) => void;
}

export function openJob(request: UnderstandRequest, options: JobOptions): Job {
  const { message, context, signal } = request;
  const { promise, resolve, reject } = Promise.withResolvers<PoolAnswer>();
  let isOpen = true;
  const end = (): boolean => {
    if (!isOpen) return false;
    isOpen = false;
    cancelLate();
    signal?.removeEventListener("abort", abort);
    options.onEnd(job);
    return true;
  };
  const job: Job = {
    request,
    user: userOf(context.conversationId),
    answered: promise,
    isOpen: () => isOpen,
    answer: (answer) => {
      if (end()) resolve(answer);
    },
    fail: (reason) => {
      if (end()) reject(reason);
    },
    deaths: 0,
    late: "no",
  };
  const abort = (): void => job.fail(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
  signal?.addEventListener("abort", abort);
  // A text that is too long to be a plain answer gains nothing from being read by keywords.
  const cancelLate =
    message.length > longestAnswer
      ? () => undefined
      : options.time.after(options.queuePatience, () => {
          job.late = "yes";
          options.onLate();
        });
  return job;
}

export function answerTo({ request, deaths }: Job, outcome: ReaderOutcome): PoolAnswer {
  switch (outcome.kind) {
    case "read":
      return outcome.by === "engine" || safeAnswer(outcome.result, request) !== null
        ? outcome
        : { kind: "unavailable", reason: "degraded" };
    case "timeout":
      return { kind: "unavailable", reason: "timeout" };
    case "died":
      return { kind: "unavailable", reason: deaths > 1 ? "stopped" : "degraded" };
    case "failed":
    case "alive":
      return { kind: "unavailable", reason: "failed" };
    default:
      return outcome satisfies never;
  }
}
