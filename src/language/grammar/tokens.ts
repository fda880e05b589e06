import { foldText } from "../fold-text.ts";

/** A word, a run of digits or one other sign of a text. */
export interface Token {
  /** Folded: no capitals, accents or apostrophes. */
  readonly text: string;
  readonly kind: "word" | "digits" | "sign";
  /** Nothing between this and the token before. */
  readonly isGlued: boolean;
  /** Offsets into the text. */
  readonly start: number;
  readonly end: number;
}

/** An apostrophe inside a word belongs to it: `don't` is `dont`. Languages with elision cut there: `l'an` is `l`, `an`. */
const whole = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*|\d+|[^\s\p{L}\d]/gu;
const elided = /\p{L}[\p{L}\p{M}]*|\d+|[^\s\p{L}\d]/gu;

export const tokensOf = (text: string, hasElision = false): readonly Token[] =>
  tokensInFolded(foldText(text), hasElision ? { hasElision } : {});

/** How a language cuts its words, besides where blanks and signs are. */
export interface Cuts {
  /** Words lose their vowel before another one: `l'an`. */
  readonly hasElision?: true;
  /** Folded words that are two: `juliwoche` is `juli`, `woche`. Both are groups of it. */
  readonly compound?: RegExp;
}

export function tokensInFolded(folded: string, { hasElision, compound }: Cuts): readonly Token[] {
  const tokens: Token[] = [];
  let last = -1;
  for (const match of folded.matchAll(hasElision ? elided : whole)) {
    const start = match.index;
    const end = start + match[0].length;
    const kind = /^\p{L}/u.test(match[0]) ? "word" : /^\d/.test(match[0]) ? "digits" : "sign";
    // A cut apostrophe leaves no token of its own between two words, and does not glue them.
    if (hasElision && isApostrophe(match[0]) && tokens.at(-1)?.kind === "word" && last === start) {
      last = -1;
      continue;
    }
    const second = kind === "word" ? compound?.exec(match[0])?.[2] : undefined;
    if (second !== undefined) {
      const middle = end - second.length;
      tokens.push({ text: folded.slice(start, middle), kind, isGlued: last === start, start, end: middle });
      tokens.push({ text: second, kind, isGlued: true, start: middle, end });
      last = end;
      continue;
    }
    tokens.push({
      text: kind === "word" ? match[0].replaceAll(/['’]/g, "") : match[0],
      kind,
      isGlued: last === start,
      start,
      end,
    });
    last = end;
  }
  return tokens;
}

const isApostrophe = (sign: string): boolean => sign === "'" || sign === "’";
