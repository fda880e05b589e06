import { english } from "./english.ts";
import { spanish } from "./spanish.ts";
import { readVocabulary, type Vocabulary } from "./word-lists.ts";

const empty: Vocabulary = { stopWords: new Set(), weakWords: new Set(), alternatives: new Map() };

/** Other languages are searched by the words that they share with the documents. */
export function vocabularyFor(language: string): Vocabulary {
  switch (language.toLowerCase().split(/[-_]/)[0]) {
    case "en":
      return readVocabulary(english);
    case "es":
      return readVocabulary(spanish);
    default:
      return empty;
  }
}
