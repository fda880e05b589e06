import type { Time } from "../engine/time.ts";
import { systemTime } from "../time/system-time.ts";
import { type AttemptOutcome, attemptUntilDeadline, type RetryPolicy } from "./attempt.ts";
import { failureOf } from "./failure.ts";
import type { GenerateRequest, Generation, LanguageModel, ModelFailureCode } from "./language-model.ts";
import { defaultPrices, type Prices } from "./prices.ts";
import { openProvider, type ProviderOptions, type SdkModel } from "./provider.ts";
import { callSdk, streamSdk } from "./sdk-call.ts";

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
  let wholeUntil = 0;
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

  const limitsOf = ({ deadline, signal }: GenerateRequest) => ({
    policy,
    time,
    ...(deadline === undefined ? {} : { deadline }),
    ...(signal === undefined ? {} : { signal }),
  });

  const generate = async (request: GenerateRequest): Promise<Generation> => {
    const limits = limitsOf(request);
    const generation = await attemptUntilDeadline((signal) => attempt(request, signal), limits);
    if (generation.ok || generation.code !== "model.refused_request" || !structured) return generation;
    if (options.provider !== "openai_compatible" || request.schema === undefined) return generation;
    // Some servers know no response_format. The prompt describes the shape too, so ask without, from now on.
    structured = false;
    const plain = await attemptUntilDeadline((signal) => attempt(request, signal), limits);
    structured = !plain.ok;
    return { ...plain, attempts: generation.attempts + plain.attempts };
  };

  return {
    name: `${options.provider}:${options.model}`,
    samples: temperature > 0,
    stream: async (request, onText) => {
      if (time.now() < wholeUntil) return giveWhole(await generate(request), onText);
      let isBegun = false;
      const tryOnce = async (signal: AbortSignal): Promise<AttemptOutcome> => {
        const take = (piece: string): void => {
          if (signal.aborted) return;
          isBegun = true;
          onText(piece);
        };
        // The attempt before this one gave a piece, then ran out of time.
        if (isBegun) return { ok: false, code: "model.timeout", message: "The text was cut.", retryable: false };
        try {
          const call = { ...shared, request, signal, model: await open(), structured: false };
          const outcome = await streamSdk(call, take);
          return !isBegun && outcome.ok && outcome.finish === "other" ? noStream : outcome;
        } catch (error) {
          const failure = failureOf(error, Date.now());
          return isBegun ? { ...failure, retryable: false } : failure;
        }
      };
      const streamed = await attemptUntilDeadline(tryOnce, limitsOf(request));
      if (streamed.ok || isBegun || !isAboutStreams(streamed.code)) return streamed;
      // Some servers do not stream: ask for the whole text, for some time if that works.
      const whole = await generate(request);
      if (whole.ok) wholeUntil = time.now() + wholeMs;
      return giveWhole({ ...whole, attempts: streamed.attempts + whole.attempts }, onText);
    },
    generate,
  };
};

/** How long a server that did not stream is asked for whole texts, before a stream is tried again. */
const wholeMs = 10 * 60 * 1000;

/** An answer that is no stream at all. */
const noStream: AttemptOutcome = {
  ok: false,
  code: "model.bad_response",
  message: "The answer is not a stream.",
  retryable: false,
};

const isAboutStreams = (code: ModelFailureCode): boolean =>
  code === "model.bad_response" || code === "model.refused_request";

function giveWhole(answer: Generation, onText: (piece: string) => void): Generation {
  if (answer.ok && answer.finish === "stop") onText(answer.text);
  return answer;
}
