import { systemTimers, type Timers } from "../model/timers.ts";
import { type BudgetedRequest, type BudgetLimits, defaultLimits, openBudget } from "./budget.ts";
import type { Understander, Understanding, UnderstandRequest } from "./understander.ts";
import { addUsage, noUsage } from "./usage.ts";

export interface FallbackOptions {
  readonly budget?: Partial<BudgetLimits>;
  /** Milliseconds kept for the last in the chain, so that a hanging provider cannot starve it. */
  readonly reserve?: number;
  readonly timers?: Timers;
}

const nothing: Understanding = { commands: [], confidence: 0, source: "none" };

/**
 * Tries understanders in order until one answers; the last is usually `embedded`. A model that understood nothing
 * has answered; one that failed (its source is `none`) has not.
 */
export const withFallback = (chain: readonly Understander[], options: FallbackOptions = {}): Understander => {
  const timers = options.timers ?? systemTimers;
  const limits = { ...defaultLimits, ...options.budget };
  const reserve = Math.min(options.reserve ?? 2_000, limits.milliseconds / 2);
  return {
    understand: async (request) => {
      const start = timers.now();
      const budget = openBudget({ ...limits, milliseconds: limits.milliseconds - reserve }, start);
      let usage = noUsage;
      for (const [index, understander] of chain.entries()) {
        const last = index === chain.length - 1;
        const until = last ? start + limits.milliseconds : budget.deadline;
        const answer = await within(until - timers.now(), request, (signal) =>
          understander.understand({ ...request, signal, budget } as BudgetedRequest),
        );
        usage = addUsage(usage, answer.usage ?? noUsage);
        if (answer.source !== "none") return { ...answer, ...(used(usage) ? { usage } : {}) };
      }
      return { ...nothing, ...(used(usage) ? { usage } : {}) };
    },
    close: async () => {
      await Promise.all(chain.map((understander) => understander.close?.()));
    },
  };
};

const used = (usage: typeof noUsage): boolean => usage.inputTokens + usage.outputTokens > 0;

/** An understander that throws or ignores its signal counts as one that failed. */
const within = async (
  milliseconds: number,
  request: UnderstandRequest,
  run: (signal: AbortSignal) => Promise<Understanding>,
): Promise<Understanding> => {
  if (milliseconds <= 0) return nothing;
  const timeout = new AbortController();
  const signal = request.signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, request.signal]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Understanding>((resolve) => {
    timer = setTimeout(() => {
      timeout.abort();
      resolve(nothing);
    }, milliseconds);
  });
  try {
    return await Promise.race([
      Promise.resolve(signal)
        .then(run)
        .catch(() => nothing),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
};
