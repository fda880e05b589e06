import { englishLexicon } from "../language/en/rephrase-lexicon.ts";
import { spanishLexicon } from "../language/es/rephrase-lexicon.ts";
import { otherCommonWords } from "../language/other-signs.ts";
import type { RephraseLexicon } from "../language/rephrase-lexicon.ts";
import { baseLanguage } from "./locale.ts";

const lexicons: ReadonlyMap<string, RephraseLexicon> = new Map([
  ["en", englishLexicon],
  ["es", spanishLexicon],
]);

/** Null for a language that nobody wrote one for: what cannot be judged is not rephrased. */
export const lexiconFor = (language: string): RephraseLexicon | null => lexicons.get(baseLanguage(language)) ?? null;

/** The common words of every language known here but this one. */
export const commonElsewhere = (language: string): readonly ReadonlySet<string>[] => [
  ...[...lexicons].flatMap(([other, { common }]) => (other === baseLanguage(language) ? [] : [common])),
  ...otherCommonWords,
];
