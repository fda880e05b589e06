import type { StoredPassage } from "../../src/digress/knowledge/vector-store.ts";
import { randomNumbers } from "./random-numbers.ts";

/** As many as the vectors that Soni computes itself have. */
export const dimensions = 384;
/** Passages of one topic are near to each other, as those of one document are. */
const passagesPerTopic = 100;
/** About as many characters as one heading of a document has. */
const charactersPerPassage = 400;

/**
 * Passages with drawn vectors: the encoder would need an hour for 100,000. Two passages of one topic have a cosine of about 0.5, others
 * of about 0.
 */
export function* randomPassages(count: number): Generator<StoredPassage> {
  for (let place = 0; place < count; place += 1) {
    const topic = Math.floor(place / passagesPerTopic);
    const sentence = `This is passage ${place} on topic ${topic}. `;
    yield {
      key: `passage ${place}`,
      source: `topic-${topic}.md#passage-${place}`,
      title: `Topic ${topic} > Passage ${place}`,
      text: sentence.repeat(Math.ceil(charactersPerPassage / sentence.length)),
      vector: passageVector(place),
    };
  }
}

/** A question whose answer is the passage at this place: a cosine of about 0.8, and of 0.4 to the others of its topic. */
export const plantedQuestion = (place: number): Float32Array =>
  mixed([0.8, passageVector(place)], [0.6, direction("question", place)]);

function passageVector(place: number): Float32Array {
  const topic = direction("topic", Math.floor(place / passagesPerTopic));
  return mixed([0.7, topic], [0.7, direction("passage", place)]);
}

const kinds = { topic: 1, passage: 2, question: 3 };

/** Of unit length. The same kind and place have the same direction in every run. */
function direction(kind: keyof typeof kinds, place: number): Float32Array {
  // Neighbouring seeds begin with nearly the same number: the multiplication spreads them.
  const draw = randomNumbers(Math.imul(place * 4 + kinds[kind], 0x9e3779b1));
  return mixed([1, Float32Array.from({ length: dimensions }, () => draw(2_000_001) - 1_000_000)]);
}

/** The weighted sum, brought to unit length. */
function mixed(...parts: readonly (readonly [weight: number, vector: Float32Array])[]): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const [weight, vector] of parts) {
    for (let axis = 0; axis < dimensions; axis += 1) sum[axis] = (sum[axis] ?? 0) + weight * (vector[axis] ?? 0);
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
