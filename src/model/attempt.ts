import { backoffDelay } from "../engine/backoff.ts";
import type { Usage } from "../engine/state/turn.ts";
import { sleep, type Time } from "../engine/time.ts";
import type { FinishReason, Generation, ModelFailureCode } from "./language-model.ts";

/** What one request to a provider led to. */
export type AttemptOutcome =
  | { readonly ok: true; readonly text: string; readonly finish: FinishReason; readonly usage: Usage }
  | {
      readonly ok: false;
      readonly code: ModelFailureCode;
      readonly message: string;
      readonly retryable: boolean;
      /** Milliseconds that the provider asked us to wait. */
      readonly retryAfter?: number;
    };

export type Attempt = (signal: AbortSignal) => Promise<AttemptOutcome>;

export interface RetryPolicy {
  readonly attempts: number;
  /** Milliseconds per attempt. */
  readonly timeout: number;
  /** Milliseconds before the second attempt; doubles with each one. */
  readonly backoff: number;
}

export interface AttemptOptions {
  readonly policy: RetryPolicy;
  readonly time: Time;
  /** 0 to 1: spreads the retries of many clients. */
  readonly random?: () => number;
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

const longestBackoff = 8_000;

/** Tries until it works, the failure is final, or the next attempt could not start before the deadline. */
export const attemptUntilDeadline = async (attempt: Attempt, options: AttemptOptions): Promise<Generation> => {
  const { policy, time, random = Math.random, signal } = options;
  const deadline = options.deadline ?? Number.POSITIVE_INFINITY;
  for (let number = 1; ; number += 1) {
    const outcome = await attemptOnce(attempt, Math.min(policy.timeout, deadline - time.now()), signal);
    if (outcome.ok) return { ...outcome, attempts: number };
    const { code, message } = outcome;
    const failure: Generation = { ok: false, code, message, attempts: number };
    if (!outcome.retryable || number >= policy.attempts || isAborted(signal)) return failure;
    const wait = outcome.retryAfter ?? backoff(policy.backoff, number, random());
    // Waiting past the deadline would only make the fallback answer later.
    if (time.now() + wait >= deadline) return failure;
    await sleep(time, wait, signal);
  }
};

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted ?? false;

const backoff = (first: number, number: number, random: number): number =>
  backoffDelay(number, { first, longest: longestBackoff }) * (0.5 + random / 2);

const attemptOnce = async (attempt: Attempt, milliseconds: number, signal?: AbortSignal): Promise<AttemptOutcome> => {
  const timedOut: AttemptOutcome = {
    ok: false,
    code: "model.timeout",
    message: "The model did not answer in time.",
    retryable: true,
  };
  const cancelled: AttemptOutcome = {
    ok: false,
    code: "model.cancelled",
    message: "The request was cancelled.",
    retryable: false,
  };
  if (isAborted(signal)) return cancelled;
  if (milliseconds <= 0) return { ...timedOut, retryable: false };
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), Math.min(milliseconds, 2 ** 31 - 1));
  const either = signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, signal]);
  // A provider that ignores the signal must not hold the turn: whoever is first decides.
  let stop = () => {};
  const aborted = new Promise<"aborted">((resolve) => {
    stop = () => resolve("aborted");
    either.addEventListener("abort", stop, { once: true });
  });
  try {
    const outcome = await Promise.race([attempt(either), aborted]);
    if (outcome !== "aborted" && !either.aborted) return outcome;
    if (outcome !== "aborted" && outcome.ok) return outcome;
    return isAborted(signal) ? cancelled : timedOut;
  } finally {
    clearTimeout(timer);
    either.removeEventListener("abort", stop);
  }
};
