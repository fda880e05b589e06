import type { PatternName } from "../engine/state/outcome.ts";

/** The languages that the system speaks. Each has a folder here: its texts, and the signs by which it is known. */
export const languageCodes = ["en", "es", "de", "fr"] as const;
export type LanguageCode = (typeof languageCodes)[number];

/** A sentence whose wording depends on a number, or on the length of a list; `other` serves what has no form of its own. */
interface CountedSentence {
  readonly count: string;
  readonly forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
}

export type Sentence = string | CountedSentence;

/** Sentences in order. One that names a value which is not there is left out, so that no text ends in "I need: ." */
export type Text = string | readonly Sentence[];

export interface TextEntry {
  readonly default: Text;
  readonly variations?: readonly Text[];
  /** Said when no sentence is left; needed where every sentence names a value. */
  readonly bare?: string;
}

/** Typed over the names: a text missing in any language does not compile. */
export type Catalogue = Readonly<Record<PatternName, TextEntry>>;

/** Words that values and buttons are made of. */
export interface Words {
  readonly yes: string;
  readonly no: string;
}

export interface LanguageTexts {
  readonly patterns: Catalogue;
  readonly words: Words;
}

/** Small words by which a message in the language is known, all in lower case. */
export interface LanguageSigns {
  /** One of them is enough, in a message of several words: no other language here writes it. */
  readonly sure: ReadonlySet<string>;
  /** Several are needed; other languages may have the same word. */
  readonly common: ReadonlySet<string>;
  /** They stand in names too ("Las Palmas de Gran Canaria"), so they count only beside other signs. */
  readonly inNames: ReadonlySet<string>;
}

/** What people say to each other beside the matter, and what is answered in kind. */
export const courtesyKinds = ["greeting", "thanks", "goodbye", "wait"] as const;
export type CourtesyKind = (typeof courtesyKinds)[number];

/** Words in several lines. */
export const wordSet = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(" ").split(" "));
