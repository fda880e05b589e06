/** The words of a language for a search: weak words, synonyms and kinds, as compact text that `readVocabulary` reads. */
export interface SearchWords {
  /** Looked for, but little is missing where a passage lacks them. */
  readonly weakWords: string;
  /** A group of words for the same thing in each line; `_` joins the words of a phrase. */
  readonly same: string;
  /** `whole: kind kind`: a question about a kind is answered by a passage about the whole. */
  readonly kinds: string;
}
