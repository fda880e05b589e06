import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { createEmbeddedKnowledgeBase } from "../digress/knowledge/create-embedded-knowledge-base.ts";
import { createGroundedKnowledgeBase } from "../digress/knowledge/create-grounded-knowledge-base.ts";
import type { KnowledgeBase } from "../digress/knowledge-base.ts";
import type { Assistant } from "../engine/assistant/assistant.ts";
import type { JsonObject } from "../engine/json.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { modelFromSettings } from "../model/model-from-settings.ts";
import type { ModelsInUse } from "../model/models-in-use.ts";
import { openWorkerVectors } from "../understand/embedded/vectors/open-worker-vectors.ts";
import { cacheFolder } from "./default-understander.ts";
import { pricesIn } from "./writing-model.ts";

interface Surroundings {
  readonly folder: string;
  readonly assistant: Assistant;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes answers from passages, instead of `models.generate` in the settings. */
  readonly writingModel?: LanguageModel | undefined;
  readonly models?: ModelsInUse;
  readonly log: (message: string, data?: JsonObject) => void;
}

export interface DefaultKnowledgeBase extends KnowledgeBase {
  close(): Promise<void>;
}

/** A model that reads the passages can tell itself whether they answer: it sees more of them. */
const confidenceForModel = 0.2;

/** The documents of the assistant's folder. Nothing is read and no model loaded before the first question. */
export function defaultKnowledgeBase(surroundings: Surroundings): DefaultKnowledgeBase {
  let opening: Promise<DefaultKnowledgeBase> | null = null;
  return {
    async search(query, options) {
      opening ??= open(surroundings);
      try {
        return await (await opening).search(query, options);
      } catch (error) {
        // Perhaps a file was just being replaced: the next question tries again.
        const failed = opening;
        if (
          failed !== null &&
          !(await failed.then(
            () => true,
            () => false,
          ))
        )
          opening = null;
        throw error;
      }
    },
    async close() {
      await (await opening?.catch(() => null))?.close();
    },
  };
}

async function open({
  folder,
  assistant,
  environment,
  writingModel,
  models: inUse,
  log,
}: Surroundings): Promise<DefaultKnowledgeBase> {
  const { language, models } = assistant.settings;
  const given = { environment, ...(inUse === undefined ? {} : { models: inUse }), ...pricesIn(assistant.settings) };
  const generate = models.generate?.provider === "embedded" ? undefined : models.generate;
  const model = writingModel ?? (generate === undefined ? null : modelFromSettings(generate, given));
  const vectors = await openWorkerVectors();
  try {
    const embedded = await createEmbeddedKnowledgeBase({
      folder,
      sources: assistant.knowledge,
      vectors,
      indexPath: join(cacheFolder(environment), "knowledge", `${nameOf(folder)}.db`),
      language,
      ...(model === null ? {} : { wholePassages: true, minimumConfidence: confidenceForModel }),
    });
    const answering =
      model === null
        ? embedded
        : createGroundedKnowledgeBase({
            passages: embedded,
            model,
            language,
            onRefused: (reason) => log("generated answer refused", { reason }),
          });
    return {
      search: (query, options) => answering.search(query, options),
      async close() {
        await embedded.close();
        await vectors?.close();
      },
    };
  } catch (error) {
    await vectors?.close();
    throw error;
  }
}

/** One index for each folder, wherever the program is started. */
const nameOf = (folder: string): string => createHash("sha256").update(resolve(folder)).digest("hex").slice(0, 16);
