import { homedir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../engine/assistant/settings.ts";
import type { JsonObject } from "../engine/json.ts";
import type { ModelsInUse } from "../model/models-in-use.ts";
import { createEmbeddedUnderstander } from "../understand/embedded/create-embedded-understander.ts";
import type { Understander } from "../understand/understander.ts";
import { understanderFromSettings } from "../understand/understander-from-settings.ts";

interface Surroundings {
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly models?: ModelsInUse;
  readonly log: (message: string, data?: JsonObject) => void;
  /** For what only helps to find a fault, and may quote what users said. */
  readonly debug?: (message: string, data?: JsonObject) => void;
}

/** The understander that the settings ask for: the embedded one, or a chain of models that ends at it. */
export const defaultUnderstander = (surroundings: Surroundings): Understander => {
  const { settings, environment, models, log, debug } = surroundings;
  return understanderFromSettings({
    settings,
    environment,
    ...(models === undefined ? {} : { models }),
    embedded: () =>
      createEmbeddedUnderstander({
        cacheDirectory: join(cacheFolder(environment), "vectors"),
        ...(settings.models.nlu.workers === undefined ? {} : { workers: settings.models.nlu.workers }),
        ...(settings.models.nlu.weights === undefined ? {} : { weights: settings.models.nlu.weights.weights }),
      }),
    onFailure: ({ detail, ...failure }) => {
      log("model failed", { ...failure });
      if (detail !== undefined) debug?.("what the provider said", { model: failure.model, detail });
    },
  });
};

/** What can be made again: vectors, indexes. */
export const cacheFolder = (environment: Surroundings["environment"]): string =>
  environment["SONI_CACHE"] ?? join(environment["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "soni");
