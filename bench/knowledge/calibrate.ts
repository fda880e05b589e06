import {
  type ConfidenceWeights,
  confidenceInputs,
  modeWeights,
  type RankWeights,
  rankInputs,
  type SearchMode,
} from "../../src/digress/knowledge/weights.ts";
import { openBenchVectors } from "./open-bench.ts";
import { collectSamples, type Sample } from "./samples.ts";

/**
 * Prints the weights of src/digress/knowledge/weights.ts. The order is a softmax regression of which candidate is the right
 * one; the confidence is a logistic regression of whether the first passage is right, in which a wrong passage shown counts
 * as much as `wrongCost` right ones withheld. Neither reads the questions that are measured.
 */
const wrongCost = 1.5;
const orderInputs: Readonly<Record<SearchMode, readonly (typeof rankInputs)[number][]>> = {
  hybrid: rankInputs,
  keywords: ["words", "title", "authored", "distinctive", "quantities"],
  vectors: ["vector"],
};
const beliefInputs: Readonly<Record<SearchMode, readonly (typeof confidenceInputs)[number][]>> = {
  hybrid: confidenceInputs,
  keywords: ["words", "hits", "missing", "margin"],
  vectors: ["vector"],
};

const vectors = await openBenchVectors();
const modes = ["hybrid", "keywords", "vectors"] as const;
for (const mode of modes.filter((each) => process.argv.length < 3 || process.argv.includes(each))) {
  const samples = await collectSamples(mode, vectors);
  const rank = mode === "vectors" ? modeWeights.vectors.rank : fitOrder(samples, orderInputs[mode]);
  const confidence = fitConfidence(samples, rank, beliefInputs[mode]);
  console.log(mode, { rank, confidence });
}

function fitOrder(samples: readonly Sample[], names: readonly (typeof rankInputs)[number][]): RankWeights {
  const rows = samples.flatMap(({ ranked, passages }) => {
    const right = ranked.findIndex(({ passage }) => passages.includes(passage.source));
    return right < 0 ? [] : [{ inputs: ranked.map(({ order }) => names.map((name) => order[name])), right }];
  });
  const found = descend(names.length, (weights, gradient) => {
    for (const { inputs, right } of rows) {
      const exponents = inputs.map((each) => Math.exp(dot(weights, each)));
      const all = exponents.reduce((sum, each) => sum + each, 0);
      for (const [place, each] of inputs.entries()) {
        const error = ((exponents[place] ?? 0) / all - (place === right ? 1 : 0)) / rows.length;
        for (const [at, input] of each.entries()) gradient[at] = (gradient[at] ?? 0) + error * input;
      }
    }
  });
  // Only the order counts: the scale is that of the vector, where there is one.
  const unit = Math.max(...found.map(Math.abs));
  return record(rankInputs, (name) => rounded((found[names.indexOf(name)] ?? 0) / unit));
}

function fitConfidence(
  samples: readonly Sample[],
  rank: RankWeights,
  names: readonly (typeof confidenceInputs)[number][],
): ConfidenceWeights {
  const rows = samples.flatMap(({ ranked, passages }) => {
    const scored = ranked
      .map((each) => ({ ...each, score: rankInputs.reduce((sum, name) => sum + rank[name] * each.order[name], 0) }))
      .sort((left, right) => right.score - left.score);
    const [first, second] = scored;
    if (first === undefined) return [];
    const known = { ...first.evidence, margin: first.score - (second?.score ?? 0) };
    return [{ inputs: [1, ...names.map((name) => known[name])], right: passages.includes(first.passage.source) }];
  });
  const found = descend(names.length + 1, (weights, gradient) => {
    for (const { inputs, right } of rows) {
      const error = (1 / (1 + Math.exp(-dot(weights, inputs))) - (right ? 1 : 0)) * (right ? 1 : wrongCost);
      for (const [at, input] of inputs.entries()) gradient[at] = (gradient[at] ?? 0) + (error * input) / rows.length;
    }
  });
  const shown = rows.filter(({ inputs }) => dot(found, inputs) > 0);
  const right = rows.filter((row) => row.right);
  console.log(
    `${rows.length} samples, first is right in ${right.length}; shown ${shown.length}, of them right ${shown.filter((row) => row.right).length}`,
  );
  return {
    bias: rounded(found[0] ?? 0),
    ...record(confidenceInputs, (name) => rounded(found[names.indexOf(name) + 1] ?? 0, names.includes(name))),
  };
}

/** Adam with a little decay: a dozen weights and two thousand samples need nothing better. */
function descend(
  size: number,
  addGradient: (weights: readonly number[], gradient: number[]) => void,
): readonly number[] {
  const weights = new Array<number>(size).fill(0);
  const first = new Array<number>(size).fill(0);
  const second = new Array<number>(size).fill(0);
  for (let round = 1; round <= 1_500; round++) {
    const gradient = weights.map((weight) => 0.0005 * weight);
    addGradient(weights, gradient);
    for (const [at, slope] of gradient.entries()) {
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope;
      second[at] = 0.99 * (second[at] ?? 0) + 0.01 * slope * slope;
      weights[at] = (weights[at] ?? 0) - (0.1 * (first[at] ?? 0)) / (Math.sqrt(second[at] ?? 0) + 1e-8);
    }
  }
  return weights;
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, place) => sum + value * (right[place] ?? 0), 0);
}

function rounded(value: number, used = true): number {
  return used ? Number(value.toFixed(2)) : 0;
}

function record<Name extends string>(names: readonly Name[], value: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, number>;
}
