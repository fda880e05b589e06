import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("the model SDK", () => {
  it("is loaded only when a model is called, and only from here", () => {
    const root = new URL("../", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
    );
    const importing = files.filter((name) => {
      const imports = readFileSync(new URL(name, root), "utf8").match(
        /^import (?!type )[^;]*?from "(ai|@ai-sdk\/[^"]+)"/gm,
      );
      return imports !== null;
    });
    expect(files.length).toBeGreaterThan(50);
    expect(importing).toEqual([]);
  });
});
