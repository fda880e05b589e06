import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** The tests that the README's table names, with the file that they are in. */
const named = readFileSync(join(import.meta.dirname, "README.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const cells = line.split(" | ");
    if (cells.length !== 3 || !(cells[1] ?? "").includes(".test.ts")) return [];
    return (cells[1] ?? "").split("; ").flatMap((part) => {
      const [, path = ""] = /\]\(([^)]+)\)/.exec(part) ?? [];
      return [...part.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => ({ path, name }));
    });
  });

describe("the table of faults in tests/model/README.md", () => {
  it("names a test for more than thirty faults", () => expect(named.length).toBeGreaterThan(30));

  it.each(named)("names a test that exists: $path: $name", ({ path, name }) => {
    const file = join(import.meta.dirname, path);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, "utf8")).toContain(name);
  });
});
