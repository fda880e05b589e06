import { languageOf } from "../language/languages.ts";
import type { FlowInScope } from "./understander.ts";

/** Scores flows by meaning, one number per flow, higher is likelier; vectors implement it. */
export interface FlowScorer {
  score(message: string, flows: readonly FlowInScope[]): Promise<readonly number[]>;
}

export interface RetrieveOptions {
  /** Flows to offer at most. */
  readonly limit: number;
  /** Names that stay whatever their score: the active and paused flows. */
  readonly always: ReadonlySet<string>;
  /** Of the assistant: it tells which forms are of one word. */
  readonly language: string;
  readonly scorer?: FlowScorer;
}

/** The flows a message may mean, in their own order, so that the cost of a prompt does not grow with the assistant. */
export const retrieveFlows = async (
  message: string,
  flows: readonly FlowInScope[],
  options: RetrieveOptions,
): Promise<readonly FlowInScope[]> => {
  if (flows.length <= options.limit) return flows;
  const rankings = [keywordScores(message, flows, options.language)];
  const meaning = await options.scorer?.score(message, flows).catch(() => undefined);
  // A scorer that fails or answers nonsense leaves the keywords.
  if (meaning?.length === flows.length && meaning.every(Number.isFinite)) rankings.push(meaning);
  const fused = fuse(rankings);
  const likely = flows
    .map((flow, index) => ({
      flow,
      score: options.always.has(flow.name) ? Number.POSITIVE_INFINITY : (fused[index] ?? 0),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, options.limit);
  const chosen = new Set(likely.map(({ flow }) => flow));
  return flows.filter((flow) => chosen.has(flow));
};

/** Reciprocal rank fusion: the two scales cannot be compared, their orders can. */
const fuse = (rankings: readonly (readonly number[])[]): readonly number[] => {
  const fused = new Array<number>(rankings[0]?.length ?? 0).fill(0);
  for (const scores of rankings) {
    const order = scores.map((score, index) => ({ score, index })).sort((a, b) => b.score - a.score);
    for (const [rank, { score, index }] of order.entries())
      fused[index] = (fused[index] ?? 0) + (score > 0 ? 1 : 0.1) / (60 + rank);
  }
  return fused;
};

/** BM25 over names, descriptions, examples and slots. */
export const keywordScores = (message: string, flows: readonly FlowInScope[], language: string): readonly number[] => {
  const documents = flows.map((flow) => termsOf(flow, language));
  const average = documents.reduce((sum, document) => sum + document.length, 0) / Math.max(1, documents.length);
  const query = [...new Set(words(message, language))];
  const frequency = new Map(
    query.map((word) => [word, documents.filter((document) => document.counts.has(word)).length]),
  );
  return documents.map((document) =>
    query.reduce((score, word) => {
      const count = document.counts.get(word) ?? 0;
      if (count === 0) return score;
      const containing = frequency.get(word) ?? 0;
      const rarity = Math.log(1 + (flows.length - containing + 0.5) / (containing + 0.5));
      return score + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * document.length) / Math.max(1, average)));
    }, 0),
  );
};

interface Terms {
  readonly language: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** A flow's words do not change; the flows of an assistant live as long as it does. */
const known = new WeakMap<FlowInScope, Terms>();

const termsOf = (flow: FlowInScope, language: string): Terms => {
  const cached = known.get(flow);
  if (cached?.language === language) return cached;
  const slots = flow.slots.map((slot) => `${slot.name} ${slot.description}`);
  const all = words([flow.name, flow.description, ...flow.examples, ...slots].join(" "), language);
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  const terms = { language, counts, length: all.length };
  known.set(flow, terms);
  return terms;
};

/** The stems of words of two letters or more. */
const words = (text: string, language: string): readonly string[] =>
  (text.normalize("NFKC").match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []).map(languageOf(language).stem);
