import { expect, it } from "vitest";
import { conceptsIn } from "./concepts.ts";
import { vocabularyFor } from "./vocabulary-for.ts";

it.each([
  ["What if I am calling off?", "cancel"],
  ["Can I get refunds?", "money_back"],
])("a listed word or phrase is found however it is bent: %s", (question, expected) => {
  const [concept] = conceptsIn(question, vocabularyFor("en"));
  expect([...(concept?.alternatives.keys() ?? [])]).toContain(expected);
});

it("tells apart what only the author says that a word stands for", () => {
  const vocabulary = vocabularyFor(
    "en",
    new Map([
      ["hand luggage", ["rucksacks"]],
      ["children", ["kids", "pupils"]],
    ]),
  );
  const authored = (question: string) => conceptsIn(question, vocabulary).map((each) => [...each.authored.keys()]);
  expect(authored("rucksack")).toEqual([["hand_luggage"]]);
  expect(authored("pupils")).toEqual([expect.arrayContaining(["children"])]);
  expect(authored("kids")).toEqual([[]]);
});
