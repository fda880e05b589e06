import type { Assistant } from "../../engine/assistant/assistant.ts";
import { type Coverage, coverageOf } from "../../testing/coverage.ts";
import type { MutationReport } from "../../testing/mutate/mutate.ts";
import type { HeldConversation } from "../../testing/run-suite.ts";

export interface SuiteResult {
  readonly folder: string;
  readonly held: readonly HeldConversation[];
  readonly milliseconds: number;
  /** The assistant that most conversations are about; null if none could be opened. */
  readonly assistant: Assistant | null;
  readonly coverage: Coverage | null;
  /** What the tests notice of small changes; null where nobody asked, or where a test failed already. */
  readonly mutations: MutationReport | null;
}

/** Tests with other settings have other assistants of the same flows: they count for one. */
export function suiteResult(folder: string, held: readonly HeldConversation[], milliseconds: number): SuiteResult {
  const own = held.filter(({ conversation, assistant }) => assistant !== null && conversation.origin.kind === "folder");
  const assistant = own[0]?.assistant ?? null;
  const turns = own.map((each) => each.turns);
  const coverage = assistant === null ? null : coverageOf(assistant, turns);
  return { folder, held, milliseconds, assistant, coverage, mutations: null };
}
