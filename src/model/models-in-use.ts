import type { Time } from "../engine/time.ts";
import { systemTime } from "../time/system-time.ts";
import { type Breaker, type BreakerState, createBreaker } from "./breaker.ts";
import type { Generation, ModelPurpose } from "./language-model.ts";
import type { AnswerFormat } from "./server-traits.ts";

/** What was asked of one model for one purpose, since the start of the process. */
export interface PurposeFigures {
  readonly purpose: ModelPurpose;
  readonly calls: number;
  /** Requests beyond the first of each call. */
  readonly retries: number;
  /** Calls without an answer, by the code of the failure. */
  readonly failures: Readonly<Record<string, number>>;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null if the price of the model is not known. */
  readonly cost: number | null;
}

/** One model on one server. */
export interface ModelFigures {
  readonly model: string;
  /** `open`: it failed several times and is not asked. `half_open`: the next call, or the one under way, finds out. */
  readonly breaker: BreakerState;
  /** Milliseconds that the provider still wants to be left alone. */
  readonly pause: number;
  /** How answers are asked for, if the server has refused something better. */
  readonly format: AnswerFormat;
  readonly purposes: readonly PurposeFigures[];
}

/** Everything that the calls to one model share: whether it works, and what was counted. */
export interface ModelInUse {
  readonly breaker: Breaker;
  formatIs(format: AnswerFormat): void;
  count(purpose: ModelPurpose, generation: Generation): void;
  figures(): ModelFigures;
}

/** The models of one assistant. Understanding and writing by the same model share its breaker. */
export interface ModelsInUse {
  /** The name is provider and model; the address tells two servers apart. */
  use(name: string, address: string): ModelInUse;
  figures(): readonly ModelFigures[];
}

export interface ModelsOptions {
  readonly time?: Pick<Time, "now">;
  readonly random?: () => number;
  /** One for each model, unless given. */
  readonly breaker?: Breaker;
}

export const createModelsInUse = (options: ModelsOptions = {}): ModelsInUse => {
  const { time = systemTime, random = Math.random } = options;
  const models = new Map<string, ModelInUse>();
  return {
    use: (name, address) => {
      const key = `${name} ${address}`;
      const known = models.get(key);
      if (known !== undefined) return known;
      const added = modelInUse(name, options.breaker ?? createBreaker({ time, random }));
      models.set(key, added);
      return added;
    },
    figures: () => Array.from(models.values(), (model) => model.figures()),
  };
};

const modelInUse = (model: string, breaker: Breaker): ModelInUse => {
  const purposes = new Map<ModelPurpose, PurposeFigures>();
  let format: AnswerFormat = "strict";
  return {
    breaker,
    formatIs: (now) => {
      format = now;
    },
    count: (purpose, generation) => {
      purposes.set(purpose, added(purposes.get(purpose) ?? nothing(purpose), generation));
    },
    figures: () => ({
      model,
      breaker: breaker.state(),
      pause: breaker.pause(),
      format,
      purposes: [...purposes.values()],
    }),
  };
};

const nothing = (purpose: ModelPurpose): PurposeFigures => ({
  purpose,
  calls: 0,
  retries: 0,
  failures: {},
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  cost: 0,
});

const added = (sum: PurposeFigures, generation: Generation): PurposeFigures => {
  const counted = {
    ...sum,
    calls: sum.calls + 1,
    retries: sum.retries + Math.max(0, generation.attempts - 1),
  };
  if (!generation.ok) {
    const { code } = generation;
    return { ...counted, failures: { ...sum.failures, [code]: (sum.failures[code] ?? 0) + 1 } };
  }
  const { inputTokens, cachedInputTokens, outputTokens, cost } = generation.usage;
  return {
    ...counted,
    inputTokens: sum.inputTokens + inputTokens,
    cachedInputTokens: sum.cachedInputTokens + cachedInputTokens,
    outputTokens: sum.outputTokens + outputTokens,
    cost: sum.cost === null || cost === undefined ? null : sum.cost + cost,
  };
};
