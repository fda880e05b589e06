import type { Action } from "./action.ts";
import type { Flow } from "./flow.ts";
import type { KnowledgeSource, Patterns, ResponseDefinition, Settings } from "./settings.ts";
import type { Slot } from "./slot.ts";

/** Everything loaded from YAML, checked and compiled. */
export interface Assistant {
  /** Hash of the content: two assistants with the same hash behave alike. */
  readonly hash: string;
  readonly version: string;
  readonly settings: Settings;
  readonly patterns: Patterns;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly actions: ReadonlyMap<string, Action>;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly responses: ReadonlyMap<string, ResponseDefinition>;
  readonly knowledge: readonly KnowledgeSource[];
  /** Names that code must register. */
  readonly validators: ReadonlySet<string>;
  readonly normalizers: ReadonlySet<string>;
}
