import { join } from "node:path";
import { type ModelProvider, modelProviders, type Settings } from "../../engine/assistant/settings.ts";
import { SoniError } from "../../engine/errors.ts";
import { noBreaker } from "../../model/breaker.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { modelFromSettings } from "../../model/model-from-settings.ts";
import { createModelsInUse } from "../../model/models-in-use.ts";
import { type AnswerCache, memoryCache, openAnswerCache } from "../../optimize/evaluate/answer-cache.ts";
import { type Candidate, modelCandidate, understanderCandidate } from "../../optimize/evaluate/candidate.ts";
import { type KeptAnswer, type Meter, meterModel } from "../../optimize/evaluate/metered-model.ts";
import { cacheFolder, defaultUnderstander } from "../../runtime/default-understander.ts";
import type { Understander } from "../../understand/understander.ts";
import { readProgramFile } from "../read-program-file.ts";

export interface CandidateChoice {
  /** `embedded`, or `provider:model`; none: what the settings say. */
  readonly understanders: readonly string[];
  /** Files of prompt programs; `default` is the built-in one. */
  readonly programs: readonly string[];
  /** Whether answers on disk are used. */
  readonly cache: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (message: string) => void;
}

/** A candidate, its understander for whole dialogues, and how to end it. */
export interface OpenCandidate extends Candidate {
  readonly isModel: boolean;
  close(): Promise<void>;
}

/** Every understander with every program. Models come without a fallback: only their own answers are measured. */
export async function openCandidates(settings: Settings, choice: CandidateChoice): Promise<readonly OpenCandidate[]> {
  const names = choice.understanders.length === 0 ? [undefined] : choice.understanders;
  const programs = await Promise.all(
    choice.programs.map(async (file) => ({
      file,
      program: file === "default" ? undefined : await readProgramFile(file),
    })),
  );
  return names.flatMap((name): readonly OpenCandidate[] => {
    const chosen = settingsFor(settings, name);
    if (chosen.models.nlu.provider === "embedded") return [openEmbedded(chosen, choice)];
    const { model, meter } = openModel(chosen, choice);
    const { limits, models } = chosen;
    const options = {
      meter,
      historyMessages: models.nlu.historyMessages,
      maxCommands: limits.commandsPerMessage,
      budget: { milliseconds: limits.turnSeconds * 800, tokens: limits.tokensPerTurn },
    };
    const withPrograms =
      programs.length === 0 ? [models.nlu.program ?? { file: "default", program: undefined }] : programs;
    return withPrograms.map(({ file, program }) => ({
      ...modelCandidate(model, {
        ...options,
        ...(program === undefined ? {} : { program, name: `${model.name} with ${file}` }),
      }),
      isModel: true,
      close: async () => {},
    }));
  });
}

const openEmbedded = (settings: Settings, { environment, log }: CandidateChoice): OpenCandidate => {
  const understander: Understander = defaultUnderstander({
    settings,
    environment,
    log: (message, data) => log(`${message} ${JSON.stringify(data ?? {})}`),
  });
  return {
    ...understanderCandidate(understander, { name: "embedded", now: () => performance.now() }),
    isModel: false,
    close: async () => understander.close?.(),
  };
};

interface MeteredModel {
  readonly model: LanguageModel;
  readonly meter: Meter;
}

const openModel = (settings: Settings, choice: Pick<CandidateChoice, "cache" | "environment">): MeteredModel => {
  const { nlu } = settings.models;
  const model = modelFromSettings(nlu, {
    environment: choice.environment,
    models: createModelsInUse({ breaker: noBreaker }),
    ...(settings.models.prices === undefined ? {} : { prices: settings.models.prices }),
  });
  const url = nlu.baseUrlEnv === undefined ? null : (choice.environment[nlu.baseUrlEnv] ?? null);
  const identity = JSON.stringify([url, nlu.temperature ?? null]);
  return { model, meter: { cache: cacheOf(model, choice), identity, now: () => performance.now() } };
};

/** One file a model, in the cache folder of the user: the answers may tell what is in the data. */
const cacheOf = (
  { name }: LanguageModel,
  { cache, environment }: Pick<CandidateChoice, "cache" | "environment">,
): AnswerCache<KeptAnswer> =>
  cache
    ? openAnswerCache(join(cacheFolder(environment), "answers", `${name.replace(/[^\w.-]+/g, "-")}.jsonl`))
    : memoryCache();

/** A model that writes: for paraphrases. Its answers are kept as those of candidates are. */
export const openWriter = (
  settings: Settings,
  name: string,
  choice: Pick<CandidateChoice, "cache" | "environment">,
): LanguageModel => {
  const chosen = settingsFor(settings, name);
  if (chosen.models.nlu.provider === "embedded")
    throw new SoniError("cli.no_such_model", "Paraphrases need a language model: name one as provider:model.");
  const { model, meter } = openModel(chosen, choice);
  return meterModel(model, meter, { repeat: 0, onCall: () => {} });
};

/** Without the cache of the runtime, which would measure itself; with another understander where one is named. */
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
