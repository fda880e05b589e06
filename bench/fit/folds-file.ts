import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Fold } from "../../src/optimize/fit/fit-weights.ts";

/** Tables that were fitted without one assistant each, for `npm run bench:domains -- train --left-out`. They belong to no release. */
const file = join(import.meta.dirname, "../../node_modules/.cache/soni-bench-fit/folds.json");

export function writeFolds(folds: readonly Fold[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(folds));
}

export function readFolds(): readonly Fold[] {
  if (!existsSync(file)) throw new Error("There are no tables of left-out assistants: run `npm run fit` first.");
  return JSON.parse(readFileSync(file, "utf8")) as readonly Fold[];
}
