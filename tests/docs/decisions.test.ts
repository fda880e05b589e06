import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { read, root } from "./pages.ts";

describe("docs/decisions", () => {
  const records = readdirSync(join(root, "docs/decisions")).filter((name) => /^\d{4}-/.test(name));

  it("are numbered without gaps and listed", () => {
    const index = read("docs/decisions/README.md");
    expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, position) => position + 1));
    expect(records.filter((name) => !index.includes(`(${name})`))).toEqual([]);
  });

  it.each(records)("%s has context, decision, alternatives and consequences", (name) => {
    const parts = [...read(`docs/decisions/${name}`).matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part = ""]) => part);
    expect(parts).toEqual(["Context", "Decision", "Alternatives", "Consequences"]);
  });
});
