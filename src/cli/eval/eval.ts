import { join } from "node:path";
import { loadAssistant } from "../../config/load.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { type ModelProvider, modelProviders, type Settings } from "../../engine/assistant/settings.ts";
import { SoniError } from "../../engine/errors.ts";
import { defaultUnderstander } from "../../runtime/default-understander.ts";
import { flowsOf } from "../../turn/understanding-context.ts";
import { evaluate } from "../../understand/evaluate.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { showFindings } from "../show-findings.ts";
import { readLabelledFiles } from "./labelled-files.ts";
import { showEvaluation } from "./show-evaluation.ts";

export interface EvalOptions {
  readonly data?: string;
  readonly understander?: string;
  readonly json?: true;
}

/** Understands every labelled message of an assistant and prints how well that went. */
export async function evaluateFolder(folder: string, options: EvalOptions, console: Console): Promise<ExitCode> {
  // The YAML alone: nothing is executed, so no code is needed.
  const { assistant, findings } = await loadAssistant(folder);
  if (assistant === null) {
    writeLine(console.errors, showFindings(findings, painter(console.errors)));
    return exitCode.failed;
  }
  const messages = await readLabelledFiles(options.data ?? join(folder, "tests", "understanding"), inScope(assistant));
  const settings = settingsFor(assistant.settings, options.understander);
  const understander = defaultUnderstander({
    settings,
    environment: process.env,
    log: (message, data) => writeLine(console.errors, `${message} ${JSON.stringify(data ?? {})}`),
  });
  try {
    // Loading is no latency of the first message. Models have nothing to load, and cost money.
    const [first] = messages;
    if (settings.models.nlu.provider === "embedded" && first !== undefined) await understander.understand(first);
    const result = await evaluate(understander, messages);
    writeLine(
      console.output,
      options.json === true ? JSON.stringify(result, null, 2) : showEvaluation(result, painter(console.output)),
    );
    return exitCode.done;
  } finally {
    await understander.close?.();
  }
}

const inScope = (assistant: Assistant) => ({
  hash: assistant.hash,
  ...flowsOf(assistant),
  timezone: assistant.settings.timezone,
  language: assistant.settings.language,
});

/** Without the cache, which would measure itself; with another understander where one is named. */
function settingsFor(settings: Settings, name: string | undefined): Settings {
  const nlu = { ...settings.models.nlu, cache: { ...settings.models.nlu.cache, enabled: false } };
  const [provider = "", ...rest] = name === undefined ? [nlu.provider] : name.split(":");
  if (!modelProviders.includes(provider as ModelProvider))
    throw new SoniError(
      "cli.no_such_understander",
      `No understander named '${provider}'. Use ${modelProviders.join(", ")}; a model's name follows after a colon.`,
    );
  // Names of models may hold colons themselves.
  const model = rest.join(":") || nlu.model;
  const chosen = { ...nlu, provider: provider as ModelProvider, ...(model === undefined ? {} : { model }) };
  return { ...settings, models: { ...settings.models, nlu: chosen } };
}
