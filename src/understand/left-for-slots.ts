import { writtenYesNo } from "../language/find.ts";
import { wordsIn } from "../language/fold-text.ts";
import { languageOf, languages } from "../language/languages.ts";
import { read } from "../language/read.ts";
import type { Kind } from "../language/reading.ts";
import { wordings } from "../language/wordings.ts";
import type { FlowInScope } from "./understander.ts";

/**
 * Whether a message that starts these flows says more than that it starts them. "I'd like to book a flight" does not: all its words
 * are those of the flow. Then a question for the values of slots would be in vain. In doubt something is left.
 */
export const isLeftForSlots = (message: string, started: readonly FlowInScope[], language: string): boolean => {
  const { stem } = languageOf(language);
  const explained = new Set(started.flatMap(wordsOfFlow).map(stem));
  const values = new Set(started.flatMap(({ slots }) => slots.flatMap(valuesOf)).flatMap(wordsIn));
  const said = wordsIn(message);
  return said.some((word, at) => {
    if (values.has(word) || /\p{N}/u.test(word)) return true;
    // "A flight for me": who asks is counted at the end, and not in "can you help me book a flight".
    const mayBeValue = isValue(word, language) || (at === said.length - 1 && isSelf(word, language));
    return !explained.has(stem(word)) && (mayBeValue || !emptyWords.has(word));
  });
};

/** Words that only hold a wish together, in any language: people mix them. */
const emptyWords: ReadonlySet<string> = new Set([
  ...Object.values(languages).flatMap(({ stopWords, askingWords, words: { filler } }) => [
    ...stopWords,
    ...askingWords,
    ...filler.flatMap(([, phrases]) => wordsIn(phrases)),
  ]),
  ...Object.values(wordings).flatMap(({ light, polite, request }) => wordsIn(`${light} ${polite} ${request}`)),
]);

const valueKinds: readonly Kind[] = ["number", "date", "time"];

const isSelf = (word: string, language: string): boolean =>
  languageOf(language).words.self.some(([, phrases]) => phrases.split("|").includes(word));

/** "One" and "now" hold sentences together, and may be what a slot wants. */
const isValue = (word: string, language: string): boolean =>
  writtenYesNo(word) !== null ||
  valueKinds.some((kind) => read(kind, word, { now: 0, timezone: "UTC", language }).length > 0);

/** Its name, its description and its examples. Placeholders stand for values, and capitals inside an example are names. */
const wordsOfFlow = ({ name, description, examples }: FlowInScope): readonly string[] => [
  ...wordsIn(name.replaceAll("_", " ")),
  ...wordsIn(description),
  ...examples.flatMap((example) =>
    wordsIn(example.replaceAll(/\{[^{}]{0,100}\}/g, " ").replaceAll(/(?<!^)\b\p{Lu}[\p{L}\p{M}]*/gu, " ")),
  ),
];

const valuesOf = ({ values, examples }: FlowInScope["slots"][number]): readonly string[] => [
  ...values.flatMap(({ value, synonyms }) => [value, ...synonyms]),
  ...examples,
];
