import { foldText } from "../language/fold-text.ts";
import { languageOf } from "../language/languages.ts";
import type { FlowInScope } from "./understander.ts";

/**
 * Whether a message that starts these flows says more than that it starts them. "I'd like to book a flight" does not: all its words
 * are those of the flow. Then a question for the values of slots would be in vain. In doubt something is left.
 */
export const isLeftForSlots = (message: string, started: readonly FlowInScope[], language: string): boolean => {
  const { stem } = languageOf(language);
  const explained = new Set(started.flatMap(wordsOfFlow).map(stem));
  const values = new Set(started.flatMap(({ slots }) => slots.flatMap(valuesOf)).flatMap(words));
  return words(message).some(
    (word) => values.has(word) || /\p{N}/u.test(word) || !(politeWords.has(word) || explained.has(stem(word))),
  );
};

/** Said around a wish, in English and Spanish. None of them is a value: a number, a day or "me" stays out of the list. */
const politeWords = new Set(
  "please thanks thank you hello hi hey ok okay and so could can would may do does i id im ive we like love want wanna need help with to a an the my our of for some something got have quiero quisiera queria necesito hola gracias por favor y puedes podrias puedo un una unos el la los las mi de ayuda con".split(
    " ",
  ),
);

/** Its name, its description and its examples. Placeholders stand for values, and capitals inside an example are names. */
const wordsOfFlow = ({ name, description, examples }: FlowInScope): readonly string[] => [
  ...words(name.replaceAll("_", " ")),
  ...words(description),
  ...examples.flatMap((example) =>
    words(example.replaceAll(/\{[^{}]{0,100}\}/g, " ").replaceAll(/(?<!^)\b\p{Lu}[\p{L}\p{M}]*/gu, " ")),
  ),
];

const valuesOf = ({ values, examples }: FlowInScope["slots"][number]): readonly string[] => [
  ...values.flatMap(({ value, synonyms }) => [value, ...synonyms]),
  ...examples,
];

const words = (text: string): readonly string[] =>
  foldText(text)
    .replaceAll(/['’]/g, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];
