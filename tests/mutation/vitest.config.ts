import { matchesGlob, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The tests that every mutant has to get past: what runs the pure rooms in this process, and is fast enough to be run once for
 * each mutant that it covers. The first failure ends the tests of a mutant, so the files that notice most for their time come first.
 */
const include = [
  "src/engine/**/*.test.ts",
  "src/turn/**/*.test.ts",
  "tests/mutation/conversations.test.ts",
  "tests/random/exactness.test.ts",
  // Steps and commands describe themselves: to the loader, the chat, the diagrams and the model.
  "src/config/**/*.test.ts",
  "tests/config/*.test.ts",
  "src/cli/{chat,graph}/*.test.ts",
  "src/understand/{schema,parse-commands}.test.ts",
  "src/runtime/public-state.test.ts",
  "tests/turn/{circles,doubts,told-texts}.test.ts",
  // Some seconds, for what all others let pass.
  "tests/random/random.test.ts",
];

const rank = (file: string): number => include.findIndex((pattern) => matchesGlob(file, pattern));

/** The files in the order of the list above. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => rank(relative(this.ctx.config.root, moduleId));
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

/** A third of the random assistants of `npm test`, and none made small. */
const env = { SONI_RANDOM_RUNS: "100", SONI_RANDOM_SHRINK: "0" };

// On a busy machine a slow test is no finding: Stryker ends a mutant that takes much longer than the code does without it.
export default defineConfig({
  test: { include, env, isolate: false, testTimeout: 600_000, sequence: { sequencer: AsListed } },
});
