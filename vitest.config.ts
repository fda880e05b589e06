import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts", "web/src/**/*.test.ts"],
    exclude: ["tests/checkpoint-validation/**", "**/node_modules/**"],
    testTimeout: 30_000,
    globalSetup: ["tests/servers/global-setup.ts"],
  },
});
