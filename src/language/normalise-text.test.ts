import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseText } from "./normalise-text.ts";

const decomposed = (text: string): string => text.normalize("NFD");

describe("text in its one form", () => {
  it.each([
    ["a name in separate letters and marks", decomposed("José García"), "José García"],
    ["marks that stack", decomposed("Nguyễn Văn An"), "Nguyễn Văn An"],
    ["runs of blanks", "Ana   Maria", "Ana Maria"],
    ["every kind of blank", "a\t\u00a0\u2003\u3000\u202fb", "a b"],
    ["blanks around", "  \n hi \t\n ", "hi"],
    ["a pasted table", `one${" ".repeat(1900)}two`, "one two"],
    ["line breaks of other systems", "a\r\nb\rc\u2028d", "a\nb\nc\nd"],
    ["many empty lines", "a\n\n \n\n\nb", "a\n\nb"],
    ["controls", "a\u0000b\u001b[31m", "a b [31m"],
    ["tags that spell something", `hi\u{E0041}\u{E0042}`, "hi"],
    ["isolates and overrides", "\u2066evil\u2069 \u202eabc\u202c", "evil abc"],
    ["zero-width spaces, soft hyphens and a byte order mark", "\ufeffpass\u200bword co\u00adop", "password coop"],
    ["fillers", "\u3164a\u115fb", "ab"],
    ["a joiner between letters", "می‌خواهم क्‍ष", "می‌خواهم क्‍ष"],
    ["a joiner that joins nothing", "a\u200d b \u200c\u200d", "a b"],
    ["a family", "👩‍👩‍👧 ❤️‍🔥 👩🏽‍🚀 1️⃣", "👩‍👩‍👧 ❤️‍🔥 👩🏽‍🚀 1️⃣"],
    ["a selector that selects nothing", "a\ufe0f b\u{E0100}", "a b"],
    ["a selector of a Chinese character", "葛\u{E0100}", "葛\u{E0100}"],
  ])("%s", (_, given, expected) => {
    expect(normaliseText(given)).toBe(expected);
  });

  it("is the same for both Unicode forms, and done twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const once = normaliseText(text);
        expect(normaliseText(once)).toBe(once);
        expect(normaliseText(decomposed(text))).toBe(once);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it("is the same for both forms where nasty characters stand beside each other", () => {
    const nasty = fc.constantFrom(
      ..."aé1 \n\t\r‌‍️⁦",
      "\u0301",
      "\u0323",
      "\u034f",
      "\u{E0041}",
      "\u{E0100}",
      "葛",
      "👩",
      "🏽",
      "\u3164",
      "\u0000",
      "가",
      "ᄀ",
      "ᅡ",
    );
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        const once = normaliseText(text);
        expect(normaliseText(once)).toBe(once);
        expect(normaliseText(decomposed(text))).toBe(once);
      }),
      { numRuns: 5000, seed: 7 },
    );
  });
});
