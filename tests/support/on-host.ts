import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import type { Settings } from "../../src/engine/assistant/settings.ts";

export type Host = Settings["runtime"]["host"];

/** The same assistant, whatever its settings say, on this host. */
export const onHost = (assistant: Assistant, host: Host): Assistant => ({
  ...assistant,
  settings: { ...assistant.settings, runtime: { ...assistant.settings.runtime, host } },
});
