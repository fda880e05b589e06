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
