import { germanCourtesies } from "./de/texts-signs.ts";
import { englishCourtesies } from "./en/texts-signs.ts";
import { spanishCourtesies } from "./es/texts-signs.ts";
import { frenchCourtesies } from "./fr/texts-signs.ts";
import { type Courtesies, type CourtesyKind, courtesyKinds, type LanguageCode } from "./texts.ts";

export const courtesies: Readonly<Record<LanguageCode, Courtesies>> = {
  en: englishCourtesies,
  es: spanishCourtesies,
  de: germanCourtesies,
  fr: frenchCourtesies,
};

/** The last kind in a message counts: "thanks, bye" is a goodbye. Null for small talk of another kind, in any language. */
export function courtesyIn(message: string): CourtesyKind | null {
  const said = ` ${plainWords(message)} `;
  const found = courtesyKinds.map((kind) => ({ kind, at: lastOf(kind, said) })).filter(({ at }) => at >= 0);
  return found.toSorted((left, right) => right.at - left.at)[0]?.kind ?? null;
}

const lastOf = (kind: CourtesyKind, said: string): number =>
  Math.max(...phrases[kind].map((phrase) => said.lastIndexOf(` ${phrase} `)));

const plainWords = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .trim();

const phrases: Readonly<Record<CourtesyKind, readonly string[]>> = {
  greeting: Object.values(courtesies).flatMap(({ greeting }) => greeting.map(plainWords)),
  thanks: Object.values(courtesies).flatMap(({ thanks }) => thanks.map(plainWords)),
  goodbye: Object.values(courtesies).flatMap(({ goodbye }) => goodbye.map(plainWords)),
};
