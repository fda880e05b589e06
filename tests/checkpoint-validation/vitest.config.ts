import { defineConfig } from "vitest/config";

// LangGraph's suite expects vitest's functions as globals; ours imports them.
export default defineConfig({
  test: {
    globals: true,
    include: ["tests/checkpoint-validation/*.test.ts"],
    globalSetup: ["tests/servers/global-setup.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { shuffle: { files: true } },
  },
});
