import { defineConfig } from "vitest/config";

/** The cases by name and 300 random assistants, alone. */
export default defineConfig({
  test: {
    include: ["tests/random/{exactness,random}.test.ts"],
    testTimeout: 300_000,
  },
});
