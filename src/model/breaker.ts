import { backoffDelay } from "../engine/backoff.ts";
import type { Time } from "../engine/time.ts";
import type { ModelFailureCode } from "./language-model.ts";

export type BreakerState = "closed" | "open" | "half_open";

export interface BreakerOptions {
  readonly time: Pick<Time, "now">;
  /** 0 to 1: spreads those who come back. */
  readonly random?: () => number;
  /** Failures in a row that open it. */
  readonly failures?: number;
  /** Milliseconds between two calls while it is open: each is a probe. */
  readonly probeEvery?: number;
}

/** Whether a call may go to the provider now. */
export type Admission =
  | { readonly admitted: true; readonly isProbe: boolean }
  | {
      readonly admitted: false;
      readonly code: "model.circuit_open" | "model.rate_limited";
      /** Milliseconds until it is worth asking again. */
      readonly wait: number;
    };

/**
 * Keeps calls from a provider that fails. Closed, all calls go through. After a few failures in a row it opens: for an interval
 * nobody calls, then one call is let through as a probe. If that works, it closes; if not, it stays open for another interval.
 * `Retry-After` is remembered in the same place, because it is meant for all calls and not only for the one that heard it.
 */
export interface Breaker {
  admit(): Admission;
  succeeded(): void;
  failed(code: ModelFailureCode, retryAfter?: number): void;
  /** The call ended without an answer about the provider: the caller went away. */
  abandoned(isProbe: boolean): void;
  state(): BreakerState;
  /** Milliseconds that the provider still wants to be left alone. */
  pause(): number;
}

const usualFailures = 5;
const usualProbeEvery = 10_000;
/** Somebody has to pay or to correct a key: a probe a minute is enough. */
const restEvery = 60_000;
/** A provider that says 0 seconds, or nothing, would get the next call at once, from everybody. */
const shortestPause = 500;
/** A longer pause than this is not believed. */
const longestPause = 600_000;
/** Up to this share is added to a pause, so that not all come back in the same moment. */
const jitter = 0.25;

/** These say that the provider does not work, the others that a request was wrong or came at a bad moment. */
const outages: ReadonlySet<ModelFailureCode> = new Set([
  "model.unavailable",
  "model.unreachable",
  "model.timeout",
  "model.bad_response",
]);
const lasting: ReadonlySet<ModelFailureCode> = new Set(["model.misconfigured", "model.quota_exceeded"]);

export const createBreaker = (options: BreakerOptions): Breaker => {
  const { time, random = Math.random, failures = usualFailures, probeEvery = usualProbeEvery } = options;
  let failedInARow = 0;
  let limitedInARow = 0;
  /** When the next probe may go; null while it is closed. */
  let opensAt: number | null = null;
  let probing = false;
  /** It is open because the provider asked for a pause; then those who come meanwhile may wait a little. */
  let limited = false;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  const openFor = (milliseconds: number): void => {
    opensAt = time.now() + milliseconds;
    probing = false;
    limited = false;
  };
  const pauseFor = (milliseconds: number): void => {
    const asked = Math.min(Math.max(milliseconds, shortestPause), longestPause);
    pausedUntil = Math.max(pausedUntil, time.now() + asked * (1 + jitter * random()));
  };

  return {
    admit() {
      const now = time.now();
      if (now < pausedUntil) return { admitted: false, code: "model.rate_limited", wait: pausedUntil - now };
      if (opensAt === null) return { admitted: true, isProbe: false };
      if (now < opensAt && probing && limited)
        return { admitted: false, code: "model.rate_limited", wait: Math.min(shortestPause, opensAt - now) };
      if (now < opensAt) return { admitted: false, code: "model.circuit_open", wait: opensAt - now };
      // A probe that never comes back must not be the last one.
      opensAt = now + probeEvery;
      probing = true;
      return { admitted: true, isProbe: true };
    },
    succeeded() {
      failedInARow = 0;
      limitedInARow = 0;
      opensAt = null;
      probing = false;
      limited = false;
    },
    failed(code, retryAfter) {
      if (code === "model.rate_limited") {
        limitedInARow += 1;
        pauseFor(retryAfter ?? backoffDelay(limitedInARow, { first: shortestPause, longest: 30_000 }));
        // After the pause one call goes first: if all came back at once, the limit would be reached again.
        opensAt = pausedUntil;
        probing = false;
        limited = true;
        return;
      }
      if (lasting.has(code)) return openFor(restEvery);
      if (!outages.has(code)) return;
      failedInARow += 1;
      if (retryAfter !== undefined) pauseFor(retryAfter);
      if (probing || (opensAt === null && failedInARow >= failures)) openFor(probeEvery);
    },
    abandoned(isProbe) {
      if (!isProbe || !probing) return;
      probing = false;
      opensAt = time.now();
    },
    state() {
      if (opensAt === null) return "closed";
      return probing || limited || time.now() >= opensAt ? "half_open" : "open";
    },
    pause: () => Math.max(0, pausedUntil - time.now()),
  };
};

/** For measuring: each call is made and counted by itself, whatever became of the others. */
export const noBreaker: Breaker = {
  admit: () => ({ admitted: true, isProbe: false }),
  succeeded: () => undefined,
  failed: () => undefined,
  abandoned: () => undefined,
  state: () => "closed",
  pause: () => 0,
};
