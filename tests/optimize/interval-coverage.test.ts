import { describe, expect, it } from "vitest";
import { comparePaired } from "../../src/optimize/metrics/compare-paired.ts";
import { bootstrapEstimate, byGroup, type Estimate, shareEstimate } from "../../src/optimize/metrics/intervals.ts";
import { type Random, seededRandom } from "../../src/optimize/metrics/random.ts";
import { addCounts, type Counts, f1Of, noCounts } from "../../src/optimize/metrics/totals.ts";

const evaluations = 1_000;

/** In 999 of 1,000 series of 1,000 evaluations an exact interval covers the truth this often: 950 and 3.3 deviations of 6.9. */
const noise = { least: 927, most: 973 };

const covered = (simulate: (random: Random) => Estimate, truth: number): number => {
  let count = 0;
  for (let index = 0; index < evaluations; index += 1) {
    const { low, high } = simulate(seededRandom(`evaluation ${index} of ${truth}`));
    if (low <= truth && truth <= high) count += 1;
  }
  return count;
};

const within = (count: number): void => {
  console.log(`${count} of ${evaluations} intervals hold the truth`);
  expect(count).toBeGreaterThanOrEqual(noise.least);
  expect(count).toBeLessThanOrEqual(noise.most);
};

/** Rows of a group share their luck: with probability `alike` a row repeats what the first of its group did. */
const simulateRows = (random: Random, setting: { groups: number; size: number; rate: number; alike: number }) =>
  Array.from({ length: setting.groups }, (_, group) => {
    const first = random() < setting.rate;
    const size = setting.size === 1 ? 1 : 1 + Math.floor(random() * (2 * setting.size - 1));
    return Array.from({ length: size }, (__, index) => ({
      group: String(group),
      value: index === 0 || random() < setting.alike ? first : random() < setting.rate,
    }));
  }).flat();

describe("intervals hold the truth in 95 of 100 evaluations", () => {
  it.each([
    { groups: 300, size: 1, rate: 0.8, alike: 0 },
    { groups: 60, size: 1, rate: 0.6, alike: 0 },
    { groups: 100, size: 3, rate: 0.7, alike: 0.8 },
    { groups: 200, size: 2, rate: 0.9, alike: 0.5 },
    { groups: 40, size: 5, rate: 0.5, alike: 0.6 },
  ])("of a share: $groups groups of about $size, rate $rate, alike $alike", (setting) => {
    within(covered((random) => shareEstimate(simulateRows(random, setting)), setting.rate));
  });

  it("of an F1 over groups of messages", () => {
    // Each message has two commands; of each the understander finds one with probability 0.8, and it invents one in ten times.
    const message = (random: Random, luck: number): Counts => {
      const correct = (random() < luck ? 1 : 0) + (random() < luck ? 1 : 0);
      return { expected: 2, understood: correct + (random() < 0.1 ? 1 : 0), correct };
    };
    const truth = (2 * 1.6) / (2 + 1.6 + 0.1);
    const simulate = (random: Random) => {
      const rows = Array.from({ length: 80 }, (_, group) => {
        const luck = 0.6 + 0.4 * random();
        return Array.from({ length: 3 }, () => ({ group: String(group), value: message(random, luck) }));
      }).flat();
      const groups = byGroup(rows).map((values) => values.reduce(addCounts, noCounts));
      return bootstrapEstimate(groups, (drawn) => f1Of(drawn.reduce(addCounts, noCounts)), { random, samples: 400 });
    };
    within(covered(simulate, truth));
  });

  it("of the difference between two candidates on the same rows", () => {
    // The second is right on 5 in 100 more of what the first gets wrong or right, by chance a row.
    const [first, gain, loss] = [0.75, 0.4, 0.1];
    const truth = (1 - first) * gain - first * loss;
    const simulate = (random: Random) =>
      comparePaired(
        simulateRows(random, { groups: 90, size: 2, rate: first, alike: 0.7 }).map(({ group, value }) => {
          const after = value ? random() >= loss : random() < gain;
          return { group, value: { before: value ? 1 : 0, after: after ? 1 : 0 } };
        }),
        { random, samples: 400 },
      );
    within(covered(simulate, truth));
  });

  it("so two equal candidates differ significantly in 5 of 100 comparisons", () => {
    let found = 0;
    for (let index = 0; index < evaluations; index += 1) {
      const random = seededRandom(`equal ${index}`);
      const rows = Array.from({ length: 120 }, (_, group) => {
        const value = { before: random() < 0.7 ? 1 : 0, after: random() < 0.7 ? 1 : 0 };
        return { group: String(group), value };
      });
      if (comparePaired(rows, { random, samples: 400 }).p < 0.05) found += 1;
    }
    within(evaluations - found);
  });
});
