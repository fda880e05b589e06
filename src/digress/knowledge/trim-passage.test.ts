import { describe, expect, it } from "vitest";
import { trimPassage } from "./trim-passage.ts";
import { conceptsIn } from "./words/concepts.ts";
import { vocabularyFor } from "./words/vocabulary-for.ts";

const vocabulary = vocabularyFor("en");
const concepts = (question: string) => conceptsIn(question, vocabulary);

describe("trimming a passage to the answer", () => {
  const long = [
    "Our company was founded a long time ago by people who loved the sea and everything that swims in it. ",
    "The museum tells this story on three floors, with models, letters and a great many photographs of that time. ",
    "A bicycle costs 75 euros each way. It must be in a box. ",
    "Whoever wants to know more about the founders can buy a book of four hundred pages at the desk, in six languages. ",
  ].join("");

  it("keeps the sentences that were asked for", () => {
    const text = trimPassage(long, concepts("How much is a bike?"), vocabulary);
    expect(text).toContain("A bicycle costs 75 euros each way. It must be in a box.");
    expect(text.length).toBeLessThan(long.length);
    expect(text).not.toContain("founded");
  });

  it("leaves a short passage as it is", () => {
    expect(trimPassage("Bicycles: 75 euros. Boxes only.", concepts("Is a box needed?"), vocabulary)).toBe(
      "Bicycles: 75 euros. Boxes only.",
    );
  });
});
