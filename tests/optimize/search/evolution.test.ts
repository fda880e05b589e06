import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/optimize/metrics/random.ts";
import { findMerge, type Line, mergeKey, mergeRows } from "../../../src/optimize/search/merge.ts";
import { frontsOf, sampleParent, undominated, withoutDominated } from "../../../src/optimize/search/pareto.ts";

/**
 * Worked by hand after algorithm 2 of the GEPA paper. Four candidates on five rows. The best on row 1 are 0 and 1, on row 2 1 and 3, on
 * row 3 2 and 3, on row 4 only 2, on row 5 0, 1 and 3. Candidate 0 (mean 0.4) goes: on both of its fronts 1 is left. Candidate 2 (0.4)
 * stays for row 4, candidate 1 (0.6) for row 1. Then 3 (0.6) goes: row 2 and 5 have 1, row 3 has 2.
 */
const scores = [
  [1, 0, 0, 0, 1],
  [1, 1, 0, 0, 1],
  [0, 0, 1, 1, 0],
  [0, 1, 1, 0, 1],
];

describe("Pareto fronts", () => {
  it("hold the best candidates of each row", () => {
    expect(frontsOf(scores)).toEqual([[0, 1], [1, 3], [2, 3], [2], [0, 1, 3]]);
  });

  it("lose their dominated candidates", () => {
    expect(withoutDominated(scores)).toEqual([[1], [1], [2], [2], [1]]);
    expect(undominated(scores)).toEqual([1, 2]);
  });

  it("give a parent as often as it is on a front: here three in five and two in five", () => {
    const random = seededRandom("parents");
    const drawn = Array.from({ length: 5_000 }, () => sampleParent(scores, random));
    expect(drawn.filter((parent) => parent === 1).length / 5_000).toBeCloseTo(0.6, 1);
    expect(drawn.filter((parent) => parent === 2).length / 5_000).toBeCloseTo(0.4, 1);
  });

  it("keep the only one that is best anywhere, however weak it is", () => {
    expect(
      undominated([
        [1, 1, 0.9],
        [0, 0, 1],
      ]),
    ).toEqual([0, 1]);
  });

  it("keep the stronger of two that are best on the same rows", () => {
    expect(
      undominated([
        [1, 0, 0],
        [1, 0, 0.5],
        [0, 1, 1],
      ]),
    ).toEqual([1, 2]);
  });
});

const line = (commands: string, slots: string, mean: number, parents: readonly number[] = [0]): Line => ({
  texts: { commands, slots },
  parents,
  mean,
});
const root = line("C", "S", 0.4, []);
const merge = (lines: readonly Line[], eligible: readonly number[], tried: readonly string[] = []) =>
  findMerge(lines, eligible, { tried: new Set(tried), random: seededRandom("merge") });

describe("merging lines with a common ancestor", () => {
  it("takes from each what it has changed", () => {
    const found = merge([root, line("C1", "S", 0.6), line("C", "S2", 0.5)], [1, 2]);
    expect(found).toEqual({ pair: [1, 2], ancestor: 0, from: { commands: 1, slots: 2 } });
  });

  it("takes from the better what both have changed", () => {
    const found = merge([root, line("C1", "S", 0.6), line("C2", "S2", 0.5)], [1, 2]);
    expect(found?.from).toEqual({ commands: 1, slots: 2 });
    const other = merge([root, line("C1", "S", 0.45), line("C2", "S2", 0.5)], [1, 2]);
    expect(other?.from).toEqual({ commands: 2, slots: 2 });
  });

  it("finds an ancestor some generations back", () => {
    const lines = [root, line("C1", "S", 0.5), line("C1b", "S", 0.6, [1]), line("C", "S3", 0.55)];
    expect(merge(lines, [2, 3])).toEqual({ pair: [2, 3], ancestor: 0, from: { commands: 2, slots: 3 } });
  });

  it.each<[string, readonly Line[]]>([
    ["one descends from the other", [root, line("C1", "S", 0.6), line("C1", "S2", 0.7, [1])]],
    ["the ancestor is better than one of them", [{ ...root, mean: 0.55 }, line("C1", "S", 0.6), line("C", "S2", 0.5)]],
    ["both have changed the same part and no other", [root, line("C1", "S", 0.6), line("C2", "S", 0.5)]],
    ["they have nothing in common", [root, line("C1", "S", 0.6), line("C", "S2", 0.5, [])]],
  ])("does not happen if %s", (_, lines) => {
    expect(merge(lines, [1, 2])).toBeNull();
  });

  it("does not happen twice", () => {
    const lines = [root, line("C1", "S", 0.6), line("C", "S2", 0.5)];
    const first = merge(lines, [1, 2]);
    expect(first === null ? null : merge(lines, [1, 2], [mergeKey(first)])).toBeNull();
  });

  it("is tried on rows where the one is better, where the other is, and where they are equal", () => {
    const first = [1, 1, 1, 0, 0, 0, 1, 1, 1];
    const second = [0, 0, 0, 1, 1, 1, 1, 1, 1];
    const rows = mergeRows([first, second], 5, seededRandom("rows"));
    expect(new Set(rows).size).toBe(5);
    expect(rows.filter((row) => row < 3)).toHaveLength(2);
    expect(rows.filter((row) => row >= 3 && row < 6)).toHaveLength(2);
    expect(rows.filter((row) => row >= 6)).toHaveLength(1);
  });
});
