import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { LanguageModel } from "../../../src/model/language-model.ts";
import { type JournalLine, memoryJournal, openJournal } from "../../../src/optimize/search/journal.ts";
import {
  type SearchName,
  type SearchOutcome,
  type SearchProblem,
  searchNames,
} from "../../../src/optimize/search/search.ts";
import { searches } from "../../../src/optimize/search/searches.ts";
import { simulatedProblem, simulatedRows } from "./simulation.ts";

/** Every line with `npm run test:optimizers`. */
const step = process.env["SONI_OPTIMIZER_RUNS"] !== "full" ? 31 : 1;

const counting = (model: LanguageModel) => {
  const calls = { made: 0 };
  const counted: LanguageModel = {
    ...model,
    generate(request) {
      calls.made += 1;
      return model.generate(request);
    },
  };
  return { counted, calls };
};

/** A clock that goes forward with each question: a run that is resumed goes on from where the journal ends. */
const tickingTime = () => {
  let now = 0;
  return {
    tick: (milliseconds: number) => {
      now += milliseconds;
    },
    time: {
      now: () => now,
      after: (_: number, run: () => void) => {
        run();
        return () => undefined;
      },
    },
  };
};

interface Setting {
  readonly model: "both" | "advisable";
  readonly train: number;
  readonly dev: number;
  readonly calls: number;
}
/** Few rows to choose by, and more of them than GEPA has in its Pareto set. */
const few: Setting = { model: "both", train: 14, dev: 8, calls: 100 };
const many: Setting = { model: "advisable", train: 14, dev: 51, calls: 260 };

const problemOf = async (lines: readonly JournalLine[], concurrency: number, setting = few) => {
  const rows = await simulatedRows(3, { ...setting, test: 0 });
  const base = simulatedProblem(setting.model, 3, rows);
  const clock = tickingTime();
  const slow = (model: LanguageModel): LanguageModel => ({
    ...model,
    generate(request) {
      clock.tick(1_000);
      return model.generate(request);
    },
  });
  const student = counting(slow(base.student));
  const writer = counting(slow(base.writer));
  const journal = memoryJournal(lines);
  const problem: SearchProblem = {
    ...base,
    student: student.counted,
    writer: writer.counted,
    journal,
    concurrency,
    budget: { ...base.budget, time: clock.time, limits: { calls: setting.calls, tokens: 2_000_000, minutes: 10 } },
  };
  return { problem, journal, made: () => student.calls.made + writer.calls.made };
};

/** All bytes of an outcome, short enough to be printed. */
const digestOf = (outcome: SearchOutcome, isTimed: boolean): string => {
  const { spent } = outcome;
  const bytes = JSON.stringify(isTimed ? outcome : { ...outcome, spent: { ...spent, minutes: 0 } });
  return `${createHash("sha256").update(bytes).digest("hex")} ${JSON.stringify(isTimed ? spent : spent.calls)}`;
};

const keysIn = (lines: readonly JournalLine[]): readonly string[] =>
  lines.map((line) => ("key" in line ? line.key : line.kind)).sort();

const killAtEveryLine = async (name: SearchName, concurrency: number, setting = few): Promise<SearchOutcome> => {
  const whole = await problemOf([], concurrency, setting);
  const outcome = await searches[name](whole.problem);
  const lines = whole.journal.all;
  expect(lines.length).toBeGreaterThan(60);
  expect(whole.made()).toBe(lines.length - 1);
  for (let kept = 0; kept <= lines.length; kept += step) {
    const resumed = await problemOf(lines.slice(0, kept), concurrency, setting);
    const again = await searches[name](resumed.problem);
    // Questions that were on their way when it was killed are asked again, which takes its time.
    const isTimed = concurrency === 1;
    expect(digestOf(again, isTimed), `after ${kept} lines`).toBe(digestOf(outcome, isTimed));
    expect(resumed.made()).toBe(lines.length - Math.max(1, kept));
    expect(keysIn(resumed.journal.all)).toEqual(keysIn(lines));
  }
  return outcome;
};

describe.each(searchNames)("%s", (name) => {
  it.each([1, 3])(
    "gives the same bytes when it is killed at any line and resumed, %i at a time",
    async (concurrency) => void (await killAtEveryLine(name, concurrency)),
    900_000,
  );

  it("gives other bytes with another seed, and the same with the same", async () => {
    const run = async (seed: number) =>
      JSON.stringify(await searches[name]({ ...(await problemOf([], 1)).problem, seed }));
    const [first, again, other] = [await run(1), await run(1), await run(2)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

it("gepa gives the same bytes with a Pareto set that is a part of the rows to choose by", async () => {
  const outcome = await killAtEveryLine("gepa", 3, many);
  const asked = outcome.ok ? outcome.candidates.map(({ scores }) => Object.keys(scores).length) : [];
  expect(asked).toContain(35);
  expect(asked.filter((rows) => rows === many.dev).length).toBeGreaterThan(1);
}, 3_600_000);

describe("a journal on disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "soni-journal-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("ignores a line that a kill cut short, and begins after it", async () => {
    const whole = await problemOf([], 1);
    const file = join(folder, "journal.jsonl");
    const run = async () => searches.bootstrap({ ...(await problemOf([], 1)).problem, journal: openJournal(file) });
    const outcome = digestOf(await run(), true);
    expect(outcome).toBe(digestOf(await searches.bootstrap(whole.problem), true));
    const text = readFileSync(file, "utf8");
    for (const share of [0.1, 0.33, 0.5, 0.77]) {
      writeFileSync(file, text.slice(0, Math.floor(text.length * share)));
      expect(digestOf(await run(), true)).toBe(outcome);
      const { lines } = openJournal(file);
      expect(lines).toHaveLength(text.trim().split("\n").length);
    }
  });

  it("of another problem is refused", async () => {
    const { problem, journal } = await problemOf([], 1);
    await searches.bootstrap(problem);
    const other = memoryJournal(journal.all);
    await expect(searches.bootstrap({ ...problem, seed: 99, journal: other })).rejects.toMatchObject({
      code: "optimize.other_run",
    });
  });
});
