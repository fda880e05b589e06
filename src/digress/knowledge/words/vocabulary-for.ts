import { wordsIn } from "../../../language/fold-text.ts";
import { languageOf } from "../../../language/languages.ts";
import { searchLists } from "../../../language/search-lists.ts";
import type { SearchWords } from "../../../language/search-words.ts";
import type { OwnWords } from "../read-words.ts";
import { readVocabulary, type Vocabulary } from "./word-lists.ts";

const none: SearchWords = { weakWords: "", same: "", kinds: "" };

/** Of a language and of an author. Other languages are searched by the words that they share with the documents. */
export function vocabularyFor(language: string, own: OwnWords = new Map()): Vocabulary {
  const lists = searchLists[language.toLowerCase().split(/[-_]/)[0] ?? ""] ?? none;
  return readVocabulary(lists, languageOf(language), [...own].map(kindsLine).join("\n"));
}

const kindsLine = ([whole, kinds]: readonly [string, readonly string[]]): string =>
  `${phrase(whole)}: ${kinds.map(phrase).join(" ")}`;

/** As the lists write it: `hand_luggage`. */
const phrase = (text: string): string => wordsIn(text).join("_");
