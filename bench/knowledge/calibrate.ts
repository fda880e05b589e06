import type { Evidence } from "../../src/digress/knowledge/rank-passages.ts";
import type { SearchMode } from "../../src/digress/knowledge/weights.ts";
import { openBenchKnowledge, openBenchVectors } from "./open-bench.ts";
import { readQuestions } from "./questions.ts";

/**
 * Prints the weights of src/digress/knowledge/weights.ts: a logistic regression over the calibration and development questions of
 * whether the first passage is the right one, shifted so that seven of eight unanswerable ones are refused.
 */
interface Sample {
  readonly inputs: readonly number[];
  readonly answered: boolean;
  readonly unanswerable: boolean;
}

const refusedShare = 0.87;
const usedInputs: Readonly<Record<SearchMode, readonly boolean[]>> = {
  hybrid: [true, true, true],
  keywords: [false, true, true],
  vectors: [true, false, false],
};

const vectors = await openBenchVectors();
for (const mode of ["hybrid", "keywords", "vectors"] as const) {
  const samples = await collect(mode);
  const weights = regress(samples.filter(({ answered, unanswerable }) => answered || unanswerable));
  const sums = samples.filter(({ unanswerable }) => unanswerable).map(({ inputs }) => dot(weights, inputs));
  const cut = sums.sort((left, right) => left - right)[Math.ceil(refusedShare * sums.length) - 1] ?? 0;
  const answerable = samples.filter(({ unanswerable }) => !unanswerable);
  const right = answerable.filter(({ answered }) => answered);
  const shown = right.filter(({ inputs }) => dot(weights, inputs) > cut);
  const [bias = 0, vector, hits, missing] = weights.map((weight) => Number(weight.toFixed(2)));
  console.log(mode, { bias: Number((bias - cut).toFixed(2)), vector, hits, missing });
  console.log(
    `  right first ${percent(right.length, answerable.length)}, right and shown ${percent(shown.length, answerable.length)}`,
  );
}

async function collect(mode: SearchMode): Promise<readonly Sample[]> {
  const knowledge = await openBenchKnowledge(mode, { vectors, words: true });
  const samples: Sample[] = [];
  for (const { ask, passages } of (["calibration", "development", "indirect"] as const).flatMap(readQuestions)) {
    const [best] = await knowledge.rank(ask);
    if (best === undefined) continue;
    samples.push({
      inputs: inputsOf(best.evidence, usedInputs[mode]),
      answered: passages.includes(best.passage.source),
      unanswerable: passages.length === 0,
    });
  }
  await knowledge.close();
  return samples;
}

function inputsOf({ vector, hits, missing }: Evidence, used: readonly boolean[]): readonly number[] {
  return [1, ...[vector, hits, missing].map((value, place) => (used[place] === true ? value : 0))];
}

/** Plain gradient descent: four weights and two hundred samples need nothing better. */
function regress(samples: readonly Sample[]): readonly number[] {
  const positive = samples.filter(({ answered }) => answered).length;
  let weights = [0, 0, 0, 0];
  for (let round = 0; round < 20_000; round++) {
    const gradient = [0, 0, 0, 0];
    for (const { inputs, answered } of samples) {
      const balance = answered ? 0.5 / positive : 0.5 / (samples.length - positive);
      const error = (1 / (1 + Math.exp(-dot(weights, inputs))) - (answered ? 1 : 0)) * balance;
      for (const [place, input] of inputs.entries()) gradient[place] = (gradient[place] ?? 0) + error * input;
    }
    weights = weights.map(
      (weight, place) => weight - 0.5 * ((gradient[place] ?? 0) + (place === 0 ? 0 : 0.002 * weight)),
    );
  }
  return weights;
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, place) => sum + value * (right[place] ?? 0), 0);
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}
