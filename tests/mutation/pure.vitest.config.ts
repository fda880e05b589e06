import { defineConfig } from "vitest/config";

/** Moves, expressions and values have tests of their own beside them: fast, and alone enough to notice a changed line. */
export default defineConfig({
  test: {
    include: ["src/engine/flow/**/*.test.ts", "src/turn/values/**/*.test.ts"],
    isolate: false,
  },
});
