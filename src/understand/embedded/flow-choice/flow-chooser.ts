import type { SentenceVectors } from "../vectors/sentence-vectors.ts";
import { backgroundNearness, backgroundRows } from "./background.ts";
import { calibrations, type Evidence, fitOf, outOfScopeProbability, probabilities } from "./calibration.ts";
import {
  descriptionAsText,
  descriptionAsTopic,
  exampleAsText,
  type FlowDescription,
  keywordText,
  nameAsWords,
  slotsAsText,
} from "./flow-texts.ts";
import { centroids, type LabelledVector, multiply, trainRows, type VectorRows } from "./flow-weights.ts";
import { createKeywordIndex, type IndexedText } from "./keyword-index.ts";
import { momentsNamed, momentsTaken, momentsUnused } from "./moments.ts";
import { kindsOffered, kindsWanted, requestAgreement } from "./request-kinds.ts";
import { letterFeatures, wordFeatures } from "./text-features.ts";

export interface FlowChoice {
  /**
   * Best first. Scores are probabilities that sum to one, given that the message starts one of these flows; raw
   * scores do not depend on the other flows and can be compared across messages.
   */
  readonly ranked: readonly { readonly flow: string; readonly score: number; readonly raw: number }[];
  /** The probability that the message starts none of them. */
  readonly outOfScope: number;
}

export interface FlowChooser {
  /** With `candidates`, only those flows take part. Without a vector, keywords decide alone. */
  choose(message: string, messageVector: Float32Array | null, candidates?: ReadonlySet<string>): FlowChoice;
}

/** What the author wrote about a flow helps beside examples, but users' own words count more, as 1. */
const descriptionWeight = 0.15;
const topicWeight = 0.35;
const nameWeight = 0.25;
const slotsWeight = 0.25;
/** What one unit of TF-IDF cosine or of agreement in kind is worth beside the cosine of meanings. */
const wordWeights: Readonly<Record<Evidence, number>> = { examples: 0.1, description: 0.05, keywords: 0.5 };
const letterWeights: Readonly<Record<Evidence, number>> = { examples: 0.15, description: 0.15, keywords: 0.5 };
/** What a named day or hour costs a flow that asks for none. */
const momentWeight = 0.08;
/** What nearness to things no flow is about takes from the fit. */
const backgroundWeight = 0.5;
/** Who speaks of themselves wants something more often than who asks about the world; examples say that better. */
const personalWeights: Readonly<Record<Evidence, number>> = { examples: 0, description: 0.02, keywords: 0 };
const personal = /\b(?:i|im|my|me|mine|we|our|us|please)\b/i;
const kindWeights: Readonly<Record<Evidence, number>> = { examples: 0.015, description: 0.035, keywords: 0.05 };

export async function createFlowChooser(
  flows: readonly FlowDescription[],
  vectors: SentenceVectors | null,
): Promise<FlowChooser> {
  const texts = flows.flatMap(textsOf);
  const words = createKeywordIndex(texts, flows.length, wordFeatures);
  const letters = createKeywordIndex(texts, flows.length, letterFeatures);
  const offered = flows.map((flow) => kindsOffered(descriptionAsText(flow)));
  const taken = flows.map(momentsTaken);
  const meanings = vectors === null ? null : await meaningRows(flows, vectors);
  const background = vectors === null ? null : await backgroundRows(vectors);

  return {
    choose(message, messageVector, candidates) {
      const meant = meanings === null || messageVector === null ? null : multiply(meanings, messageVector);
      const wordScores = words.scores(message);
      const letterScores = letters.scores(message);
      const wanted = kindsWanted(message);
      const moments = momentsNamed(message);
      const scored = flows.flatMap((flow, row) => {
        if (candidates !== undefined && !candidates.has(flow.name)) return [];
        const evidence = evidenceFor(flow, meant);
        const word = wordScores[row] ?? 0;
        const letter = letterScores[row] ?? 0;
        const base = (meant?.[row] ?? 0) + wordWeights[evidence] * word + letterWeights[evidence] * letter;
        const fit = base - momentWeight * momentsUnused(moments, taken[row] ?? null);
        const kind = kindWeights[evidence] * requestAgreement(wanted, offered[row] ?? []);
        return [{ flow: flow.name, evidence, fit, raw: fit + kind }];
      });
      scored.sort((left, right) => right.raw - left.raw);
      const [best] = scored;
      if (best === undefined) return { ranked: [], outOfScope: 1 };
      const calibration = calibrations[best.evidence];
      const scores = probabilities(
        scored.map(({ raw }) => raw),
        calibration.sharpness,
      );
      const elsewhere =
        background === null || messageVector === null ? 0 : backgroundNearness(background, messageVector);
      // Requests of every kind are made about everything: the kind says which flow, not whether any.
      const near = fitOf(
        scored.map(({ fit }) => fit),
        calibration.fitSharpness,
      );
      const fit = near + (personal.test(message) ? personalWeights[best.evidence] : 0) - backgroundWeight * elsewhere;
      return {
        ranked: scored.map(({ flow, raw }, index) => ({ flow, score: scores[index] ?? 0, raw })),
        outOfScope: outOfScopeProbability(fit, calibration),
      };
    },
  };
}

function evidenceFor(flow: FlowDescription, meant: Float32Array | null): Evidence {
  if (meant === null) return "keywords";
  return flow.examples.length > 0 ? "examples" : "description";
}

function textsOf(flow: FlowDescription, row: number): readonly IndexedText[] {
  const texts = [keywordText(flow), slotsAsText(flow), ...flow.examples.map(exampleAsText)];
  return texts.filter((text) => text !== "").map((text) => ({ row, text }));
}

async function meaningRows(flows: readonly FlowDescription[], vectors: SentenceVectors): Promise<VectorRows> {
  const weighted = flows
    .flatMap((flow, row) => [
      ...flow.examples.map((example) => ({ row, text: exampleAsText(example), weight: 1 })),
      { row, text: descriptionAsText(flow), weight: descriptionWeight },
      { row, text: descriptionAsTopic(flow), weight: topicWeight },
      { row, text: nameAsWords(flow.name), weight: nameWeight },
      { row, text: slotsAsText(flow), weight: slotsWeight },
    ])
    .filter(({ text }) => text !== "");
  const embedded = await vectors.embed(weighted.map(({ text }) => text));
  const labelled: readonly LabelledVector[] = weighted.map(({ row, weight }, index) => ({
    row,
    weight,
    vector: embedded[index] ?? new Float32Array(vectors.dimensions),
  }));
  const start = centroids(labelled, flows.length, vectors.dimensions);
  return flows.some((flow) => flow.examples.length > 0) ? trainRows(start, labelled) : start;
}
