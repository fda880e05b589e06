import fc from "fast-check";
import { expect, it } from "vitest";
import { createSentenceCutter, sentencesIn } from "./sentences.ts";

it.each([
  ["One. Two! Three? Four… Five", ["One.", " Two!", " Three?", " Four…", " Five"]],
  ["It costs 99.5 euros. Fine.", ["It costs 99.5 euros.", " Fine."]],
  ["He said “yes.” Then he left.", ["He said “yes.”", " Then he left."]],
  ["Steps:\n1. First\n2. Second", ["Steps:", "\n1. First", "\n2. Second"]],
  ["It costs 99. Pay 1) now.", ["It costs 99.", " Pay 1) now."]],
  ["By J. Smith. Good.", ["By J. Smith.", " Good."]],
  ["こんにちは。元気？「はい。」では", ["こんにちは。", "元気？", "「はい。」", "では"]],
  ["", [""]],
])("%j has the sentences %j", (text, expected) => {
  expect(sentencesIn(text)).toEqual(expected);
});

const text = fc
  .array(fc.constantFrom("a", "B", ".", "!", "?", " ", "\n", "1", ")", "”", "。", "」", "🙂", "é", "..."))
  .map((all) => all.join(""));

it("a number of a list opens a sentence after a mark without a blank too", () => {
  expect(sentencesIn("好。1. a")).toEqual(["好。", "1. a"]);
  expect(sentencesIn("好。B. a")).toEqual(["好。", "B. a"]);
});

it("the sentences of a text are the text, however it is cut into pieces", () => {
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 4 })), (whole, lengths) => {
      const cutter = createSentenceCutter();
      const sentences: string[] = [];
      let from = 0;
      for (const length of [...lengths, whole.length]) {
        sentences.push(...cutter.push(whole.slice(from, from + length)));
        from += length;
      }
      expect([...sentences, cutter.rest()]).toEqual(sentencesIn(whole));
      expect(sentencesIn(whole).join("")).toBe(whole);
    }),
  );
});
