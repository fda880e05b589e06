import type { Time } from "../engine/time.ts";
import { tooSlow } from "../model/language-model.ts";
import { systemTime } from "../time/system-time.ts";
import { type BudgetedRequest, type BudgetLimits, defaultLimits, openBudget, type TurnBudget } from "./budget.ts";
import { isReady } from "./is-ready.ts";
import type { Understander, Understanding, UnderstandRequest } from "./understander.ts";
import { addUsage, noUsage } from "./usage.ts";

export interface FallbackOptions {
  readonly budget?: Partial<BudgetLimits>;
  /** Milliseconds kept for the last in the chain, so that a hanging provider cannot starve it. */
  readonly reserve?: number;
  /** Milliseconds after which the last in the chain is asked beside those that have not answered yet; never, unless given. */
  readonly softDeadline?: number;
  /** Milliseconds after which the next one is asked beside one that has not answered yet; never, unless given. */
  readonly hedgeAfter?: number;
  readonly time?: Time;
}

const nothing = { commands: [], confidence: 0, source: "none" } as const;
const failed: Understanding = { ...nothing, unavailable: "failed" };
const tooLate: Understanding = { ...nothing, unavailable: "timeout" };
const never = Number.POSITIVE_INFINITY;

/**
 * Asks understanders in order until one answers; the last is usually `embedded`. A model that understood nothing has answered; one
 * that was unavailable, or whose source is `none`, has not. If none has, the answer is what the last one was unavailable for.
 *
 * Nobody waits for a slow model: after the soft deadline the last one reads the message too, and the first answer counts.
 */
export const withFallback = (chain: readonly Understander[], options: FallbackOptions = {}): Understander => {
  const time = options.time ?? systemTime;
  const limits = { ...defaultLimits, ...options.budget };
  const workers = chain.find((understander) => understander.figures !== undefined);
  const reserve = Math.min(options.reserve ?? 2_000, limits.milliseconds / 2);
  const last = chain.at(-1);
  return {
    understand: async (request) => {
      const start = time.now();
      const budget = openBudget({ ...limits, milliseconds: limits.milliseconds - reserve }, start);
      const race = openRace({ request, budget, time });
      const waiting = [...chain.entries()];
      let usage = noUsage;
      let unavailable: Understanding["unavailable"] = "failed";
      /** When the next one is asked although others have not answered: the last by the soft deadline, a model by the hedge. */
      const nextStart = (lastStart: number): { readonly index: number; readonly at: number } => {
        const [next] = waiting;
        const end = waiting.at(-1)?.[0] ?? 0;
        const isLastWaiting = end === chain.length - 1 && chain.length > 1;
        const soft = isLastWaiting ? start + (options.softDeadline ?? never) : never;
        const hedge =
          next === undefined || (isLastWaiting && next[0] === end) ? never : lastStart + (options.hedgeAfter ?? never);
        return soft <= hedge ? { index: waiting.length - 1, at: soft } : { index: 0, at: hedge };
      };
      const launch = (position: number): void => {
        const [link] = waiting.splice(position, 1);
        if (link === undefined) return;
        const [index, understander] = link;
        race.enter(understander, index === chain.length - 1 ? start + limits.milliseconds : budget.deadline);
      };
      for (let lastStart = start; ; ) {
        if (race.running() === 0) {
          if (waiting.length === 0) return { ...nothing, unavailable, ...(used(usage) ? { usage } : {}) };
          launch(0);
          lastStart = time.now();
        }
        const { index, at } = nextStart(lastStart);
        const answer = await race.first(at - time.now());
        if (answer === null) {
          launch(index);
          lastStart = time.now();
          continue;
        }
        usage = addUsage(usage, answer.usage ?? noUsage);
        if (answer.source !== "none" && answer.unavailable === undefined) {
          race.end();
          return { ...answer, ...(used(usage) ? { usage } : {}) };
        }
        unavailable = answer.unavailable ?? "failed";
      }
    },
    // Models have nothing to load. The last one is loaded before it is needed: in the last seconds of a turn it is too late.
    ...(last?.ready === undefined ? {} : { ready: () => last.ready?.() ?? Promise.resolve() }),
    ...(last === undefined ? {} : { probe: () => isReady(last) }),
    ...(workers === undefined ? {} : { figures: workers.figures }),
    close: async () => {
      await Promise.all(chain.map((understander) => understander.close?.()));
    },
  };
};

const used = (usage: typeof noUsage): boolean => usage.inputTokens + usage.outputTokens > 0;

interface Race {
  /** Asks one more, until the given time. */
  enter(understander: Understander, until: number): void;
  running(): number;
  /** The next answer, good or not; null if none came in this many milliseconds. */
  first(milliseconds: number): Promise<Understanding | null>;
  /** Stops all that have not answered. */
  end(): void;
}

interface RaceOptions {
  readonly request: UnderstandRequest;
  readonly budget: TurnBudget;
  readonly time: Time;
}

/** An understander that throws or ignores its signal counts as one that failed. */
const openRace = ({ request, budget, time }: RaceOptions): Race => {
  const running = new Set<AbortController>();
  const answers: Understanding[] = [];
  let wake = (): void => undefined;
  return {
    running: () => running.size + answers.length,
    enter(understander, until) {
      const stop = new AbortController();
      running.add(stop);
      const finish = (answer: Understanding): void => {
        if (!running.delete(stop)) return;
        stopTimer();
        answers.push(answer);
        wake();
      };
      const stopTimer = time.after(Math.max(0, until - time.now()), () => {
        stop.abort(tooSlow);
        finish(tooLate);
      });
      const signal = request.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, request.signal]);
      Promise.resolve({ ...request, signal, budget } satisfies BudgetedRequest)
        .then((given) => (until <= time.now() ? tooLate : understander.understand(given)))
        .then(finish, () => finish(failed));
      stop.signal.addEventListener("abort", stopTimer, { once: true });
    },
    async first(milliseconds) {
      const ready = answers.shift();
      if (ready !== undefined) return ready;
      await new Promise<void>((resolve) => {
        const stopTimer = milliseconds === never ? () => undefined : time.after(Math.max(0, milliseconds), resolve);
        wake = () => {
          stopTimer();
          resolve();
        };
      });
      wake = () => undefined;
      return answers.shift() ?? null;
    },
    end() {
      for (const stop of running) stop.abort(tooSlow);
      running.clear();
    },
  };
};
