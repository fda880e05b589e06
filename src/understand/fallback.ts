import type { Time } from "../engine/time.ts";
import { systemTime } from "../time/system-time.ts";
import { type BudgetedRequest, type BudgetLimits, defaultLimits, openBudget } from "./budget.ts";
import type { Understander, Understanding, UnderstandRequest } from "./understander.ts";
import { addUsage, noUsage } from "./usage.ts";

export interface FallbackOptions {
  readonly budget?: Partial<BudgetLimits>;
  /** Milliseconds kept for the last in the chain, so that a hanging provider cannot starve it. */
  readonly reserve?: number;
  readonly time?: Time;
}

const nothing = { commands: [], confidence: 0, source: "none" } as const;
const failed: Understanding = { ...nothing, unavailable: "failed" };
const tooLate: Understanding = { ...nothing, unavailable: "timeout" };

/**
 * Tries understanders in order until one answers; the last is usually `embedded`. A model that understood nothing
 * has answered; one that was unavailable, or whose source is `none`, has not. If none has, the answer is what the last
 * one was unavailable for.
 */
export const withFallback = (chain: readonly Understander[], options: FallbackOptions = {}): Understander => {
  const time = options.time ?? systemTime;
  const limits = { ...defaultLimits, ...options.budget };
  const workers = chain.find((understander) => understander.figures !== undefined);
  const reserve = Math.min(options.reserve ?? 2_000, limits.milliseconds / 2);
  return {
    understand: async (request) => {
      const start = time.now();
      const budget = openBudget({ ...limits, milliseconds: limits.milliseconds - reserve }, start);
      let usage = noUsage;
      let last = failed;
      for (const [index, understander] of chain.entries()) {
        const until = index === chain.length - 1 ? start + limits.milliseconds : budget.deadline;
        const answer = await within(until - time.now(), request, (signal) =>
          understander.understand({ ...request, signal, budget } as BudgetedRequest),
        );
        usage = addUsage(usage, answer.usage ?? noUsage);
        if (answer.source !== "none" && answer.unavailable === undefined)
          return { ...answer, ...(used(usage) ? { usage } : {}) };
        last = { ...nothing, unavailable: answer.unavailable ?? "failed" };
      }
      return { ...last, ...(used(usage) ? { usage } : {}) };
    },
    ...(workers === undefined ? {} : { figures: workers.figures }),
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
  if (milliseconds <= 0) return tooLate;
  const timeout = new AbortController();
  const signal = request.signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, request.signal]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Understanding>((resolve) => {
    timer = setTimeout(() => {
      timeout.abort();
      resolve(tooLate);
    }, milliseconds);
  });
  try {
    return await Promise.race([
      Promise.resolve(signal)
        .then(run)
        .catch(() => failed),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
};
