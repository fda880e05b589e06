import type { Command } from "../../../engine/commands/command.ts";
import type { FeatureName, FeatureValues, Weights } from "./features.ts";

/** The words of a message that a command was read from. */
export interface EvidenceSpan {
  readonly start: number;
  readonly end: number;
  /** What they were read as: `date`, `act cancel`, `wish book_flight`. */
  readonly reading: string;
  /** Which of the hypothesis's commands they gave. */
  readonly command: number;
}

/** One thing that a whole message may mean, with everything that speaks for and against it. */
export interface Hypothesis {
  readonly commands: readonly Command[];
  readonly features: FeatureValues;
  readonly spans: readonly EvidenceSpan[];
  /** It holds a yes beside words that nothing explains: whether that is meant has to be asked. */
  readonly isVagueYes?: true;
}

export function scoreOf({ features }: Pick<Hypothesis, "features">, weights: Weights): number {
  let score = 0;
  for (const name in features) score += (features[name as FeatureName] ?? 0) * weights[name as FeatureName];
  return score;
}

/** The probability of each hypothesis, in their order. */
export function probabilitiesOf(hypotheses: readonly Hypothesis[], weights: Weights): readonly number[] {
  const scores = hypotheses.map((each) => scoreOf(each, weights));
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
