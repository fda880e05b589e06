import { describe, expect, it } from "vitest";
import { judge } from "../expressions/judge.ts";
import { readUsual } from "./read-usual.ts";

/** What anybody may write, by kind: written from what a language has, to find holes in its rules. Every row is read right. */
describe.each(["en", "es", "de", "fr"] as const)("usual expressions in %s", (language) => {
  const verdicts = judge(language, readUsual(language));

  it.each(verdicts.map((verdict) => [`${verdict.row.kind}: ${verdict.row.text}`, verdict] as const))(
    "%s",
    (_, verdict) => {
      expect(verdict.isFirst, JSON.stringify(verdict.readings.slice(0, 3))).toBe(true);
    },
  );
});
