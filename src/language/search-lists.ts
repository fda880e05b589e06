import { englishSearch } from "./en/search-words.ts";
import { spanishSearch } from "./es/search-words.ts";
import type { SearchWords } from "./search-words.ts";

/** By the code of the language. One without lists is searched by the words that questions share with the documents. */
export const searchLists: Readonly<Record<string, SearchWords>> = { en: englishSearch, es: spanishSearch };
