import type { Settings, UnderstandingSettings } from "../engine/assistant/settings.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { type ModelEnvironment, modelFromSettings } from "../model/model-from-settings.ts";
import { withCache } from "./cache.ts";
import { identityOf } from "./cache-key.ts";
import { withFallback } from "./fallback.ts";
import { defaultProgram, type PromptProgram } from "./program.ts";
import { createModelUnderstander, type ModelUnderstanderOptions } from "./two-pass.ts";
import { noWorkers, type Understander } from "./understander.ts";

export interface UnderstanderParts extends ModelEnvironment {
  readonly settings: Settings;
  /** Opens the one that answers where the settings say so, and when every model has failed. */
  readonly embedded: () => Understander;
  readonly program?: PromptProgram;
  readonly scorer?: ModelUnderstanderOptions["scorer"];
  readonly onFailure?: ModelUnderstanderOptions["onFailure"];
}

/** What `settings.models.nlu` asks for: the embedded understander, or a chain of models that ends at it. */
export const understanderFromSettings = (parts: UnderstanderParts): Understander => {
  const { settings } = parts;
  const { nlu } = settings.models;
  const models = modelsOf(nlu, parts);
  const chain =
    models.length === 0
      ? parts.embedded()
      : withFallback([...models.map((model) => modelUnderstander(model, parts)), whenNeeded(parts.embedded)], {
          budget: budgetOf(settings),
          ...(parts.time === undefined ? {} : { time: parts.time }),
        });
  if (!nlu.cache.enabled) return chain;
  const program = parts.program ?? defaultProgram;
  return withCache(chain, {
    // Asked for by name, also for a model that samples.
    enabled: true,
    samples: models.some((model) => model.samples),
    identity: identityOf(models.map((model) => model.name).join() || "embedded", program),
    ttl: nlu.cache.ttl,
    size: nlu.cache.size,
    ...(parts.time === undefined ? {} : { time: parts.time }),
  });
};

/** With a model that works, the embedded one need not take memory. */
const whenNeeded = (open: () => Understander): Understander => {
  let opened: Understander | undefined;
  return {
    understand: async (request) => {
      opened ??= open();
      return opened.understand(request);
    },
    figures: () => opened?.figures?.() ?? noWorkers,
    close: async () => opened?.close?.(),
  };
};

/** The turn also has to validate, execute and answer. */
const budgetOf = ({ limits }: Settings) => ({ milliseconds: limits.turnSeconds * 800, tokens: limits.tokensPerTurn });

const modelUnderstander = (model: LanguageModel, parts: UnderstanderParts): Understander => {
  const { nlu } = parts.settings.models;
  return createModelUnderstander({
    model,
    minConfidence: nlu.minConfidence,
    historyMessages: nlu.historyMessages,
    maxCommands: parts.settings.limits.commandsPerMessage,
    budget: budgetOf(parts.settings),
    ...(parts.program === undefined ? {} : { program: parts.program }),
    ...(parts.scorer === undefined ? {} : { scorer: parts.scorer }),
    ...(parts.onFailure === undefined ? {} : { onFailure: parts.onFailure }),
    ...(parts.time === undefined ? {} : { time: parts.time }),
  });
};

/** The named provider, then the named fallback; `embedded` is no model and always comes last anyway. */
const modelsOf = (nlu: UnderstandingSettings, given: ModelEnvironment): readonly LanguageModel[] => {
  if (nlu.provider === "embedded") return [];
  const first = modelFromSettings(nlu, given);
  const { fallback } = nlu;
  if (fallback !== "openai" && fallback !== "anthropic") return [first];
  const { model, timeoutSeconds } = nlu;
  return [
    first,
    modelFromSettings({ provider: fallback, timeoutSeconds, ...(model === undefined ? {} : { model }) }, given),
  ];
};
