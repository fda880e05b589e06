/** How raw scores of one kind of evidence turn into probabilities. */
export interface Calibration {
  /** Sharpness of the softmax over the flows. */
  readonly sharpness: number;
  /** Sharpness of the soft maximum that tells how well a message fits any flow. */
  readonly fitSharpness: number;
  /** The fit at which a message is as likely out of scope as in scope. */
  readonly borderline: number;
  /** How fast that changes around the borderline. */
  readonly steepness: number;
}

/** What a flow's raw score was made of; scores of different kinds are not on one scale. */
export type Evidence = "examples" | "description" | "keywords";

/**
 * Fitted on draws with other seeds than the bench's (messages overlap): sharpness on CLINC150, BANKING77 and SGD, the
 * rest on 50 and 150 flows of CLINC150, out of scope and in scope weighing the same.
 */
export const calibrations: Readonly<Record<Evidence, Calibration>> = {
  examples: { sharpness: 19, fitSharpness: 19, borderline: 0.43, steepness: 19 },
  description: { sharpness: 18, fitSharpness: 12, borderline: 0.37, steepness: 21 },
  keywords: { sharpness: 24, fitSharpness: 24, borderline: 0.24, steepness: 18 },
};

export function probabilities(scores: readonly number[], sharpness: number): readonly number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(sharpness * (score - highest)));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** Rivals that count for the fit: enough for near twins, and as many in a large assistant as in a small one. */
const rivals = 10;

/**
 * How well a message fits the flows at all: a soft maximum of their scores. A message between two near twins is in scope
 * for sure although neither twin scores high.
 */
export function fitOf(scores: readonly number[], sharpness: number): number {
  const [highest = 0, ...others] = scores.toSorted((left, right) => right - left).slice(0, rivals);
  const total = others.reduce((sum, score) => sum + Math.exp(sharpness * (score - highest)), 1);
  return highest + Math.log(total) / sharpness;
}

export function outOfScopeProbability(fit: number, { borderline, steepness }: Calibration): number {
  return 1 / (1 + Math.exp(steepness * (fit - borderline)));
}
