import type { Settings } from "../engine/assistant/settings.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { type ModelEnvironment, modelFromSettings } from "../model/model-from-settings.ts";
import { withCache } from "./cache.ts";
import { identityOf } from "./cache-key.ts";
import { withFallback } from "./fallback.ts";
import { defaultProgram, type PromptProgram } from "./program.ts";
import { createModelUnderstander, type ModelUnderstanderOptions } from "./two-pass.ts";
import type { Understander } from "./understander.ts";

export interface UnderstanderParts extends ModelEnvironment {
  readonly settings: Settings;
  /** Opens the one that answers where the settings say so, and when no model has answered in time. */
  readonly embedded: () => Understander;
  readonly program?: PromptProgram;
  readonly scorer?: ModelUnderstanderOptions["scorer"];
  readonly onFailure?: ModelUnderstanderOptions["onFailure"];
}

/** What `settings.models.nlu` asks for: the embedded understander, or a chain of models that ends at it. */
export const understanderFromSettings = (parts: UnderstanderParts): Understander => {
  const { settings } = parts;
  const { nlu } = settings.models;
  const models = modelsOf(parts);
  // Loaded at the start also where it is the last resort: in the last seconds of a turn it is too late.
  const embedded = parts.embedded();
  const chain =
    models.length === 0
      ? embedded
      : withFallback([...models.map((model) => modelUnderstander(model, parts)), embedded], {
          budget: budgetOf(settings),
          softDeadline: nlu.softTimeoutSeconds * 1000,
          ...(nlu.hedgeAfterSeconds === undefined ? {} : { hedgeAfter: nlu.hedgeAfterSeconds * 1000 }),
          ...(parts.time === undefined ? {} : { time: parts.time }),
        });
  if (!nlu.cache.enabled) return chain;
  const program = programOf(parts) ?? defaultProgram;
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

const programOf = ({ program, settings }: UnderstanderParts): PromptProgram | undefined =>
  program ?? settings.models.nlu.program?.program;

/** The turn also has to validate, execute and answer. */
const budgetOf = ({ limits }: Settings) => ({ milliseconds: limits.turnSeconds * 800, tokens: limits.tokensPerTurn });

const modelUnderstander = (model: LanguageModel, parts: UnderstanderParts): Understander => {
  const { nlu } = parts.settings.models;
  const program = programOf(parts);
  return createModelUnderstander({
    model,
    historyMessages: nlu.historyMessages,
    maxCommands: parts.settings.limits.commandsPerMessage,
    budget: budgetOf(parts.settings),
    ...(program === undefined ? {} : { program }),
    ...(parts.scorer === undefined ? {} : { scorer: parts.scorer }),
    ...(parts.onFailure === undefined ? {} : { onFailure: parts.onFailure }),
    ...(parts.time === undefined ? {} : { time: parts.time }),
  });
};

/** The named model, then its fallbacks in their order. */
const modelsOf = (parts: UnderstanderParts): readonly LanguageModel[] => {
  const { nlu, prices } = parts.settings.models;
  if (nlu.provider === "embedded") return [];
  const given = { ...parts, ...(prices === undefined ? {} : { prices }) };
  const { timeoutSeconds } = nlu;
  return [nlu, ...(nlu.fallback ?? [])].map((each) => modelFromSettings({ ...each, timeoutSeconds }, given));
};
