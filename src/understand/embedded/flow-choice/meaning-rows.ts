import type { SentenceVectors } from "../vectors/sentence-vectors.ts";
import {
  descriptionAsText,
  descriptionAsTopic,
  exampleAsText,
  type FlowDescription,
  nameAsWords,
  slotsAsText,
} from "./flow-texts.ts";
import { centroids, type LabelledVector, trainRows, type VectorRows } from "./flow-weights.ts";

/** What the author wrote about a flow helps beside examples, but users' own words count more, as 1. */
const descriptionWeight = 0.15;
const topicWeight = 0.35;
const nameWeight = 0.25;
const slotsWeight = 0.25;

export interface MeaningRows {
  /** One row for each flow, to be near the messages that start it. */
  readonly requests: VectorRows;
  /** One row for each flow, to be near any talk about its subject: examples would add how people ask for things. */
  readonly subjects: VectorRows;
}

export async function meaningRows(flows: readonly FlowDescription[], vectors: SentenceVectors): Promise<MeaningRows> {
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
  const described = labelled.filter(({ weight }) => weight < 1);
  const subjects = centroids(described, flows.length, vectors.dimensions);
  if (described.length === labelled.length) return { requests: subjects, subjects };
  return { requests: trainRows(centroids(labelled, flows.length, vectors.dimensions), labelled), subjects };
}
