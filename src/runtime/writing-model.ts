import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Settings } from "../engine/assistant/settings.ts";
import type { Time } from "../engine/time.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { ModelEnvironment, ModelSettings } from "../model/model-from-settings.ts";
import type { ModelsInUse } from "../model/models-in-use.ts";
import { createRephraser } from "../respond/rephrase.ts";
import { createTextWriter } from "../respond/write-text.ts";
import type { Stages } from "../turn/stages.ts";
import { programId } from "../understand/program-id.ts";

/** `models.generate`, else the model that understands, if that is one that writes. */
function settingsOf({ models }: Settings): ModelSettings | null {
  const { generate, nlu } = models;
  const named = generate === undefined ? nlu : { ...generate, timeoutSeconds: nlu.timeoutSeconds };
  return named.provider === "embedded" ? null : named;
}

/** What the settings say that models cost. */
export const pricesIn = ({ models }: Settings): Pick<ModelEnvironment, "prices"> =>
  models.prices === undefined ? {} : { prices: models.prices };

/** Opened when something is first to be written. A variable that is missing then is a failure like any other. */
function lazyModel(settings: ModelSettings, given: Pick<ModelEnvironment, "models" | "prices">): LanguageModel {
  let opening: Promise<LanguageModel> | null = null;
  const open = async (): Promise<LanguageModel> => {
    const { modelFromSettings } = await import("../model/model-from-settings.ts");
    return modelFromSettings(settings, { environment: process.env, ...given });
  };
  return {
    name: `${settings.provider}:${settings.model ?? ""}`,
    samples: (settings.temperature ?? 0) > 0,
    generate: async (request) => {
      opening ??= open();
      return (await opening).generate(request);
    },
    stream: async (request, onText) => {
      opening ??= open();
      const model = await opening;
      if (model.stream !== undefined) return model.stream(request, onText);
      const answer = await model.generate(request);
      if (answer.ok) onText(answer.text);
      return answer;
    },
  };
}

/** No other words are written unless the settings or a step ask for them. */
const isRephrased = ({ settings, flows }: Pick<Assistant, "settings" | "flows">): boolean =>
  settings.models.rephrase.enabled ||
  [...flows.values()].some(({ steps }) => [...steps.values()].some((step) => step.type === "say" && step.rephrase));

/** What the stages of a turn need of a model that writes; nothing where there is none. */
export function writingStages(
  assistant: Pick<Assistant, "settings" | "flows">,
  given: {
    readonly writingModel?: LanguageModel | undefined;
    readonly rephraseBudget?: number | undefined;
    readonly models: ModelsInUse;
    readonly log: Stages["log"];
    readonly time: Time;
  },
): Pick<Stages, "rephrase" | "write"> {
  const named = settingsOf(assistant.settings);
  const model =
    given.writingModel ??
    (named === null ? null : lazyModel(named, { models: given.models, ...pricesIn(assistant.settings) }));
  if (model === null) return {};
  const write = createTextWriter(model, given.time);
  if (!isRephrased(assistant)) return { write };
  const { program } = assistant.settings.models.rephrase;
  const rephrase = createRephraser(model, {
    ...(program === undefined
      ? {}
      : { program: { id: programId(program.program), section: program.program.rephrase } }),
    budget: given.rephraseBudget,
    time: given.time,
    onKept: (reason) => given.log("wording kept", { reason }),
  });
  return { rephrase, write };
}
