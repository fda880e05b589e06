import { baseLanguage } from "./locale.ts";
import type { RephraseLexicon } from "./rephrase-lexicon.ts";
import { englishLexicon } from "./rephrase-lexicon-en.ts";
import { spanishLexicon } from "./rephrase-lexicon-es.ts";

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
