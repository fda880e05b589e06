import { expect, it } from "vitest";
import { seededRandom } from "../metrics/random.ts";
import { type FitRow, fitWeights, harmOf, leaveOneOut } from "./fit-weights.ts";
import { minimise } from "./minimise.ts";

const truth = { near: 2, far: -1.5, long: 0.8, noise: 0 };
const zero = { near: 0, far: 0, long: 0, noise: 0 };

/** Lists of hypotheses whose label was drawn with the probabilities that `truth` gives them. */
const drawRows = (count: number, seed: string): readonly FitRow[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const features = Array.from({ length: 6 }, () => ({
      near: random(),
      far: random() * 2,
      long: random() * 3,
      noise: random(),
    }));
    const powers = features.map((one) => Math.exp(scoreOf(one, truth)));
    let left = random() * powers.reduce((sum, power) => sum + power, 0);
    const chosen = powers.findIndex((power) => {
      left -= power;
      return left <= 0;
    });
    return {
      domain: `domain ${index % 4}`,
      hypotheses: features.map((one, at) => ({ features: one, harm: at === chosen ? 0 : 1 })),
    };
  });
};

const scoreOf = (features: Readonly<Record<string, number>>, weights: Readonly<Record<string, number>>): number =>
  Object.entries(features).reduce((sum, [name, value]) => sum + value * (weights[name] ?? 0), 0);

it("finds the weights that the labels were drawn with", () => {
  const found = fitWeights(drawRows(4_000, "drawn"), { start: zero, pull: 0.001, margin: 0 });
  for (const [name, weight] of Object.entries(truth)) expect(Math.abs((found[name] ?? 9) - weight)).toBeLessThan(0.2);
});

it("gives the same weights again", () => {
  const options = { start: zero, pull: 0.1, margin: 1 };
  expect(fitWeights(drawRows(200, "again"), options)).toEqual(fitWeights(drawRows(200, "again"), options));
});

it("stays where it started without data, and near it if it is pulled", () => {
  expect(fitWeights([], { start: truth, pull: 1, margin: 1 })).toEqual(truth);
  const rows = drawRows(100, "pulled");
  const distance = (pull: number): number => {
    const found = fitWeights(rows, { start: zero, pull, margin: 0 });
    return Math.hypot(...Object.values(found));
  };
  expect(distance(1_000)).toBeLessThan(0.2);
  expect(distance(1_000)).toBeLessThan(distance(1));
});

it("learns nothing about a domain from that domain", () => {
  const rows = drawRows(200, "folds");
  const options = { start: zero, pull: 1, margin: 1 };
  const folds = leaveOneOut(rows, options);
  expect(folds.map(({ domain }) => domain)).toEqual(["domain 0", "domain 1", "domain 2", "domain 3"]);
  const others = rows.filter(({ domain }) => domain !== "domain 2");
  expect(folds[2]?.weights).toEqual(fitWeights(others, options));
});

it("prefers to do nothing where every reading is wrong", () => {
  const row: FitRow = {
    domain: "one",
    hypotheses: [
      { features: { acts: 1 }, harm: 1 },
      { features: { waits: 1 }, harm: 0.4 },
      { features: { acts: 2 }, harm: 2 },
    ],
  };
  const found = fitWeights([row], { start: { acts: 0, waits: 0 }, pull: 0.1, margin: 1 });
  expect(found["waits"]).toBeGreaterThan(0.5);
  expect(found["acts"]).toBeLessThan(-0.5);
});

it("keeps more harmful readings farther away", () => {
  const row: FitRow = {
    domain: "one",
    hypotheses: [
      { features: {}, harm: 0 },
      { features: { mild: 1 }, harm: 0.3 },
      { features: { bad: 1 }, harm: 3 },
    ],
  };
  const found = fitWeights([row], { start: { mild: 0, bad: 0 }, pull: 0.1, margin: 1 });
  expect(found["bad"]).toBeLessThan(found["mild"] ?? 0);
});

it("counts each wrong act, and little for what is left out", () => {
  const value = { type: "set_slot", slot: "day", value: "2026-11-20" } as const;
  expect(harmOf({ exact: true, wrong: [], right: [value] })).toBe(0);
  expect(harmOf({ exact: false, wrong: [value, value], right: [] })).toBe(2);
  const [partial, nothing] = [
    harmOf({ exact: false, wrong: [], right: [value] }),
    harmOf({ exact: false, wrong: [{ type: "chitchat" }], right: [] }),
  ];
  expect(partial).toBeLessThan(nothing);
  expect(nothing).toBeLessThan(1);
});

it("finds the bottom of a valley that bends", () => {
  const banana = minimise(
    ([x = 0, y = 0]) => ({
      value: (1 - x) ** 2 + 100 * (y - x * x) ** 2,
      gradient: Float64Array.of(-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)),
    }),
    Float64Array.of(-1.2, 1),
  );
  expect(banana.point[0]).toBeCloseTo(1, 3);
  expect(banana.point[1]).toBeCloseTo(1, 3);
});
