/** Lower case without accents, each character where it was: offsets into the result are offsets into the text. */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return Array.from(text, (character) => {
    if (isPlain(character)) return character.toLowerCase();
    const folded = character.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
    return folded.length === character.length ? folded : character;
  }).join("");
}

/** Its words and numbers, folded, and without the apostrophe that splits "what's". */
export const wordsIn = (text: string): readonly string[] =>
  foldText(text.normalize("NFC"))
    .replaceAll(/['’]/g, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Without accents to take off. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const isPlain = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

/** A value found in a text, and where it stands. */
export interface Found<Value> {
  readonly value: Value;
  readonly start: number;
  readonly end: number;
}

/** The only value among those found; null if there is none, or two that differ. */
export function onlyValue<Value>(found: readonly Found<Value>[]): Value | null {
  const [first, ...others] = found;
  if (first === undefined) return null;
  return others.every((other) => other.value === first.value) ? first.value : null;
}
