import { wordsIn } from "../../language/fold-text.ts";
import type { ConceptMatch, IndexedPassage, PassageIndex } from "./indexed-passages.ts";
import { rarity } from "./keyword-match.ts";
import { type Quantity, quantityFit } from "./quantities.ts";
import { type ConfidenceWeights, confidenceInputs, type ModeWeights, type RankWeights, rankInputs } from "./weights.ts";

/** What is known of a passage as an answer to one question. */
export interface Evidence {
  /** Cosine of the meanings of question and whole passage; 0 without vectors. */
  readonly vector: number;
  /** The same for its headings alone, and for its nearest sentence. */
  readonly heading: number;
  readonly sentence: number;
  /** The share of the question that the passage holds. */
  readonly words: number;
  /** How many of the question's concepts it holds, common words aside; more than two prove little more than two. */
  readonly hits: number;
  /** How rare the rarest concept is that it lacks, 0 to 1. */
  readonly missing: number;
  /** 1 if it speaks of the amounts in the question, -1 if of others. */
  readonly quantities: number;
}

/** What its place in the order depends on. */
export type OrderEvidence = Readonly<Record<(typeof rankInputs)[number], number>>;

export interface RankedPassage {
  readonly passage: IndexedPassage;
  readonly evidence: Evidence;
  readonly order: OrderEvidence;
  /** For the order only. */
  readonly score: number;
  /** How far its score is above that of the next. */
  readonly margin: number;
  /** 0 to 1: that it answers the question. */
  readonly confidence: number;
}

export interface Question {
  readonly matches: readonly ConceptMatch[];
  readonly vector: Float32Array | null;
  readonly quantities: readonly Quantity[];
}

/** Among these, words that all of them hold say nothing. */
const closeCandidates = 12;
const mostHits = 2;
/** So many passages of a document show whether the question belongs to it. */
const documentSample = 3;

/** Orders all passages by what vectors, words and headings say together. */
export function rankPassages(index: PassageIndex, question: Question, weights: ModeWeights): readonly RankedPassage[] {
  const { rank } = weights;
  const asked = askedStems(question.matches, index.stem);
  const evidences = index.passages.map((_, place) => evidenceFor(index, question, place));
  const documents = documentSimilarities(index, evidences);
  const first = index.passages.map((passage, place) => {
    const evidence = evidences[place] ?? nothing;
    const order: OrderEvidence = {
      vector: evidence.vector,
      heading: evidence.heading,
      sentence: evidence.sentence,
      quantities: evidence.quantities,
      document: documents.get(documentOf(passage)) ?? 0,
      // Long passages hold more words by chance.
      words: evidence.words / (0.6 + 0.4 * (passage.length / index.meanLength)),
      title: titleShare(index, passage, asked),
      authored: authoredShare(question.matches, place),
      distinctive: 0,
    };
    return { passage, place, evidence, order, score: scoreOf(order, rank) };
  });
  const best = first.sort((left, right) => right.score - left.score).slice(0, closeCandidates);
  const places = best.map(({ place }) => place);
  const ordered = best
    .map(({ passage, place, evidence, order: known }) => {
      const order = { ...known, distinctive: distinction(question.matches, place, places) };
      return { passage, evidence, order, score: scoreOf(order, rank) };
    })
    .sort((left, right) => right.score - left.score);
  const known = { weights: weights.confidence, hasVector: question.vector !== null };
  return ordered.map((ranked, place) => {
    const margin = ranked.score - (ordered[place + 1]?.score ?? 0);
    return { ...ranked, margin, confidence: confidenceOf({ ...ranked.evidence, margin }, known) };
  });
}

const scoreOf = (order: OrderEvidence, weights: RankWeights): number =>
  rankInputs.reduce((sum, name) => sum + weights[name] * order[name], 0);

const nothing: Evidence = { vector: 0, heading: 0, sentence: 0, words: 0, hits: 0, missing: 1, quantities: 0 };

const documentOf = ({ source }: IndexedPassage): string => source.split("#")[0] ?? source;

