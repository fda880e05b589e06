import {
  type ModelConnection,
  type ModelProvider,
  modelProviders,
  namedModels,
  type Settings,
} from "../../engine/assistant/settings.ts";
import { SoniError } from "../../engine/errors.ts";
import { noBreaker } from "../../model/breaker.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { modelFromSettings } from "../../model/model-from-settings.ts";
import { createModelsInUse } from "../../model/models-in-use.ts";

/**
 * A model by its name, `provider:model`; without one, that of the settings. Where the settings name a model of the same provider, its
 * address and key are used.
 */
export function openNamedModel(
  { models }: Pick<Settings, "models">,
  name: string | undefined,
  { option, environment }: { readonly option: string; readonly environment: NodeJS.ProcessEnv },
): LanguageModel {
  const connection = connectionOf(models, name);
  if (connection.provider === "embedded")
    throw new SoniError(
      "cli.no_such_model",
      `The embedded understander has no prompts to improve: name a language model with ${option} provider:model.`,
    );
  return modelFromSettings(
    { ...connection, timeoutSeconds: models.nlu.timeoutSeconds },
    {
      environment,
      models: createModelsInUse({ breaker: noBreaker }),
      ...(models.prices === undefined ? {} : { prices: models.prices }),
    },
  );
}

/** The embedded understander is a provider in the settings, but it has no prompts. */
const remote = modelProviders.filter((provider) => provider !== "embedded");

function connectionOf(models: Settings["models"], name: string | undefined): ModelConnection {
  if (name === undefined) return models.nlu;
  const [provider = "", ...rest] = name.split(":");
  if (!modelProviders.includes(provider as ModelProvider))
    throw new SoniError(
      "cli.no_such_model",
      `No provider named '${provider}'. Use ${remote.join(", ")}; a model's name follows after a colon.`,
    );
  // Names of models may hold colons themselves.
  const model = rest.join(":");
  const known = namedModels(models).filter((each) => each.provider === provider);
  const same = known.find((each) => each.model === model) ?? known[0];
  if (same !== undefined) return { ...same, model: model === "" ? (same.model ?? "") : model };
  return { provider: provider as ModelProvider, ...(model === "" ? {} : { model }) };
}
