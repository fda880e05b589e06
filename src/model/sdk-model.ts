import type { Time } from "../engine/time.ts";
import { systemTime } from "../time/system-time.ts";
import { type AttemptOutcome, attemptUntilDeadline, type RetryPolicy } from "./attempt.ts";
import { failureOf } from "./failure.ts";
import type { GenerateRequest, LanguageModel } from "./language-model.ts";
import { defaultPrices, type Prices } from "./prices.ts";
import { openProvider, type ProviderOptions, type SdkModel } from "./provider.ts";
import { callSdk } from "./sdk-call.ts";

export interface SdkModelOptions extends ProviderOptions {
  /** 0 unless given: understanding should not vary. */
  readonly temperature?: number;
  readonly retry?: Partial<RetryPolicy>;
  readonly prices?: Prices;
  readonly time?: Time;
}

const defaultRetry: RetryPolicy = { attempts: 3, timeout: 15_000, backoff: 500 };

/** A `LanguageModel` over the Vercel AI SDK; retries are ours, because the SDK's know no deadline. */
export const createSdkModel = (options: SdkModelOptions): LanguageModel => {
  const time = options.time ?? systemTime;
  const policy = { ...defaultRetry, ...options.retry };
  const temperature = options.temperature ?? 0;
  const shared = {
    provider: options.provider,
    modelName: options.model,
    prices: { ...defaultPrices, ...options.prices },
    temperature,
  };
  let opened: Promise<SdkModel> | undefined;
  let structured = true;
  const open = () => {
    opened ??= openProvider(options);
    return opened;
  };

  const attempt = async (request: GenerateRequest, signal: AbortSignal): Promise<AttemptOutcome> => {
    try {
      return await callSdk({ ...shared, request, signal, model: await open(), structured });
    } catch (error) {
      return failureOf(error, Date.now());
    }
  };

  return {
    name: `${options.provider}:${options.model}`,
    samples: temperature > 0,
    generate: async (request) => {
      const limits = {
        policy,
        time,
        ...(request.deadline === undefined ? {} : { deadline: request.deadline }),
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      };
      const generation = await attemptUntilDeadline((signal) => attempt(request, signal), limits);
      if (generation.ok || generation.code !== "model.refused_request" || !structured) return generation;
      if (options.provider !== "openai_compatible" || request.schema === undefined) return generation;
      // Some servers know no response_format. The prompt describes the shape too, so ask without, from now on.
      structured = false;
      const plain = await attemptUntilDeadline((signal) => attempt(request, signal), limits);
      structured = !plain.ok;
      return { ...plain, attempts: generation.attempts + plain.attempts };
    },
  };
};
