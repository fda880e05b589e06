import { describe, expect, it } from "vitest";
import { commandF1 } from "../../../src/optimize/metrics/metric.ts";
import { optimizeProgram } from "../../../src/optimize/optimize-program.ts";
import { memoryJournal } from "../../../src/optimize/search/journal.ts";
import { type SearchName, searchNames } from "../../../src/optimize/search/search.ts";
import { searches } from "../../../src/optimize/search/searches.ts";
import { defaultProgram } from "../../../src/understand/program.ts";
import { simulatedModels } from "../simulated-models/models.ts";
import { inProcess, workshopRows } from "./workshop.ts";

/** 200 with `npm run test:deaf`. */
const runs = Number(process.env["SONI_DEAF_RUNS"] ?? 3);
/** Rows of each run; three in five of them are learnt from, one is chosen by, one is for the gate. */
const rowsOfRun = Number(process.env["SONI_DEAF_ROWS"] ?? 80);

/** A whole optimisation of a model that does not read its prompt. */
async function optimizeDeaf(name: SearchName, seed: number): Promise<string> {
  const { train, dev, test } = await workshopRows(seed, rowsOfRun);
  const model = inProcess(simulatedModels.deaf, seed);
  const outcome = await optimizeProgram({
    search: searches[name],
    problem: {
      program: defaultProgram,
      train,
      dev,
      student: model,
      writer: model,
      metric: commandF1(),
      effort: "light",
      seed,
      budget: {
        limits: { calls: 1_500 },
        prices: {},
        time: { now: () => 0, after: () => () => undefined },
        attempts: 1,
      },
      journal: memoryJournal(),
    },
    test,
    gateJournal: memoryJournal(),
    fromConversations: false,
  });
  return outcome.kind === "judged" && outcome.gate.accepted ? "accepted" : outcome.kind;
}

describe("a model that is deaf to its prompt", () => {
  it(
    `gets a new program by chance in at most 8 of 100 runs (${runs} runs)`,
    async () => {
      const ends: string[] = [];
      for (let seed = 1; seed <= runs; seed += 1) {
        const name = searchNames[seed % searchNames.length] ?? "bootstrap";
        ends.push(await optimizeDeaf(name, seed));
        if (runs > 20 && seed % 20 === 0)
          console.log(seed, `${ends.filter((end) => end === "accepted").length} accepted`);
      }
      expect(ends.filter((end) => end === "stopped")).toEqual([]);
      expect(ends.filter((end) => end === "accepted").length).toBeLessThanOrEqual(Math.max(1, Math.floor(runs * 0.08)));
    },
    Math.max(300_000, runs * 30_000),
  );
});
