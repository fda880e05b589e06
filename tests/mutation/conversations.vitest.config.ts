import { defineConfig } from "vitest/config";

/** Commands are tested by whole conversations: run again for every mutant that they cover. */
export default defineConfig({
  test: {
    include: ["src/execute/**/*.test.ts", "tests/mutation/conversations.test.ts"],
    isolate: false,
  },
});
