import { baseLanguage } from "./locale.ts";
import { englishLexicon } from "./rephrase-lexicon-en.ts";
import { spanishLexicon } from "./rephrase-lexicon-es.ts";

/** Words by which the gate judges another wording. All in lower case. */
export interface RephraseLexicon {
  /** Words that carry a fact (negations, numbers, days, amounts, hedges): each must stand as often as in the template. */
  readonly facts: ReadonlySet<string>;
  /** Patterns of offers, promises and questions without a mark; none may be added. */
  readonly offers: readonly RegExp[];
  /** Words that say what the value after them is: `from` Madrid, `to` Paris. */
  readonly roles: ReadonlySet<string>;
  /** What may begin a sentence with a capital without being a name. */
  readonly openers: ReadonlySet<string>;
  /** The small words by which the language is known. */
  readonly common: ReadonlySet<string>;
  /** Rewrites contractions, so that "can't" and "cannot" count alike. */
  expand(text: string): string;
}

const lexicons: ReadonlyMap<string, RephraseLexicon> = new Map([
  ["en", englishLexicon],
  ["es", spanishLexicon],
]);

/** Null for a language that nobody wrote one for: what cannot be judged is not rephrased. */
export const lexiconFor = (language: string): RephraseLexicon | null => lexicons.get(baseLanguage(language)) ?? null;

const otherLanguages: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    fr: "le la les des du un une est et vous votre vos je nous pour avec dans sur pas ne que qui au aux ce cette bien été",
    de: "der die das den dem ein eine ist und sie ihr ihre ich wir für mit auf nicht von zu im am es sind wurde haben",
    it: "il lo gli di che è e un una per con non sono del della il suo tua tuo ho abbiamo alle nel stato",
    pt: "o os as do da dos das um uma é e você seu sua para com não que no na em foi está são",
  }).map(([language, words]) => [language, new Set(words.split(" "))]),
);

/** The common words of every language known here but this one. */
export const commonElsewhere = (language: string): readonly ReadonlySet<string>[] => [
  ...[...lexicons].flatMap(([other, { common }]) => (other === baseLanguage(language) ? [] : [common])),
  ...otherLanguages.values(),
];
