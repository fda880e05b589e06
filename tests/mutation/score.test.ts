import { expect, it } from "vitest";
import { type Report, scoreOf } from "./score.ts";

/** Mutants of a file as `line status`. */
const report = (...mutants: readonly string[]): Report => ({
  files: {
    "a.ts": {
      mutants: mutants.map((text) => {
        const [line, status = ""] = text.split(" ");
        return { status, location: { start: { line: Number(line) } } };
      }),
    },
  },
});

it("a mutant is noticed if a test fails or never ends, and those that were not tried do not count", () => {
  const { mutants, noticed, score } = scoreOf(
    [report("1 Killed", "2 Timeout", "3 Survived", "4 NoCoverage", "5 Ignored", "6 CompileError")],
    1,
  );
  expect({ mutants, noticed, score }).toEqual({ mutants: 4, noticed: 2, score: 50 });
});

it("a sample is less certain where the mutants of a window live or die together", () => {
  const apart = report("1 Killed", "2 Survived", "11 Killed", "12 Survived", "21 Killed", "22 Survived");
  const together = report("1 Killed", "2 Killed", "11 Survived", "12 Survived", "21 Killed", "22 Survived");
  expect(scoreOf([apart], 0.1).uncertainty).toBe(0);
  expect(scoreOf([together], 0.1).uncertainty).toBeCloseTo(53.7, 1);
  expect(scoreOf([together], 1).uncertainty).toBeNull();
  expect(scoreOf([report("1 Killed")], 0.1).uncertainty).toBe(100);
});
