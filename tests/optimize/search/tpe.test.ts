import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/optimize/metrics/random.ts";
import {
  logLikelihood,
  mixtureOf,
  type Observation,
  splitObservations,
  suggestChoices,
} from "../../../src/optimize/search/tpe.ts";

interface Case {
  readonly sizes: readonly number[];
  readonly history: readonly Observation[];
  readonly good: readonly number[];
  readonly points: readonly (readonly number[])[];
  readonly logGood: readonly number[];
  readonly logOthers: readonly number[];
  readonly uniforms: readonly number[];
  readonly suggestion: readonly number[];
}

/** vectors/tpe.py made them. */
const { optuna, cases } = JSON.parse(readFileSync(new URL("vectors/tpe.json", import.meta.url), "utf8")) as {
  readonly optuna: string;
  readonly cases: readonly Case[];
};

describe(`the estimator, against Optuna ${optuna}`, () => {
  it.each(cases)("counts the same observations as good: $sizes", ({ history, good }) => {
    expect(splitObservations(history).good).toEqual(good.map((index) => history[index]));
  });

  it.each(cases)("gives choices the same likelihood: $sizes", ({ sizes, history, points, logGood, logOthers }) => {
    const { good, others } = splitObservations(history);
    for (const [index, point] of points.entries()) {
      expect(logLikelihood(mixtureOf(good, sizes), point)).toBeCloseTo(logGood[index] ?? Number.NaN, 12);
      expect(logLikelihood(mixtureOf(others, sizes), point)).toBeCloseTo(logOthers[index] ?? Number.NaN, 12);
    }
  });

  it.each(cases)("suggests the same with the same random numbers: $sizes", (one) => {
    const left = [...one.uniforms];
    expect(suggestChoices(one.history, one.sizes, () => left.shift() ?? Number.NaN)).toEqual(one.suggestion);
    expect(left).toEqual([]);
  });
});

describe("the estimator", () => {
  it("begins with random choices", () => {
    const seen = new Set(
      Array.from({ length: 200 }, (_, seed) => suggestChoices([], [2, 2], seededRandom(`start ${seed}`)).join()),
    );
    expect(seen.size).toBe(4);
  });

  it("finds the best of 64 combinations more often than chance", () => {
    const worth = (choices: readonly number[]): number => choices.filter((choice) => choice === 2).length / 3;
    let found = 0;
    for (let seed = 0; seed < 50; seed += 1) {
      const random = seededRandom(`tpe ${seed}`);
      const observations: Observation[] = [];
      for (let trial = 0; trial < 30; trial += 1) {
        const choices = suggestChoices(observations, [4, 4, 4], random);
        observations.push({ choices, value: worth(choices) });
      }
      if (observations.some(({ value }) => value === 1)) found += 1;
    }
    // Thirty different draws out of 64 would find it 23 times in 50.
    expect(found).toBeGreaterThan(40);
  });
});
