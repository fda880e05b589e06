import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts", "web/src/**/*.test.ts"],
    exclude: ["tests/checkpoint-validation/**", "**/node_modules/**"],
    // Many tests wait for processes of their own: also on two cores it pays to run two files at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A limit only ends what hangs. No test may come near it, however busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { interval: 20, timeout: 120_000 } },
    // Each run takes the files in another order, and prints the seed that repeats it: --sequence.seed=<seed>.
    sequence: { shuffle: { files: true } },
    // The processes that tests start, which are many, find their modules compiled. It is a third of what a start takes.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/soni-tests/compiled") },
    globalSetup: ["tests/servers/global-setup.ts"],
  },
});
