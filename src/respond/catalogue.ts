import type { PatternName } from "../engine/state/outcome.ts";

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
