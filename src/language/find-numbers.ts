import type { Found } from "./fold-text.ts";
import { type NumberToken, numberTokens } from "./number-tokens.ts";
import { articles, connectors, halves, minusWords, numberWords, pointWords } from "./number-words.ts";

/** A number read so far; `room` is what the next part must stay below: after twenty only 1 to 9 may follow. */
interface Reading {
  /** Finished by a scale: the 2,000 of two thousand and five. */
  readonly total: number;
  readonly current: number;
  readonly room: number;
  /** The smallest scale so far: after a thousand no million can follow. */
  readonly scale: number;
  readonly next: number;
}

const nothing: Omit<Reading, "next"> = {
  total: 0,
  current: 0,
  room: Number.POSITIVE_INFINITY,
  scale: Number.POSITIVE_INFINITY,
};

/** Every number in a text, in digits or words, English or Spanish: `1.5k`, `two hundred and five`, `una docena`. */
export function findNumbers(text: string, language = "en"): readonly Found<number>[] {
  const tokens = numberTokens(text, language);
  const found: Found<number>[] = [];
  let position = 0;
  while (position < tokens.length) {
    const read = readNumber(tokens, position);
    const start = tokens[position]?.start ?? 0;
    if (read) found.push({ value: read.value, start, end: tokens[read.next - 1]?.end ?? start });
    position = read ? read.next : position + 1;
  }
  return found;
}

interface ReadNumber {
  readonly value: number;
  readonly next: number;
}

function readNumber(tokens: readonly NumberToken[], position: number): ReadNumber | null {
  const isMinus = minusWords.has(wordAt(tokens, position));
  const read = readHalfGroup(tokens, position) ?? readParts(tokens, isMinus ? position + 1 : position);
  if (!read) return null;
  const whole = readFraction(tokens, read);
  if (!Number.isFinite(whole.value)) return null;
  // JSON has no -0.
  return { value: whole.value === 0 ? 0 : isMinus ? -whole.value : whole.value, next: whole.next };
}

function wordAt(tokens: readonly NumberToken[], position: number): string {
  const token = tokens[position];
  return token?.kind === "word" ? token.word : "";
}

/** `half a dozen`, `media docena`. */
function readHalfGroup(tokens: readonly NumberToken[], position: number): ReadNumber | null {
  if (!halves.has(wordAt(tokens, position))) return null;
  const at = articles.has(wordAt(tokens, position + 1)) ? position + 2 : position + 1;
  const word = numberWords.get(wordAt(tokens, at));
  if (word?.kind !== "group" && word?.kind !== "scale") return null;
  return { value: word.value / 2, next: at + 1 };
}

function readParts(tokens: readonly NumberToken[], position: number): ReadNumber | null {
  let reading = readFirst(tokens, position);
  if (!reading) return null;
  for (let more = readMore(tokens, reading); more; more = readMore(tokens, reading)) reading = more;
  return { value: reading.total + reading.current, next: reading.next };
}

function readFirst(tokens: readonly NumberToken[], position: number): Reading | null {
  const token = tokens[position];
  if (token?.kind === "numeral") return { ...nothing, current: token.value, room: 0, next: position + 1 };
  const word = wordAt(tokens, position);
  const following = numberWords.get(wordAt(tokens, position + 1));
  const counts = following?.kind === "hundred" || following?.kind === "scale" || following?.kind === "group";
  if (articles.has(word) && counts) return { ...nothing, current: 1, room: 0, next: position + 1 };
  const first = numberWords.get(word);
  // A bare hundred, thousand or dozen counts as one of it only in Spanish, where `mil` needs no article.
  if (first === undefined || (word !== "mil" && isMultiple(first.kind))) return null;
  return addPart(tokens, { ...nothing, next: position });
}

const isMultiple = (kind: string): boolean => kind === "hundred" || kind === "scale" || kind === "group";

function readMore(tokens: readonly NumberToken[], reading: Reading): Reading | null {
  if (!connectors.has(wordAt(tokens, reading.next))) return addPart(tokens, reading);
  // `two and three` are two numbers: a connector needs a hundred, a scale or a Spanish ten before it.
  const isSpanishTen = wordAt(tokens, reading.next) === "y" && reading.room === 10;
  const isAfterHundred = reading.room === 100 || (reading.total > 0 && reading.current === 0);
  return isSpanishTen || isAfterHundred ? addPart(tokens, { ...reading, next: reading.next + 1 }) : null;
}

/** The reading with the word at its position taken in; null if that word can't go on with this number. */
function addPart(tokens: readonly NumberToken[], reading: Reading): Reading | null {
  const part = numberWords.get(wordAt(tokens, reading.next));
  const next = reading.next + 1;
  switch (part?.kind) {
    case undefined:
      return null;
    case "unit":
      return plus(reading, { value: part.value, room: 0, limit: 10 });
    case "teen":
      return plus(reading, { value: part.value, room: 0, limit: 100 });
    case "ten":
      return plus(reading, { value: part.value, room: 10, limit: 100 });
    case "hundreds":
      return plus(reading, { value: part.value, room: 100, limit: 1000 });
    case "hundred":
      if (reading.current <= 0 || reading.current >= 100) return null;
      return { ...reading, current: reading.current * 100, room: 100, next };
    case "scale":
      if (part.value >= reading.scale) return null;
      return {
        total: reading.total + (reading.current === 0 ? 1 : reading.current) * part.value,
        current: 0,
        room: part.value,
        scale: part.value,
        next,
      };
    case "group":
      if (reading.total > 0 || reading.current <= 0) return null;
      return { ...nothing, current: reading.current * part.value, room: 0, scale: 0, next };
    default:
      return part satisfies never;
  }
}

function plus(reading: Reading, part: { value: number; room: number; limit: number }): Reading | null {
  if (reading.room < part.limit) return null;
  return { ...reading, current: reading.current + part.value, room: part.room, next: reading.next + 1 };
}

/** `and a half`, `y medio`, `point five`, `coma cinco`. */
function readFraction(tokens: readonly NumberToken[], read: ReadNumber): ReadNumber {
  if (connectors.has(wordAt(tokens, read.next))) {
    const at = articles.has(wordAt(tokens, read.next + 1)) ? read.next + 2 : read.next + 1;
    return halves.has(wordAt(tokens, at)) ? { value: read.value + 0.5, next: at + 1 } : read;
  }
  if (!pointWords.has(wordAt(tokens, read.next))) return read;
  let digits = "";
  let next = read.next + 1;
  for (let digit = digitAt(tokens, next); digit !== null; digit = digitAt(tokens, next)) {
    digits += digit;
    next += 1;
  }
  return digits === "" ? read : { value: Number(`${read.value}.${digits}`), next };
}

function digitAt(tokens: readonly NumberToken[], position: number): number | null {
  const token = tokens[position];
  const word = numberWords.get(wordAt(tokens, position));
  if (word?.kind === "unit") return word.value;
  return token?.kind === "numeral" && /^\d+$/.test(String(token.value)) ? token.value : null;
}
