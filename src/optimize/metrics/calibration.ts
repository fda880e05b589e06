/** One answer: how sure it was, and whether it was right. */
export interface Confident {
  readonly confidence: number;
  readonly right: boolean;
}

export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly confidence: number;
  readonly right: number;
}

export interface RiskPoint {
  /** The share of messages that are answered when less sure ones are not. */
  readonly coverage: number;
  /** The share of those that is wrong. */
  readonly risk: number;
  readonly confidence: number;
}

export interface Calibration {
  readonly bins: readonly ReliabilityBin[];
  /** How far confidence and the share that is right lie apart, over all bins. */
  readonly expectedError: number;
  readonly brier: number;
  /** How likely a right answer is surer than a wrong one; null without both. */
  readonly auroc: number | null;
  readonly riskCoverage: readonly RiskPoint[];
}

const binCount = 10;

export const calibrationOf = (answers: readonly Confident[]): Calibration => {
  const bins = reliability(answers);
  const count = answers.length;
  return {
    bins,
    expectedError:
      count === 0 ? 0 : bins.reduce((sum, bin) => sum + bin.count * Math.abs(bin.confidence - bin.right), 0) / count,
    brier: mean(answers.map(({ confidence, right }) => (confidence - (right ? 1 : 0)) ** 2)),
    auroc: aurocOf(answers),
    riskCoverage: riskCoverageOf(answers),
  };
};

/** Ten bins of equal width; 1 belongs to the last. Empty ones are left out. */
const reliability = (answers: readonly Confident[]): readonly ReliabilityBin[] =>
  Array.from({ length: binCount }, (_, index) => {
    const inside = answers.filter(({ confidence }) => binOf(confidence) === index);
    return {
      from: index / binCount,
      to: (index + 1) / binCount,
      count: inside.length,
      confidence: mean(inside.map(({ confidence }) => confidence)),
      right: mean(inside.map(({ right }) => (right ? 1 : 0))),
    };
  }).filter(({ count }) => count > 0);

/** The small addend: 0.7 * 10 is a little less than 7 in binary. */
const binOf = (confidence: number): number =>
  Math.min(binCount - 1, Math.max(0, Math.floor(confidence * binCount + 1e-9)));

/** By ranks: every pair of a right and a wrong answer, ties count half. */
const aurocOf = (answers: readonly Confident[]): number | null => {
  const right = answers.filter((answer) => answer.right).map(({ confidence }) => confidence);
  const wrong = answers.filter((answer) => !answer.right).map(({ confidence }) => confidence);
  if (right.length === 0 || wrong.length === 0) return null;
  const ascending = [...answers].sort((a, b) => a.confidence - b.confidence);
  let ranks = 0;
  for (let start = 0; start < ascending.length; ) {
    let end = start;
    while (ascending[end + 1]?.confidence === ascending[start]?.confidence) end += 1;
    const shared = (start + end) / 2 + 1;
    for (let index = start; index <= end; index += 1) if (ascending[index]?.right === true) ranks += shared;
    start = end + 1;
  }
  return (ranks - (right.length * (right.length + 1)) / 2) / (right.length * wrong.length);
};

/** The surest first; answers of one confidence come in together, because no threshold can part them. */
const riskCoverageOf = (answers: readonly Confident[]): readonly RiskPoint[] => {
  const descending = [...answers].sort((a, b) => b.confidence - a.confidence);
  const points: RiskPoint[] = [];
  let wrong = 0;
  for (const [index, { confidence, right }] of descending.entries()) {
    if (!right) wrong += 1;
    if (descending[index + 1]?.confidence === confidence) continue;
    points.push({ coverage: (index + 1) / descending.length, risk: wrong / (index + 1), confidence });
  }
  return points;
};

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
