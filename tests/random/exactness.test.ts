import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type ExactCase, playCase } from "./play-case.ts";

const folder = new URL("cases/", import.meta.url);

for (const file of readdirSync(folder).sort()) {
  const text = readFileSync(new URL(file, folder), "utf8");
  const cases = parse(text, { merge: true }) as Record<string, ExactCase>;
  describe(file.replace(/\.yaml$/, ""), () => {
    it.each(Object.entries(cases))("%s", async (_, given) => {
      const { expected, seen } = await playCase(given);
      expect(seen).toEqual(expected);
    });
  });
}
