import { defineConfig } from "vitest/config";

/** The fast tests of the pure core: run again for every mutant that they cover. */
export default defineConfig({
  test: {
    include: [
      "src/flow/**/*.test.ts",
      "src/execute/**/*.test.ts",
      "src/validate/**/*.test.ts",
      "tests/mutation/**/*.test.ts",
    ],
    isolate: false,
    env: { SONI_PROPERTY_RUNS: "20" },
  },
});
