import { languageOf } from "../../../language/languages.ts";
import type { OwnWords } from "../read-words.ts";
import { wordsIn } from "./concepts.ts";
import { english } from "./english.ts";
import { spanish } from "./spanish.ts";
import { readVocabulary, type Vocabulary, type WordLists } from "./word-lists.ts";

const none: WordLists = { weakWords: "", same: "", kinds: "" };

/** Of a language and of an author. Other languages are searched by the words that they share with the documents. */
export function vocabularyFor(language: string, own: OwnWords = new Map()): Vocabulary {
  const lists = listsOf(language);
  return readVocabulary(lists, languageOf(language), [...own].map(kindsLine).join("\n"));
}

function listsOf(language: string): WordLists {
  switch (language.toLowerCase().split(/[-_]/)[0]) {
    case "en":
      return english;
    case "es":
      return spanish;
    default:
      return none;
  }
}

const kindsLine = ([whole, kinds]: readonly [string, readonly string[]]): string =>
  `${phrase(whole)}: ${kinds.map(phrase).join(" ")}`;

/** As the lists write it: `hand_luggage`. */
const phrase = (text: string): string => wordsIn(text).join("_");
