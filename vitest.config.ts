import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts", "web/src/**/*.test.ts"],
    exclude: ["tests/checkpoint-validation/**", "**/node_modules/**"],
    // Many tests wait for processes of their own: also on two cores it pays to run two files at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    globalSetup: ["tests/servers/global-setup.ts"],
  },
});
