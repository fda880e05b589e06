import { afterAll, expect, it } from "vitest";
import { openEngine } from "./engine.ts";
import { kindText, runSeed } from "./run-seed.ts";
import { showCase } from "./show-case.ts";
import { shrink } from "./shrink.ts";

const runs = Number(process.env["SONI_RANDOM_RUNS"] ?? 300);
/** The same ones each time: a change is judged by itself. `npm run test:random` makes new ones. */
const seed = Number(process.env["SONI_RANDOM_SEED"] ?? 871_132_787);
/** To make a failure small takes minutes. Whoever only asks whether there is one can do without. */
const isShrunk = process.env["SONI_RANDOM_SHRINK"] !== "0";
const engine = await openEngine();
afterAll(() => engine.close());

/** So many in a test: one that takes all of them would come near the time limit on a busy machine. */
const together = 30;
const parts = Array.from({ length: Math.ceil(runs / together) }, (_, part) => ({
  first: seed + part * together,
  count: Math.min(together, runs - part * together),
}));

it.each(parts)(
  "$count random assistants and their users find nothing wrong (SONI_RANDOM_SEED=$first)",
  async (part) => {
    for (let number = part.first; number < part.first + part.count; number += 1) {
      const { found } = await runSeed(engine, number);
      const [first] = found;
      if (first === undefined) continue;
      const kind = kindText(first.violation);
      const small = isShrunk ? await shrink(engine, first.case, kind) : first.case;
      expect.fail(`${kind}\nSONI_RANDOM_SEED=${number} SONI_RANDOM_RUNS=1\n${await showCase(engine, small, kind)}`);
    }
  },
);
