import fc from "fast-check";
import { expect, it } from "vitest";
import { beginningOf } from "./short-texts.ts";

it("leaves a sentence as it is", () => {
  const sentence = "I would like to change the flight that I booked last week from Madrid to Paris, please.";
  expect(beginningOf(sentence)).toBe(sentence);
});

it("is the beginning of the text, and bounded whatever the text is made of", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 3_000 }), (text) => {
      const beginning = beginningOf(text);
      expect(text.startsWith(beginning)).toBe(true);
      expect(beginning.split(/\s+/).join("").length).toBeLessThanOrEqual(64 * 5);
    }),
  );
  expect(beginningOf("book it. ".repeat(200))).toBe(`${"book it. ".repeat(21)}book`);
  expect(beginningOf("a".repeat(2_000))).toHaveLength(320);
  expect(beginningOf("?!".repeat(1_000))).toHaveLength(64);
});
