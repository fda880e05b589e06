import type { Time } from "../engine/time.ts";
import { systemTime } from "../time/system-time.ts";
import { type AttemptOutcome, attemptUntilDeadline, type RetryPolicy } from "./attempt.ts";
import { failureOf } from "./failure.ts";
import type { GenerateRequest, LanguageModel } from "./language-model.ts";
import { familyOf, withEffort } from "./model-family.ts";
import { createModelsInUse, type ModelsInUse } from "./models-in-use.ts";
import { listPrices, type Prices } from "./prices.ts";
import { openProvider, type ProviderOptions, type SdkModel } from "./provider.ts";
import { callSdk, type ModelLimits } from "./sdk-call.ts";
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

  return {
    name,
    samples: temperature > 0,
    generate: (request) => {
      const { purpose = "write" } = request;
      return tracedCall({ provider, model: modelName, purpose }, async () => {
        let isFirst = true;
        const generation = await attemptUntilDeadline(
          (signal) => {
            const outcome = attempt(request, { signal, isFirst });
            isFirst = false;
            return outcome;
          },
          {
            policy,
            time,
            breaker: inUse.breaker,
            ...(request.deadline === undefined ? {} : { deadline: request.deadline }),
            ...(request.signal === undefined ? {} : { signal: request.signal }),
          },
        );
        inUse.count(purpose, generation);
        return generation;
      });
    },
  };
};

type Refusal = Extract<AttemptOutcome, { readonly ok: false }>;

const isAboutTheForm = (outcome: AttemptOutcome): outcome is Refusal =>
  !outcome.ok &&
  (outcome.code === "model.refused_request" || outcome.code === "model.unavailable") &&
  mayMeanTheForm(outcome.status);
