import { expect, it } from "vitest";
import { readQuestion } from "./follow-up.ts";
import { vocabularyFor } from "./words/vocabulary-for.ts";

const read = (before: string, asked: string, language = "en") => readQuestion(asked, [before], vocabularyFor(language));

it.each([
  ["What does it cost for parrots?", "and for snakes?", "What does it cost for snakes?"],
  ["How much is a room in spring?", "What about in autumn?", "How much is a room in autumn?"],
  ["Do I pay for a second guest?", "and for a third one?", "Do I pay for a third one?"],
  ["How much is a lamp?", "and a chair?", "How much is a chair?"],
  ["May my dog come?", "what about a two year old?", "May a two year old?"],
  ["May birds fly here?", "and bats?", "May birds fly here bats?"],
  ["Where is the desk?", "and when does it open?", "Where is the desk when does it open?"],
])("'%s' '%s' is read as '%s'", (before, asked, expected) => {
  expect(read(before, asked)).toBe(expected);
});

it.each(["Is there a garden?", "Andorra?", "and", ""])("'%s' does not lean on the question before", (asked) => {
  expect(read("What does it cost?", asked)).toBe(asked);
});

it.each([
  ["es", "¿Cuánto cuesta para perros?", "¿y para gatos?", "¿Cuánto cuesta para gatos?"],
  ["es", "¿Cuánto cuesta una limpieza?", "¿y un empaste?", "¿Cuánto cuesta un empaste?"],
  ["de", "Was kostet das für Hunde?", "und für Katzen?", "Was kostet das für Katzen?"],
  ["fr", "Quel est le prix pour les chiens ?", "et pour les chats ?", "Quel est le prix pour les chats ?"],
])("follow-ups are known in %s", (language, before, asked, expected) => {
  expect(read(before, asked, language)).toBe(expected);
});

it("a second follow-up leans on what the first one meant", () => {
  const before = ["What does it cost for parrots?", "and for snakes?"];
  expect(readQuestion("and for frogs?", before, vocabularyFor("en"))).toBe("What does it cost for frogs?");
});
