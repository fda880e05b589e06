import type { ModelConnection, UnderstandingSettings } from "../engine/assistant/settings.ts";
import { SoniError } from "../engine/errors.ts";
import type { Time } from "../engine/time.ts";
import type { GenerativeProvider, LanguageModel } from "./language-model.ts";
import type { ModelsInUse } from "./models-in-use.ts";
import type { Prices } from "./prices.ts";
import { createSdkModel } from "./sdk-model.ts";

export type ModelSettings = ModelConnection & Partial<Pick<UnderstandingSettings, "timeoutSeconds">>;

export interface ModelEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly prices?: Prices;
  /** Shared by all models of an assistant. */
  readonly models?: ModelsInUse;
  readonly time?: Time;
}

const usualKeys: Record<GenerativeProvider, string | undefined> = {
  openai: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  openai_compatible: undefined,
};

/** The model that the settings name. What is missing is said at start-up, not at the first message. */
export const modelFromSettings = (settings: ModelSettings, given: ModelEnvironment): LanguageModel => {
  const { provider, model } = settings;
  if (provider === "embedded")
    throw new SoniError(
      "model.not_generative",
      "The embedded provider is not a language model: name another provider.",
    );
  if (model === undefined)
    throw new SoniError("model.no_name", `Provider '${provider}' needs a model: set models.nlu.model.`);
  const baseUrl = read(settings.baseUrlEnv, given);
  if (baseUrl === undefined && provider === "openai_compatible")
    throw new SoniError(
      "model.no_url",
      "Provider 'openai_compatible' needs a URL: set base_url_env to a variable that holds it.",
    );
  const apiKey = read(settings.apiKeyEnv, given) ?? usualKey(provider, given);
  return createSdkModel({
    provider,
    model,
    ...(settings.protocol === undefined ? {} : { protocol: settings.protocol }),
    ...(settings.effort === undefined ? {} : { effort: settings.effort }),
    ...(settings.maxOutputTokens === undefined ? {} : { maxOutputTokens: settings.maxOutputTokens }),
    ...(given.models === undefined ? {} : { models: given.models }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.timeoutSeconds === undefined ? {} : { retry: { timeout: settings.timeoutSeconds * 1000 } }),
    ...(given.prices === undefined ? {} : { prices: given.prices }),
    ...(given.time === undefined ? {} : { time: given.time }),
  });
};

/** A variable that the settings name must exist. */
const read = (name: string | undefined, { environment }: ModelEnvironment): string | undefined => {
  if (name === undefined) return undefined;
  const value = environment[name];
  if (value === undefined || value === "")
    throw new SoniError("model.no_variable", `The environment variable '${name}', named in the settings, is not set.`);
  return value;
};

const usualKey = (provider: GenerativeProvider, { environment }: ModelEnvironment): string | undefined => {
  const name = usualKeys[provider];
  if (name === undefined) return undefined;
  const key = environment[name];
  if (key === undefined || key === "")
    throw new SoniError(
      "model.no_key",
      `Provider '${provider}' needs a key: set ${name}, or name another variable in api_key_env.`,
    );
  return key;
};
