import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { transitions } from "../../src/engine/flow/transitions.ts";
import { codesIn, read, root, rowsOf } from "./pages.ts";

describe("docs/architecture.md", () => {
  const page = read("docs/architecture.md");

  it("has the transitions that the code allows", () => {
    const table = rowsOf(page, "| from | to |").map(([from = "", to = ""]) => [from, to.split(", ")]);
    expect(Object.fromEntries(table)).toEqual(transitions);
  });

  it("names for each requirement of the first design its code and the test that shows it", () => {
    const linksIn = (cell: string): readonly string[] =>
      [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = ""]) => path);
    const rows = rowsOf(page, "| requirement | where it is | shown by |");
    expect(rows.length).toBeGreaterThan(40);
    for (const [requirement = "", where = "", shown = ""] of rows) {
      const [code, tests] = [linksIn(where), linksIn(shown)];
      expect(code.length, requirement).toBeGreaterThan(0);
      expect(tests.length, requirement).toBeGreaterThan(0);
      for (const path of [...code, ...tests]) expect(existsSync(join(root, path)), path).toBe(true);
      expect(
        code.filter((path) => !path.startsWith("src/")),
        requirement,
      ).toEqual([]);
      expect(
        tests.filter((path) => !/^tests\/|\.test\.ts$|-contract\//.test(path)),
        requirement,
      ).toEqual([]);
    }
    const deviations = rowsOf(page, "| there | here | because |");
    expect(deviations.length).toBeGreaterThan(10);
    for (const [there, here, because = ""] of deviations)
      expect(because.length, `${there}: ${here}`).toBeGreaterThan(20);
  });

  it("has the directions that the build enforces", () => {
    const enforced = [...read(".dependency-cruiser.mjs").matchAll(/^ {2}"?([\w-]+)"?: \[([^\]]*)\],$/gm)].map(
      ([, folder = "", targets = ""]) => [folder, [...targets.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name)],
    );
    const told = rowsOf(page, "| folder | what it does | may import |").map(([folder = "", , targets = ""]) => [
      codesIn(folder)[0],
      codesIn(targets),
    ]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(enforced));
  });
});
