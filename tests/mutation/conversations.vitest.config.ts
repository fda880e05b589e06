import { defineConfig } from "vitest/config";

/** Commands and steps are tested by whole conversations: held again for every mutant that they cover. */
export default defineConfig({
  test: {
    include: [
      "src/{execute,steps}/**/*.test.ts",
      "tests/mutation/conversations.test.ts",
      "tests/random/exactness.test.ts",
    ],
    isolate: false,
  },
});
