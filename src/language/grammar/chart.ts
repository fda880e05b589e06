import { foldText } from "../fold-text.ts";
import { type Cuts, type Token, tokensInFolded } from "./tokens.ts";

/** A symbol read from a place: the token after it, and what it says. */
export interface Match {
  readonly end: number;
  readonly value: unknown;
}

/** Reads one symbol at one place in every way that it can be read. */
export interface Scan {
  (at: number, chart: Chart): readonly Match[];
  /** Where the place is a word, only these are tried. Undefined: any word may begin it. */
  readonly begins?: Beginnings;
}

/** The words that a symbol may begin with, its own and those of other symbols. */
export interface Beginnings {
  readonly words: ReadonlySet<string>;
  readonly symbols: readonly string[];
}

export const scanFrom = (begins: Beginnings, scan: Scan): Scan => Object.assign(scan, { begins });

/** The symbols of one text: each is read at most once at each place. */
export interface Chart {
  /** As written. */
  readonly source: string;
  /** Folded; the offsets are those of the source. */
  readonly text: string;
  readonly tokens: readonly Token[];
  matches(symbol: string, at: number): readonly Match[];
}

const noMatches: readonly Match[] = [];

export function createChart(source: string, symbols: ReadonlyMap<string, Scan>, cuts: Cuts = {}): Chart {
  const memory = new Map<string, (readonly Match[] | undefined)[]>();
  const text = foldText(source);
  const tokens = tokensInFolded(text, cuts);
  const firstWords = firstWordsIn(symbols);
  const chart: Chart = {
    source,
    text,
    tokens,
    matches(symbol, at) {
      const token = tokens[at];
      // Most symbols can't begin with most words: nothing more is asked of them.
      if (token?.kind === "word" && firstWords(symbol)?.has(token.text) === false) return noMatches;
      const known = memory.get(symbol);
      const before = known?.[at];
      if (before !== undefined) return before;
      const scan = symbols.get(symbol);
      if (scan === undefined) throw new Error(`No table or rule reads <${symbol}>.`);
      const places = known ?? [];
      if (known === undefined) memory.set(symbol, places);
      // A symbol that begins with itself reads nothing there, instead of never ending.
      places[at] = noMatches;
      const found = scan(at, chart);
      places[at] = found.length === 0 ? noMatches : found;
      return found;
    },
  };
  return chart;
}

type FirstWords = (symbol: string) => ReadonlySet<string> | null;
const built = new WeakMap<ReadonlyMap<string, Scan>, FirstWords>();

/** All words that a symbol may begin with, through the symbols that it begins with; null: any word. Found when it is first asked for. */
function firstWordsIn(symbols: ReadonlyMap<string, Scan>): FirstWords {
  const before = built.get(symbols);
  if (before !== undefined) return before;
  const known = new Map<string, ReadonlySet<string> | null>();
  const firstWords: FirstWords = (symbol) => {
    const found = known.get(symbol);
    if (found !== undefined) return found;
    const all = wordsThrough(symbol, symbols);
    known.set(symbol, all);
    return all;
  };
  built.set(symbols, firstWords);
  return firstWords;
}

function wordsThrough(symbol: string, symbols: ReadonlyMap<string, Scan>): ReadonlySet<string> | null {
  const all = new Set<string>();
  const reached = new Set([symbol]);
  for (const each of reached) {
    const begins = symbols.get(each)?.begins;
    if (begins === undefined) return null;
    for (const word of begins.words) all.add(word);
    for (const other of begins.symbols) reached.add(other);
  }
  return all;
}

/** A table of phrases: the longest come first. */
export function scanPhrases(phrases: readonly (readonly [readonly string[], unknown])[]): Scan {
  const byFirst = Map.groupBy(phrases, ([words]) => words[0] ?? "");
  for (const list of byFirst.values()) list.sort(([left], [right]) => right.length - left.length);
  return scanFrom({ words: new Set(byFirst.keys()), symbols: [] }, (at, chart) => {
    const candidates = byFirst.get(chart.tokens[at]?.text ?? "");
    if (candidates === undefined) return noMatches;
    const found: Match[] = [];
    for (const [words, value] of candidates) {
      const end = endOfWords(words, at, chart);
      if (end !== null) found.push({ end, value });
    }
    return found;
  });
}

function endOfWords(words: readonly string[], at: number, { tokens }: Chart): number | null {
  let next = at;
  for (const [index, word] of words.entries()) {
    if (index > 0 && tokens[next]?.text !== word && isHyphen(tokens, next)) next += 1;
    if (tokens[next]?.text !== word) return null;
    next += 1;
  }
  return next;
}

/** A hyphen that joins words: `twenty-five`. Between digits it means something. */
export function isHyphen(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.text !== "-" || !token.isGlued) return false;
  const next = tokens[at + 1];
  return next?.isGlued === true && (tokens[at - 1]?.kind === "word" || next.kind === "word");
}
