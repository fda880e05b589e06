import type { Time } from "../engine/time.ts";
import { systemTime } from "../time/system-time.ts";
import { type AttemptOutcome, attemptUntilDeadline, type RetryPolicy } from "./attempt.ts";
import { failureOf } from "./failure.ts";
import type { GenerateRequest, Generation, LanguageModel, ModelFailureCode } from "./language-model.ts";
import { familyOf, withEffort } from "./model-family.ts";
import { createModelsInUse, type ModelsInUse } from "./models-in-use.ts";
import { listPrices, type Prices } from "./prices.ts";
import { openProvider, type ProviderOptions, type SdkModel } from "./provider.ts";
import { callSdk, type ModelLimits, streamSdk } from "./sdk-call.ts";
import { knownTraits, lesserTraits, mayMeanTheForm, namedTrait, type ServerTraits } from "./server-traits.ts";
import { tracedCall } from "./traced-call.ts";

export interface SdkModelOptions extends ProviderOptions {
  /** 0 unless given: understanding should not vary. Models that refuse it are not sent one. */
  readonly temperature?: number;
  /** Instead of what is usual in the model's family. */
  readonly effort?: string;
  /** Tokens of an answer, thinking included, instead of what the request and the family say. */
  readonly maxOutputTokens?: number;
  readonly retry?: Partial<RetryPolicy>;
  readonly prices?: Prices;
  /** Shared by all models of an assistant; one of its own unless given. */
  readonly models?: ModelsInUse;
  readonly time?: Time;
}

const defaultRetry: RetryPolicy = { attempts: 3, timeout: 15_000, backoff: 500 };

/** A `LanguageModel` over the Vercel AI SDK; retries are ours, because the SDK's know no deadline. */
export const createSdkModel = (options: SdkModelOptions): LanguageModel => {
  const { provider, model: modelName } = options;
  const time = options.time ?? systemTime;
  const policy = { ...defaultRetry, ...options.retry };
  const family = familyOf(modelName);
  const temperature = options.temperature ?? 0;
  const name = `${provider}:${modelName}`;
  const inUse = (options.models ?? createModelsInUse({ time })).use(name, options.baseUrl ?? "");
  const limits: ModelLimits = {
    temperature,
    family: withEffort(family, options.effort),
    ...(options.maxOutputTokens === undefined ? {} : { maxOutputTokens: options.maxOutputTokens }),
  };
  const traits = knownTraits(
    {
      format: "strict",
      systemRole: true,
      temperature: family.noTemperature !== true,
      completionTokens: family.completionTokens === true,
    },
    time,
  );
  const shared = { provider, modelName, prices: { ...listPrices, ...options.prices }, limits };
  let opened: Promise<SdkModel> | undefined;
  let wholeUntil = 0;
  const open = () => {
    opened ??= openProvider(options);
    return opened;
  };

  const call = async (
    request: GenerateRequest,
    { signal, as }: { readonly signal: AbortSignal; readonly as: ServerTraits },
  ): Promise<AttemptOutcome> => {
    try {
      return await callSdk({ ...shared, request, signal, traits: as, model: await open() });
    } catch (error) {
      return failureOf(error, Date.now());
    }
  };

  /**
   * One request, and further ones if the server seems not to know the form of it. A single bad answer may be an accident: the same
   * request goes out a second time before anything is given up, unless the server names what it does not know. Only what worked is
   * remembered.
   */
  const attempt = async (
    request: GenerateRequest,
    { signal, isFirst }: { readonly signal: AbortSignal; readonly isFirst: boolean },
  ): Promise<AttemptOutcome> => {
    const known = traits.now();
    inUse.formatIs(known.format);
    const first = await call(request, { signal, as: known });
    if (!isAboutTheForm(first)) return first;
    const hasSchema = request.schema !== undefined;
    const next = (as: ServerTraits, { detail = "" }: Refusal) =>
      lesserTraits({ traits: as, provider, hasSchema, detail });
    // A server that breaks is asked again by the caller, after a pause.
    if (first.status === 500 && isFirst) return first;
    let refusal: Refusal = first;
    const isNamed = namedTrait(known, first.detail ?? "", provider) !== null;
    if (first.status !== 500 && !isNamed) {
      const again = await call(request, { signal, as: known });
      if (!isAboutTheForm(again)) return again;
      refusal = again;
    }
    for (let as = next(known, refusal); as !== null; as = next(as, refusal)) {
      const outcome = await call(request, { signal, as });
      if (outcome.ok) {
        traits.learn(as);
        inUse.formatIs(as.format);
      }
      if (!isAboutTheForm(outcome)) return outcome;
      refusal = outcome;
    }
    return first;
  };

  const limitsOf = ({ deadline, signal }: GenerateRequest) => ({
    policy,
    time,
    breaker: inUse.breaker,
    ...(deadline === undefined ? {} : { deadline }),
    ...(signal === undefined ? {} : { signal }),
  });
  const traced = (request: GenerateRequest, ask: () => Promise<Generation>): Promise<Generation> => {
    const { purpose = "write" } = request;
    return tracedCall({ provider, model: modelName, purpose }, async () => {
      const generation = await ask();
      inUse.count(purpose, generation);
      return generation;
    });
  };

  const generate = (request: GenerateRequest): Promise<Generation> => {
    let isFirst = true;
    const once = (signal: AbortSignal): Promise<AttemptOutcome> => {
      const outcome = attempt(request, { signal, isFirst });
      isFirst = false;
      return outcome;
    };
    return traced(request, () => attemptUntilDeadline(once, limitsOf(request)));
  };

  return {
    name,
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
          const call = { ...shared, request, signal, traits: traits.now(), model: await open() };
          const outcome = await streamSdk(call, take);
          return !isBegun && outcome.ok && outcome.finish === "other" ? noStream : outcome;
        } catch (error) {
          const failure = failureOf(error, Date.now());
          return isBegun ? { ...failure, retryable: false } : failure;
        }
      };
      const streamed = await traced(request, () => attemptUntilDeadline(tryOnce, limitsOf(request)));
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

type Refusal = Extract<AttemptOutcome, { readonly ok: false }>;

const isAboutTheForm = (outcome: AttemptOutcome): outcome is Refusal =>
  !outcome.ok &&
  (outcome.code === "model.refused_request" || outcome.code === "model.unavailable") &&
  mayMeanTheForm(outcome.status);
