import { expect, it } from "vitest";
import type { LanguageModel } from "../../../src/model/language-model.ts";
import { gepa, paretoRows, rollouts } from "../../../src/optimize/search/gepa.ts";
import { simulatedProblem, simulatedRows } from "./simulation.ts";

const sizes = { train: 40, dev: 90, test: 0 };

/** Rows that a search asked about: each takes one first pass. */
const counted = (model: LanguageModel) => {
  const asked = { rows: 0 };
  const counting: LanguageModel = {
    ...model,
    generate(request) {
      if (request.purpose !== "slots") asked.rows += 1;
      return model.generate(request);
    },
  };
  return { counting, asked };
};

it("gepa chooses parents by the Pareto set, and the winner by all rows to choose by", async () => {
  const problem = simulatedProblem("both", 2, await simulatedRows(2, sizes));
  const { counting, asked } = counted(problem.student);
  const found = await gepa({ ...problem, student: counting });
  if (!found.ok) throw new Error(found.message);
  const partly = found.candidates.filter(({ full }) => full === null);
  const sets = new Set(partly.map(({ scores }) => Object.keys(scores).sort().join()));
  expect(sets.size).toBe(1);
  expect(Object.keys(partly[0]?.scores ?? {})).toHaveLength(paretoRows(sizes.dev));
  expect(found.best.full).toBe(Math.max(...found.candidates.map(({ full }) => full ?? 0)));
  expect(Object.keys(found.best.scores)).toHaveLength(sizes.dev);
  expect(asked.rows).toBeLessThanOrEqual(rollouts("light", sizes.dev));
  expect(asked.rows).toBeGreaterThan(0.9 * rollouts("light", sizes.dev));
});

it("gepa ends when there is nothing to learn from any training row", async () => {
  const problem = simulatedProblem("both", 2, await simulatedRows(2, { train: 20, dev: 12, test: 0 }));
  const found = await gepa({ ...problem, metric: () => ({ score: 1, feedback: [] }) });
  expect(found).toMatchObject({ ok: true, ended: "finished", best: { id: 0 }, candidates: [{ id: 0 }] });
});

it("gepa ends when the writer has nothing that may be used", async () => {
  const problem = simulatedProblem("both", 2, await simulatedRows(2, { train: 20, dev: 12, test: 0 }));
  const writer: LanguageModel = {
    ...problem.writer,
    async generate(request) {
      const generation = await problem.writer.generate(request);
      return generation.ok ? { ...generation, text: "Read https://advice.example first." } : generation;
    },
  };
  const found = await gepa({ ...problem, writer });
  expect(found).toMatchObject({ ok: true, ended: "finished", candidates: [{ id: 0 }] });
});
