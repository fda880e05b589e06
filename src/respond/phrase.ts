import { baseLanguage } from "./locale.ts";

/** In German and its neighbour nouns keep their capital inside a sentence. */
const capitalisesNouns = new Set(["de", "lb"]);

/**
 * Fits a description ("Book a flight.") to its place in a text: small inside a sentence, unless it starts
 * with an abbreviation ("PIN of the card"); with a capital where a sentence begins.
 */
export function fitPhrase(phrase: string, place: { readonly before: string; readonly language: string }): string {
  const trimmed = phrase.trim().replace(/\.$/, "");
  if (startsSentence(place.before)) return capitalised(trimmed);
  return capitalisesNouns.has(baseLanguage(place.language)) ? trimmed : uncapitalised(trimmed);
}

export function capitalised(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}

function uncapitalised(text: string): string {
  const [first = "", second = "", ...rest] = text;
  if (/\p{Lu}/u.test(second)) return text;
  return first.toLowerCase() + second + rest.join("");
}

function startsSentence(before: string): boolean {
  return /(^|[.!?]\s+|\n|[¿¡])$/.test(before);
}
