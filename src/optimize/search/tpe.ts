import type { Random } from "../metrics/random.ts";

/** A choice for each question, and how well it did. */
export interface Observation {
  readonly choices: readonly number[];
  readonly value: number;
}

/** As in Optuna's TPESampler(multivariate=True): so many random trials first, then the best of so many draws. */
const startupTrials = 10;
const drawsPerTrial = 24;
/** The share of observations that count as good, and how many at most. */
const goodShare = 0.1;
const mostGood = 25;
/** Observations before the last ones count less and less. */
const recent = 25;

/** Kernels with their weights: each observation is one, and the last is the prior. */
export interface Mixture {
  readonly weights: readonly number[];
  /** By kernel, by question: the probability of each choice. */
  readonly kernels: readonly (readonly (readonly number[])[])[];
}

/**
 * The tree-structured Parzen estimator over choices, all questions together (Bergstra et al. 2011; Falkner et al. 2018): choices that
 * are likelier among the good observations than among the others are tried next. `sizes` is how many choices each question has.
 */
export const suggestChoices = (
  observations: readonly Observation[],
  sizes: readonly number[],
  random: Random,
): readonly number[] => {
  if (observations.length < startupTrials) return sizes.map((size) => Math.floor(random() * size));
  const { good, others } = splitObservations(observations);
  const [below, above] = [mixtureOf(good, sizes), mixtureOf(others, sizes)];
  const draws = drawFrom(below, sizes.length, random);
  const gains = draws.map((choices) => logLikelihood(below, choices) - logLikelihood(above, choices));
  return draws[gains.indexOf(Math.max(...gains))] ?? [];
};

/** The best tenth against the rest, each in the order in which they were made. */
export const splitObservations = (observations: readonly Observation[]) => {
  const count = Math.min(Math.ceil(goodShare * observations.length), mostGood);
  const ranked = [...observations.keys()].sort(
    (a, b) => (observations[b]?.value ?? 0) - (observations[a]?.value ?? 0) || a - b,
  );
  const best = new Set(ranked.slice(0, count));
  return {
    good: observations.filter((_, index) => best.has(index)),
    others: observations.filter((_, index) => !best.has(index)),
  };
};

export const mixtureOf = (observations: readonly Observation[], sizes: readonly number[]): Mixture => {
  const count = observations.length + 1;
  const raw = observations.length === 0 ? [1] : [...weightsOf(observations.length), 1];
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  const kernelOf = (chosen: number | null, size: number): readonly number[] => {
    const plain = Array.from({ length: size }, (_, choice) => 1 / count + (choice === chosen ? 1 : 0));
    const sum = plain.reduce((all, each) => all + each, 0);
    return plain.map((each) => each / sum);
  };
  return {
    weights: raw.map((weight) => weight / total),
    kernels: [
      ...observations.map(({ choices }) => sizes.map((size, question) => kernelOf(choices[question] ?? null, size))),
      sizes.map((size) => kernelOf(null, size)),
    ],
  };
};

const weightsOf = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => {
    const ramp = count - recent;
    if (index >= ramp) return 1;
    return ramp === 1 ? 1 / count : 1 / count + ((1 - 1 / count) * index) / (ramp - 1);
  });

export const logLikelihood = ({ weights, kernels }: Mixture, choices: readonly number[]): number => {
  const logs = kernels.map((questions, kernel) =>
    questions.reduce(
      (sum, probabilities, question) => sum + Math.log(probabilities[choices[question] ?? 0] ?? 0),
      Math.log(weights[kernel] ?? 0),
    ),
  );
  const most = Math.max(...logs);
  return Math.log(logs.reduce((sum, each) => sum + Math.exp(each - most), 0)) + most;
};

/** First the kernel of each draw, then question by question all draws: the order in which Optuna uses its random numbers. */
const drawFrom = ({ weights, kernels }: Mixture, questions: number, random: Random): readonly (readonly number[])[] => {
  const active = Array.from({ length: drawsPerTrial }, () => placeIn(weights, random(), (sum, at) => sum <= at));
  const byQuestion = Array.from({ length: questions }, (_, question) =>
    active.map((kernel) => placeIn(kernels[kernel]?.[question] ?? [1], random(), (sum, at) => sum < at)),
  );
  return active.map((_, draw) => byQuestion.map((choices) => choices[draw] ?? 0));
};

/** How many of the sums of the probabilities are before a place between 0 and 1. */
const placeIn = (
  probabilities: readonly number[],
  at: number,
  isBefore: (sum: number, at: number) => boolean,
): number => {
  let sum = 0;
  let place = 0;
  for (const probability of probabilities.slice(0, -1)) {
    sum += probability;
    if (isBefore(sum, at)) place += 1;
  }
  return place;
};
