import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** These files start, kill and freeze processes, or measure or change their own. Each file gets a process to itself. */
const withProcesses = [
  "tests/{architecture,attack,background,browser,chaos,cli,deploy,live-edits,own-types,planted-bugs,servers,third-parties,understanding}/**/*.test.ts",
  "tests/random/plants.test.ts",
  "tests/turn/guard-process.test.ts",
];

function project(name: string, test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      exclude: ["**/node_modules/**"],
      // Also on two cores it pays to run two files at a time.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      // A limit only ends what hangs. No test may come near it, however busy the machine is.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { interval: 20, timeout: 120_000 } },
      // The processes that tests start, which are many, find their modules compiled. It is a third of what a start takes.
      env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/soni-tests/compiled") },
      ...test,
    },
  };
}

export default defineConfig({
  test: {
    // Each run takes the files in another order, and prints the seed that repeats it: --sequence.seed=<seed>.
    sequence: { shuffle: { files: true } },
    // Here and not in a project: both projects share the servers that it starts.
    globalSetup: ["tests/servers/global-setup.ts"],
    projects: [
      // Loading LangGraph and the sources takes longer than most of these files. Each worker does it once, for all its files.
      project("in-process", {
        include: ["src/**/*.test.ts", "tests/**/*.test.ts", "web/src/**/*.test.ts"],
        exclude: ["**/node_modules/**", ...withProcesses],
        isolate: false,
        setupFiles: ["tests/support/property-seed.ts"],
        // What a test has replaced is not replaced for the files after it.
        restoreMocks: true,
        sequence: { groupOrder: 0 },
      }),
      project("processes", {
        include: withProcesses,
        // They wait for their processes more than they work.
        maxWorkers: Math.max(3, availableParallelism() - 1),
        sequence: { groupOrder: 1 },
      }),
    ],
  },
});
