import { backoffDelay } from "../engine/backoff.ts";
import type { Usage } from "../engine/state/turn.ts";
import { sleep, type Time } from "../engine/time.ts";
import type { Breaker } from "./breaker.ts";
import { type Failure, failed } from "./failure.ts";
import { type FinishReason, type Generation, tooSlow } from "./language-model.ts";

/** What one request to a provider led to. */
export type AttemptOutcome =
  | { readonly ok: true; readonly text: string; readonly finish: FinishReason; readonly usage: Usage }
  | Failure;

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
  /** Of the provider and model; all calls share it. */
  readonly breaker: Breaker;
  /** 0 to 1: spreads the retries of many clients. */
  readonly random?: () => number;
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

const longestBackoff = 8_000;

/** Tries until it works, the failure is final, or the next attempt could not start before the deadline. */
export const attemptUntilDeadline = async (attempt: Attempt, options: AttemptOptions): Promise<Generation> => {
  const { policy, time, breaker, random = Math.random, signal } = options;
  const deadline = options.deadline ?? Number.POSITIVE_INFINITY;
  let made = 0;
  let failure: Failure | null = null;
  for (;;) {
    if (isAborted(signal)) return ended(failure ?? abortedBy(signal), made);
    const admission = breaker.admit();
    if (!admission.admitted) {
      // Nobody waits for an outage to end. A short pause that the provider asked for is worth it.
      const isTooLong = admission.wait > policy.timeout || time.now() + admission.wait >= deadline;
      if (admission.code === "model.circuit_open" || isTooLong) return ended(failure ?? failed(admission.code), made);
      await sleep(time, admission.wait, signal);
      continue;
    }
    made += 1;
    const milliseconds = Math.min(policy.timeout, deadline - time.now());
    const outcome = await attemptOnce(attempt, { time, milliseconds, signal });
    tell(breaker, outcome, admission.isProbe);
    if (outcome.ok) return { ...outcome, attempts: made };
    failure = outcome;
    if (!outcome.retryable || made >= policy.attempts) return ended(failure, made);
    // The breaker knows how long to wait, for all calls.
    if (outcome.code === "model.rate_limited") continue;
    if (admission.isProbe) return ended(failure, made);
    const wait = backoff(policy.backoff, made, random());
    // Waiting past the deadline would only make the fallback answer later.
    if (time.now() + wait >= deadline) return ended(failure, made);
    await sleep(time, wait, signal);
  }
};

const ended = ({ code, message, detail, status }: Failure, attempts: number): Generation => ({
  ok: false,
  code,
  message,
  attempts,
  ...(detail === undefined ? {} : { detail }),
  ...(status === undefined ? {} : { status }),
});

const tell = (breaker: Breaker, outcome: AttemptOutcome, isProbe: boolean): void => {
  // A provider that refuses a request is there.
  if (outcome.ok || outcome.code === "model.refused_request") breaker.succeeded();
  else if (outcome.code === "model.cancelled") breaker.abandoned(isProbe);
  else breaker.failed(outcome.code, outcome.retryAfter);
};

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted ?? false;

/** A call that is given up because somebody else answered first was too slow; any other was not wanted any more. */
const abortedBy = (signal: AbortSignal | undefined): Failure =>
  signal?.reason === tooSlow ? failed("model.timeout", { retryable: false }) : failed("model.cancelled");

const backoff = (first: number, number: number, random: number): number =>
  backoffDelay(number, { first, longest: longestBackoff }) * (0.5 + random / 2);

interface OneAttempt {
  readonly time: Time;
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
}

const attemptOnce = async (attempt: Attempt, { time, milliseconds, signal }: OneAttempt): Promise<AttemptOutcome> => {
  if (milliseconds <= 0) return failed("model.timeout", { retryable: false });
  const timeout = new AbortController();
  const stopTimer = time.after(milliseconds, () => timeout.abort());
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
    return isAborted(signal) ? abortedBy(signal) : failed("model.timeout");
  } finally {
    stopTimer();
    either.removeEventListener("abort", stop);
  }
};
