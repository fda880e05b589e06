import { phrasesIn } from "../lattice/phrases.ts";
import type { SentenceVectors } from "../vectors/sentence-vectors.ts";
import { backgroundNearness, backgroundRows } from "./background.ts";
import { calibrations, type Evidence, fitOf, outOfScopeProbability, probabilities } from "./calibration.ts";
import { descriptionAsText, exampleAsText, type FlowDescription, keywordText, slotsAsText } from "./flow-texts.ts";
import { multiply } from "./flow-weights.ts";
import { createKeywordIndex, type IndexedText } from "./keyword-index.ts";
import { meaningRows } from "./meaning-rows.ts";
import { momentsNamed, momentsTaken, momentsUnused } from "./moments.ts";
import { kindsOffered, kindsWanted, requestAgreement } from "./request-kinds.ts";
import { subjectDistances } from "./subject-distances.ts";
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
  /**
   * Without a vector, keywords decide alone. `about` are the vectors of the lines that tell the subject of a message
   * which has none of its own, the latest last.
   */
  choose(message: string, messageVector: Float32Array | null, about?: readonly Float32Array[]): FlowChoice;
  /** The highest raw score that each flow can have, best first, where `nearest` says how near the message may be to it in meaning. */
  most(message: string, nearest: (flow: string, letters: number) => number): FlowChoice["ranked"];
}

/** What one unit of TF-IDF cosine or of agreement in kind is worth beside the cosine of meanings. */
const wordWeights: Readonly<Record<Evidence, number>> = { examples: 0.1, description: 0.05, keywords: 0.5 };
const letterWeights: Readonly<Record<Evidence, number>> = { examples: 0.15, description: 0.15, keywords: 0.5 };
/** What a named day or hour costs a flow that asks for none. */
const momentWeight = 0.08;
/** What nearness to things no flow is about takes from the fit. */
const backgroundWeight = 0.5;
/** Who speaks of themselves wants something more often than who asks about the world; examples say that better. */
const personalWeights: Readonly<Record<Evidence, number>> = { examples: 0, description: 0.02, keywords: 0 };
/** What the distance to the subject of the talk so far costs, where a message has no subject of its own. */
const subjectWeight = 0.8;
/** Messages whose words are remembered. */
const mostKept = 4;
const kindWeights: Readonly<Record<Evidence, number>> = { examples: 0.015, description: 0.035, keywords: 0.05 };

export async function createFlowChooser(
  flows: readonly FlowDescription[],
  vectors: SentenceVectors | null,
  language = "en",
): Promise<FlowChooser> {
  const texts = flows.flatMap(textsOf);
  const words = createKeywordIndex(texts, flows.length, (text) => wordFeatures(text, language));
  const letters = createKeywordIndex(texts, flows.length, letterFeatures);
  const offered = flows.map((flow) => kindsOffered(descriptionAsText(flow), language));
  const taken = flows.map((flow) => momentsTaken(flow, language));
  const meanings = vectors === null ? null : await meaningRows(flows, vectors);
  const background = vectors === null ? null : await backgroundRows(vectors);

  const recent = new Map<string, ReturnType<typeof saidIn>>();
  const saidIn = (message: string) => ({
    wordScores: words.scores(message),
    letterScores: letters.scores(message),
    wanted: kindsWanted(message, language),
    moments: momentsNamed(message, language),
  });
  /** A message is first judged by the most that its vector could say, and then by its vector. */
  function said(message: string): ReturnType<typeof saidIn> {
    const found = recent.get(message) ?? saidIn(message);
    recent.set(message, found);
    for (const oldest of recent.keys()) if (recent.size > mostKept) recent.delete(oldest);
    return found;
  }

  /** Each flow by its keywords and by how near the message is to it in meaning, best first; null: by keywords alone. */
  function scoresOf(message: string, meaning: ((row: number, letters: number) => number) | null, away?: Float32Array) {
    const { wordScores, letterScores, wanted, moments } = said(message);
    const scored = flows.map((flow, row) => {
      const evidence = evidenceFor(flow, meaning !== null);
      const word = wordScores[row] ?? 0;
      const letter = letterScores[row] ?? 0;
      const near = meaning === null ? 0 : meaning(row, letter);
      const base = near + wordWeights[evidence] * word + letterWeights[evidence] * letter;
      const fit = base - momentWeight * momentsUnused(moments, taken[row] ?? null);
      const kind = kindWeights[evidence] * requestAgreement(wanted, offered[row] ?? []);
      return { flow: flow.name, evidence, fit, raw: fit + kind - subjectWeight * (away?.[row] ?? 0) };
    });
    return scored.sort((left, right) => right.raw - left.raw);
  }

  return {
    most: (message, nearest) =>
      scoresOf(message, (row, letter) => nearest(flows[row]?.name ?? "", letter)).map(({ flow, raw }) => ({
        flow,
        score: 1,
        raw,
      })),
    choose(message, messageVector, about = []) {
      const meant = meanings === null || messageVector === null ? null : multiply(meanings.requests, messageVector);
      const away = meanings === null ? undefined : subjectDistances(about, meanings.subjects);
      const scored = scoresOf(message, meant === null ? null : (row) => meant[row] ?? 0, away);
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
      const fit =
        near + (isPersonal(message, language) ? personalWeights[best.evidence] : 0) - backgroundWeight * elsewhere;
      return {
        ranked: scored.map(({ flow, raw }, index) => ({ flow, score: scores[index] ?? 0, raw })),
        outOfScope: outOfScopeProbability(fit, calibration),
      };
    },
  };
}

function isPersonal(message: string, language: string): boolean {
  const { phrases } = phrasesIn(message, language);
  return phrases.all("personal").length > 0 || phrases.all("polite").length > 0;
}

function evidenceFor(flow: FlowDescription, hasMeaning: boolean): Evidence {
  if (!hasMeaning) return "keywords";
  return flow.examples.length > 0 ? "examples" : "description";
}

function textsOf(flow: FlowDescription, row: number): readonly IndexedText[] {
  const texts = [keywordText(flow), slotsAsText(flow), ...flow.examples.map(exampleAsText)];
  return texts.filter((text) => text !== "").map((text) => ({ row, text }));
}
