import type { Json } from "../../engine/json.ts";

/** A word of a typed command: plain, or `name=value`. */
export type Word =
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "named"; readonly name: string; readonly value: Json }
  | { readonly kind: "end" };

/** What stands in quotes or brackets is one piece, however many spaces and semicolons it holds. */
const piece = /"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"']+|["']/y;
const space = /\s+/y;
const named = /^([A-Za-z_]\w*)=(.*)$/s;

/** Splits `/set_slot origin="New York" ; /affirm` into words; an `end` stands between commands. */
export function readWords(line: string): readonly Word[] {
  const words: Word[] = [];
  for (const text of readPieces(line)) {
    const [, name, value] = named.exec(text) ?? [];
    const last = words.at(-1);
    if (text === ";") words.push({ kind: "end" });
    else if (name !== undefined && value !== undefined) words.push({ kind: "named", name, value: readValue(value) });
    // `New York` after `origin=` goes on until the next name: people forget quotes.
    else if (last?.kind === "named" && typeof last.value !== "object")
      words[words.length - 1] = { ...last, value: `${last.value} ${String(readValue(text))}` };
    else words.push({ kind: "plain", text: String(readValue(text)) });
  }
  return words;
}

function readPieces(line: string): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  while (at < line.length) {
    space.lastIndex = at;
    at += space.exec(line)?.[0].length ?? 0;
    const start = at;
    at = endOfPiece(line, at);
    if (at > start) pieces.push(line.slice(start, at));
  }
  return pieces;
}

/** Pieces that touch belong together (`origin="New York"`), and brackets hold theirs together (`{"a": 1}`). */
function endOfPiece(line: string, start: number): number {
  let at = start;
  let depth = 0;
  while (at < line.length) {
    if (depth > 0) {
      space.lastIndex = at;
      at += space.exec(line)?.[0].length ?? 0;
    }
    piece.lastIndex = at;
    const found = piece.exec(line)?.[0];
    if (found === undefined) break;
    if (!/^["']/.test(found)) depth += count(found, /[[{]/g) - count(found, /[\]}]/g);
    at += found.length;
  }
  return at;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Quotes are dropped, JSON is read, the rest is text. A bare number is only one if it reads back the same:
 * `0087` are the last digits of a card.
 */
function readValue(text: string): Json {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1);
  const parsed = parseJson(text);
  if (parsed === undefined) return text;
  return typeof parsed === "object" || typeof parsed === "string" || String(parsed) === text ? parsed : text;
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
