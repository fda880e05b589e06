import { homedir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../domain/json.ts";
import type { Settings } from "../domain/settings.ts";
import { createEmbeddedUnderstander } from "../understand/embedded/create-embedded-understander.ts";
import type { Understander } from "../understand/understander.ts";
import { understanderFromSettings } from "../understand/understander-from-settings.ts";

interface Surroundings {
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (message: string, data?: JsonObject) => void;
}

/** The understander that the settings ask for. Typed commands never need it, so nothing starts before a message does. */
export function defaultUnderstander({ settings, environment, log }: Surroundings): Understander {
  const parts = {
    settings,
    environment,
    embedded: () => createEmbeddedUnderstander({ cacheDirectory: join(cacheFolder(environment), "vectors") }),
    onFailure: (failure: object) => log("model failed", { ...failure }),
  };
  // Models open no connection before they are asked: what their settings lack is said now.
  const opened = settings.models.nlu.provider === "embedded" ? null : understanderFromSettings(parts);
  let understander = opened;
  return {
    understand: (request) => {
      understander ??= understanderFromSettings(parts);
      return understander.understand(request);
    },
    forget: (conversationId) => understander?.forget?.(conversationId),
    close: async () => {
      await understander?.close?.();
    },
  };
}

const cacheFolder = (environment: Surroundings["environment"]): string =>
  environment["SONI_CACHE"] ?? join(environment["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "soni");
