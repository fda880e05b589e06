import { expect, it } from "vitest";
import { cases, runCase, signTest } from "./attained.ts";

/** One seed and few rows: whether each search finds most of what is there. `npm run bench:optimize` measures it on twenty. */
it.each(cases.filter(({ effort }) => effort === "light").slice(0, 2))(
  "$search finds most of what the $model model can do",
  { timeout: 120_000 },
  async (one) => {
    const { share } = await runCase({ ...one, againstRandom: false }, 1, { train: 60, dev: 55, test: 300 });
    expect(share).toBeGreaterThan(0.6);
  },
);

it("a sign test counts wins: 15 of 20 are not chance, 14 are", () => {
  const runs = (wins: number) =>
    Array.from({ length: 20 }, (_, index) => ({ share: 1, calls: 1, random: index < wins ? 0 : 2 }));
  expect(signTest(runs(15)).p).toBeCloseTo(0.0207, 4);
  expect(signTest(runs(14)).p).toBeCloseTo(0.0577, 4);
});
