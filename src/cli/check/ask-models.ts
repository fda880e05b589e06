import { namedModels, type Settings } from "../../engine/assistant/settings.ts";
import { SoniError } from "../../engine/errors.ts";
import type { Generation } from "../../model/language-model.ts";
import { modelFromSettings } from "../../model/model-from-settings.ts";
import { createModelsInUse } from "../../model/models-in-use.ts";
import { pricesAsOf } from "../../model/prices.ts";

export interface AskedModel {
  /** Provider and model. */
  readonly model: string;
  readonly ok: boolean;
  readonly milliseconds: number;
  /** What is wrong, or worth knowing. */
  readonly says?: string;
}

/** The smallest answer that shows whether key, model, address and the form of answers are right. */
const question = {
  messages: [
    { role: "system", text: 'Answer with the JSON object {"ok": true} and nothing else.' },
    { role: "user", text: "Are you there?" },
  ],
  schema: {
    name: "check",
    strict: true,
    schema: {
      type: "object",
      properties: { ok: { type: "boolean" } },
      required: ["ok"],
      additionalProperties: false,
    },
  },
  purpose: "check",
  maxOutputTokens: 50,
} as const;

/** Asks each model of the settings one question, one after the other. The same model at the same place is asked once. */
export async function askModels(
  { models }: Pick<Settings, "models">,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly AskedModel[]> {
  const seen = new Set<string>();
  const asked: AskedModel[] = [];
  for (const connection of namedModels(models)) {
    const place = JSON.stringify([connection.provider, connection.model, connection.baseUrlEnv, connection.apiKeyEnv]);
    if (seen.has(place)) continue;
    seen.add(place);
    const inUse = createModelsInUse();
    const start = performance.now();
    const took = () => Math.round(performance.now() - start);
    const name = `${connection.provider}:${connection.model ?? ""}`;
    try {
      const settings = { ...connection, timeoutSeconds: models.nlu.timeoutSeconds };
      const prices = models.prices === undefined ? {} : { prices: models.prices };
      const model = modelFromSettings(settings, { environment, models: inUse, ...prices });
      const generation = await model.generate(question);
      asked.push({ model: name, milliseconds: took(), ...verdict(generation, inUse.figures()[0]?.format) });
    } catch (error) {
      if (!(error instanceof SoniError)) throw error;
      asked.push({ model: name, ok: false, milliseconds: took(), says: error.message });
    }
  }
  return asked;
}

function verdict(generation: Generation, format: string | undefined): Pick<AskedModel, "ok" | "says"> {
  if (!generation.ok) {
    // Nobody's messages are in this question, so the provider's own words may be shown.
    const { code, message, detail } = generation;
    return { ok: false, says: `${message} (${code})${detail === undefined ? "" : ` ${detail}`}` };
  }
  if (!/"ok"\s*:\s*true/.test(generation.text))
    return { ok: false, says: `It answered something else than it was asked for (${generation.finish}).` };
  const notes = [
    ...(format === undefined || format === "strict" ? [] : [`without a strict schema (${format})`]),
    ...(generation.usage.cost === undefined ? [`its price is not in the list of ${pricesAsOf}`] : []),
  ];
  return { ok: true, ...(notes.length === 0 ? {} : { says: notes.join(", ") }) };
}
