import { estimateTokens } from "./budget.ts";
import type { FlowInScope, UnderstandingContext, Vocabulary } from "./understander.ts";

/** What prompts and schemas are made of: the same in every turn of an assistant, so that what providers cache is found again. */
export interface PromptVocabulary extends Vocabulary {
  /** All flows with their slots are in the prompt: one question is enough for a flow and its values. */
  readonly isSmall: boolean;
  /** So many names that no schema can list them: they are plain texts, which the parser checks. */
  readonly isLarge: boolean;
}

/**
 * Up to here, describing all slots of all flows costs less than a second question. A second question sends its instructions, history
 * and message again, about 900 tokens, in a third of the messages; a token that the provider has in its cache costs a tenth to a half
 * of others. `npm run bench:model` prints what the examples cost.
 */
const smallTokens = 3_000;
/** Strict schemas may hold 1,000 values in all, and each name is listed in several places. */
const mostNames = 120;

/** By the flows of an assistant, which live as long as it does, and by how many of them fit in a prompt. */
const known = new WeakMap<readonly FlowInScope[], Map<number, PromptVocabulary>>();

/** Of a context without it, what is in scope now has to do. */
export const vocabularyOf = (context: UnderstandingContext, maxFlows: number): PromptVocabulary => {
  const { flows, active, paused, vocabulary } = context;
  const key = vocabulary?.startable ?? flows;
  const outside = [...(active === null ? [] : [active]), ...paused].filter(
    ({ name }) => ![...key, ...(vocabulary?.inner ?? [])].some((each) => each.name === name),
  );
  if (outside.length > 0)
    return describe({ startable: key, inner: [...(vocabulary?.inner ?? []), ...outside] }, maxFlows);
  const cached = known.get(key)?.get(maxFlows);
  if (cached !== undefined) return cached;
  const described = describe({ startable: key, inner: vocabulary?.inner ?? [] }, maxFlows);
  known.set(key, (known.get(key) ?? new Map()).set(maxFlows, described));
  return described;
};

const describe = (vocabulary: Vocabulary, maxFlows: number): PromptVocabulary => {
  const all = [...vocabulary.startable, ...vocabulary.inner];
  const names = new Set(all.flatMap(({ name, slots }) => [name, ...slots.map((slot) => slot.name)]));
  const isSmall = vocabulary.startable.length <= maxFlows && estimateTokens([JSON.stringify(all)]) <= smallTokens;
  return { ...vocabulary, isSmall, isLarge: names.size > mostNames };
};
