import type { Assistant } from "../engine/assistant/assistant.ts";
import type { SoniOptions } from "../runtime/create-soni.ts";
import { type DefaultKnowledgeBase, defaultKnowledgeBase } from "../runtime/default-knowledge-base.ts";

export type KnowledgeBase = NonNullable<SoniOptions["knowledgeBase"]>;

/** Finds the documents that answer in a test; undefined where the assistant has none. */
export type KnowledgeOf = (assistant: Assistant, folder: string) => KnowledgeBase | undefined;

export interface OwnDocuments {
  readonly knowledgeBase: KnowledgeOf;
  close(): Promise<void>;
}

/**
 * The documents that each assistant's folder declares, searched as in use but without key or network. Share one
 * over a suite: each folder is read and its vectors are computed once. `cacheDirectory` keeps the index between runs.
 */
export function ownDocuments({ cacheDirectory }: { readonly cacheDirectory: string }): OwnDocuments {
  const opened = new Map<string, DefaultKnowledgeBase>();
  return {
    knowledgeBase(assistant, folder) {
      if (assistant.knowledge.length === 0) return undefined;
      const known = opened.get(folder) ?? open(assistant, folder);
      opened.set(folder, known);
      return known;
    },
    async close() {
      await Promise.all([...opened.values()].map((documents) => documents.close()));
    },
  };

  function open(assistant: Assistant, folder: string): DefaultKnowledgeBase {
    const { generate: _, ...models } = assistant.settings.models;
    return defaultKnowledgeBase({
      folder,
      // A model that writes answers would need a key, and would say something else each time.
      assistant: { ...assistant, settings: { ...assistant.settings, models } },
      environment: { SONI_CACHE: cacheDirectory },
      log: () => undefined,
    });
  }
}