/** How near the best passages of each document are: of two equal passages, the one in the fitting document is meant. */
function documentSimilarities(index: PassageIndex, evidences: readonly Evidence[]): ReadonlyMap<string, number> {
  const found = new Map<string, number[]>();
  for (const [place, passage] of index.passages.entries()) {
    const document = documentOf(passage);
    found.set(document, [...(found.get(document) ?? []), evidences[place]?.vector ?? 0]);
  }
  return new Map(
    [...found].map(([document, similarities]) => {
      const best = similarities.sort((left, right) => right - left).slice(0, documentSample);
      return [document, best.reduce((sum, similarity) => sum + similarity, 0) / best.length];
    }),
  );
}

function confidenceOf(
  evidence: Evidence & { readonly margin: number },
  { weights, hasVector }: { readonly weights: ConfidenceWeights; readonly hasVector: boolean },
): number {
  // By words alone, those that are common everywhere tell nothing: "what day is it?"
  if (!hasVector && evidence.hits === 0) return 0;
  const sum = confidenceInputs.reduce((all, name) => all + weights[name] * evidence[name], weights.bias);
  return 1 / (1 + Math.exp(-sum));
}

function evidenceFor(index: PassageIndex, { matches, vector, quantities }: Question, place: number): Evidence {
  const passage = index.passages[place];
  const vectors = passage?.vectors ?? null;
  const rarest = rarity(0, index.passages.length);
  const strong = matches.filter(({ concept }) => !concept.weak);
  const lacking = strong.filter(({ worths }) => (worths[place] ?? 0) === 0);
  return {
    vector: similarity(vector, vectors?.whole ?? null),
    heading: similarity(vector, vectors?.heading ?? null),
    sentence: (vectors?.sentences ?? []).reduce((most, each) => Math.max(most, similarity(vector, each)), 0),
    words: weightedShare(matches, place),
    hits: Math.min(mostHits, strong.length - lacking.length),
    missing: lacking.reduce((most, { weight }) => Math.max(most, weight), 0) / rarest,
    quantities: quantityFit(quantities, passage?.ranges ?? []),
  };
}

function weightedShare(matches: readonly ConceptMatch[], place: number): number {
  const all = matches.reduce((sum, { weight }) => sum + weight, 0);
  const held = matches.reduce((sum, { weight, worths }) => sum + weight * (worths[place] ?? 0), 0);
  return all === 0 ? 0 : held / all;
}

/** The share of the question that only an author's word finds in the passage. */
function authoredShare(matches: readonly ConceptMatch[], place: number): number {
  return weightedShare(
    matches.map((match) => ({ ...match, worths: match.authoredWorths })),
    place,
  );
}

/** The share of the question held, counting only what tells the candidates apart. */
function distinction(matches: readonly ConceptMatch[], place: number, places: readonly number[]): number {
  const local = matches.map((match) => {
    const found = places.filter((candidate) => (match.worths[candidate] ?? 0) > 0).length;
    return { ...match, weight: rarity(found, places.length) * (match.concept.weak ? 0.25 : 1) };
  });
  return weightedShare(local, place);
}

/** How much of the heading was asked for: "for children" is the wrong twin if no child was mentioned. */
function titleShare(index: PassageIndex, passage: IndexedPassage, asked: ReadonlySet<string>): number {
  let all = 0;
  let held = 0;
  for (const stem of passage.titleStems) {
    const weight = rarity(index.frequencies.get(stem) ?? 0, index.passages.length);
    all += weight;
    if (asked.has(stem)) held += weight;
  }
  return all === 0 ? 0 : held / all;
}

function askedStems(matches: readonly ConceptMatch[], stem: PassageIndex["stem"]): ReadonlySet<string> {
  const words = matches.flatMap(({ concept }) => [concept.word, ...concept.alternatives.keys()]);
  return new Set(words.flatMap((word) => wordsIn(word.replaceAll("_", " ")).map(stem)));
}

function similarity(left: Float32Array | null, right: Float32Array | null): number {
  if (left === null || right === null) return 0;
  let sum = 0;
  for (let place = 0; place < left.length; place++) sum += (left[place] ?? 0) * (right[place] ?? 0);
  return sum;
}
