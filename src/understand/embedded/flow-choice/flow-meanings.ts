import type { SentenceVectors } from "../vectors/sentence-vectors.ts";
import { descriptionAsText, exampleAsText, type FlowDescription, nameAsWords } from "./flow-texts.ts";
import { centroids, type LabelledVector, multiply, trainRows } from "./flow-weights.ts";

export interface FlowMeanings {
  /** How near the message is in meaning to each flow. */
  nearness(messageVector: Float32Array): Float32Array;
}

/**
 * What people say whatever they want. The mean of these is taken from messages, so that "I need help with" brings a
 * message no nearer to the flow whose description happens to sound like that.
 */
const fillers = [
  "Can you help me?",
  "I need some help, please.",
  "I have a question.",
  "I would like to do something.",
  "What should I do?",
  "How do I do that?",
  "Could you please do this for me?",
  "I want to know something.",
  "Tell me more.",
  "Yes, that sounds good.",
  "Okay, thanks.",
  "No, thank you.",
  "I need it today.",
  "Can you do that now?",
  "Why did this happen?",
  "Is it possible?",
  "Please let me know.",
  "Sure, go ahead.",
  "I'm not sure what to do.",
  "Hello, I have a problem.",
];

const fillerShare = 0.6;
/** Likewise for what all descriptions of one assistant have in common. */
const commonShare = 0.4;
/** A description helps beside examples, but users' own words count more. */
const descriptionWeight = 0.5;
const nameWeight = 0.25;

export async function learnMeanings(
  flows: readonly FlowDescription[],
  vectors: SentenceVectors,
): Promise<FlowMeanings> {
  const filler = meanOf(await vectors.embed(fillers), vectors.dimensions);
  const descriptions = await vectors.embed(flows.map(descriptionAsText));
  const names = await vectors.embed(flows.map(({ name }) => nameAsWords(name)));
  const common = meanOf(descriptions, vectors.dimensions);
  const said = flows.flatMap(({ examples }, row) => examples.map((example) => ({ row, text: exampleAsText(example) })));
  const examples = await vectors.embed(said.map(({ text }) => text));

  const labelled: readonly LabelledVector[] = [
    ...examples.map((vector, index) => ({
      row: said[index]?.row ?? 0,
      vector: without(vector, filler, fillerShare),
      weight: 1,
    })),
    ...descriptions.map((vector, row) => ({
      row,
      vector: without(vector, common, commonShare),
      weight: descriptionWeight,
    })),
    ...names.map((vector, row) => ({ row, vector: without(vector, common, commonShare), weight: nameWeight })),
  ];
  const start = centroids(labelled, flows.length, vectors.dimensions);
  const rows = said.length === 0 ? start : trainRows(start, labelled);
  return { nearness: (messageVector) => multiply(rows, without(messageVector, filler, fillerShare)) };
}

function meanOf(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const mean = new Float32Array(dimensions);
  for (const vector of vectors) {
    for (let index = 0; index < dimensions; index++)
      mean[index] = (mean[index] ?? 0) + (vector[index] ?? 0) / vectors.length;
  }
  return mean;
}

/** The vector less a share of another, of length one again. */
function without(vector: Float32Array, other: Float32Array, share: number): Float32Array {
  const rest = vector.map((value, index) => value - share * (other[index] ?? 0));
  const length = Math.hypot(...rest) || 1;
  return rest.map((value) => value / length);
}
