import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileCodePattern } from "./code-pattern.ts";

const fits = (pattern: string, text: string): boolean => {
  const compiled = compileCodePattern(pattern);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.pattern.fits(text);
};

describe("a pattern fits a whole code", () => {
  it.each([
    ["[A-Z]{2}-\\d{4}", "BK-7421", "BK-742"],
    ["\\d{8}[A-Z]", "12345678Z", "12345678"],
    ["(?:AB|CD)\\d+", "CD9", "EF9"],
    ["^A\\.?B$", "A.B", "AXB"],
    ["[^0-9]{3}", "abc", "ab1"],
    ["[\\w-]{2,4}", "a-b_", "abcde"],
    ["(a*)*b", "aaab", "aaac"],
    ["x{2,}", "xxxx", "x"],
    [".{3}", "añ€", "ab"],
    ["a|b|", "", "c"],
    ["\\D\\S", "ab", "1 "],
    ["[a\\]-]", "]", "b"],
  ])("%s: %s, not %s", (pattern, good, bad) => {
    expect([fits(pattern, good), fits(pattern, bad)]).toEqual([true, false]);
  });

  it("as JavaScript reads it", () => {
    const piece = fc.constantFrom("a", "b", "[ab]", "[^a]", "\\d", ".", "(a|b1)", "(?:ab)", "1");
    const count = fc.constantFrom("", "?", "*", "+", "{2}", "{1,3}", "{0,2}", "{2,}");
    const pattern = fc
      .array(fc.tuple(piece, count), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.map((each) => each.join("")).join(""));
    const text = fc.string({ unit: fc.constantFrom("a", "b", "1", "x"), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (source, sample) => {
        expect(fits(source, sample)).toBe(new RegExp(`^(?:${source})$`, "su").test(sample));
      }),
      { numRuns: 2_000 },
    );
  });

  it("knows how long a code is", () => {
    const compiled = compileCodePattern("[A-Z]{2}(-\\d{4})?");
    expect(compiled).toMatchObject({ ok: true, pattern: { shortest: 2, longest: 7 } });
    expect(compileCodePattern("a+")).toMatchObject({ pattern: { longest: Number.POSITIVE_INFINITY } });
  });
});

it("reads a long text in one walk, whatever the pattern", () => {
  expect(fits("(a*)*b", "a".repeat(100_000))).toBe(false);
  expect(fits("(a|a)*(a|aa)+c", "a".repeat(100_000))).toBe(false);
});

describe("what can't be checked in linear time, or is no pattern, is refused where it stands", () => {
  it.each([
    ["(\\d)\\1", 4],
    ["ab(?=c)", 2],
    ["ab(?<!c)", 2],
    ["(?<name>a)", 0],
    ["a\\bc", 1],
    ["\\p{L}", 0],
    ["a(b", 1],
    ["ab)", 2],
    ["[ab", 0],
    ["a[]b", 1],
    ["[z-a]", 0],
    ["*a", 0],
    ["a{", 1],
    ["a{3,1}", 1],
    ["a{1000}", 1],
    ["a+?", 2],
    ["a^b", 1],
    ["a]", 1],
    ["(a{100}){100}", 0],
    ["", 0],
    ["x".repeat(201), 0],
  ])("%s", (pattern, offset) => {
    expect(compileCodePattern(pattern)).toMatchObject({ ok: false, offset });
  });
});
