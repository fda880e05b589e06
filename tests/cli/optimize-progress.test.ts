import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { createProgressLine } from "../../src/cli/optimize/progress.ts";
import { nothingSpent } from "../../src/optimize/search/budget.ts";
import type { Progress } from "../../src/optimize/search/search.ts";

const progress = (change: Partial<Progress>): Progress => ({
  doing: "reflecting on commands of candidate 4",
  spent: { ...nothingSpent, calls: 592, money: 0.4482 },
  candidates: 7,
  present: 0.63,
  best: 0.717,
  ...change,
});

/** What is written to a terminal of this width, or to a file. */
function written(columns: number | null, shown: readonly Progress[]): string {
  const stream = new PassThrough();
  const errors = columns === null ? stream : Object.assign(stream, { isTTY: true, columns });
  let now = 0;
  const line = createProgressLine({ errors }, { now: () => (now += 100), expected: 1_432 });
  for (const each of shown) line.show(each);
  line.end();
  return stream.read().toString();
}

const plain = (text: string): readonly string[] => stripVTControlCharacters(text).split("\r");

it("a terminal shows one line: score, programs, calls of how many, cost, and what is done", () => {
  const [, line] = plain(written(120, [progress({})]));
  expect(line).toBe("63.0% -> 71.7%  7 programs  592 of ~1,400 calls  $0.4482  reflecting on commands of candidate 4");
});

it.each([20, 40, 80])(
  "a line is never as wide as a terminal of %i columns, so that it can be drawn over",
  (columns) => {
    for (const line of plain(written(columns, [progress({}), progress({ present: null, best: null })])))
      expect(line.length).toBeLessThan(columns);
  },
);

it("a run that takes more calls than expected does not speak of the estimate", () => {
  const [, line] = plain(written(120, [progress({ spent: { ...nothingSpent, calls: 1_500, money: null } })]));
  expect(line).toBe("63.0% -> 71.7%  7 programs  1,500 calls  reflecting on commands of candidate 4");
});

it("a file gets a line for each better program", () => {
  const shown = [progress({}), progress({ doing: "something else" }), progress({ best: 0.75 })];
  expect(
    written(null, shown),
  ).toBe(`63.0% -> 71.7%, 7 programs, 592 calls, $0.4482: reflecting on commands of candidate 4
63.0% -> 75.0%, 7 programs, 592 calls, $0.4482: reflecting on commands of candidate 4
`);
});
