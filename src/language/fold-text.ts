/** Lower case without accents, each character where it was: offsets into the result are offsets into the text. */
export function foldText(text: string): string {
  return Array.from(text, (character) => {
    const folded = character.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
    return folded.length === character.length ? folded : character;
  }).join("");
}

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
