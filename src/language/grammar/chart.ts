import { foldText } from "../fold-text.ts";
import { type Cuts, type Token, tokensInFolded } from "./tokens.ts";

/** A symbol read from a place: the token after it, and what it says. */
export interface Match {
  readonly end: number;
  readonly value: unknown;
}

/** Reads one symbol at one place in every way that it can be read. */
export type Scan = (at: number, chart: Chart) => readonly Match[];

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
  const chart: Chart = {
    source,
    text,
    tokens: tokensInFolded(text, cuts),
    matches(symbol, at) {
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

/** A table of phrases: the longest come first. */
export function scanPhrases(phrases: readonly (readonly [readonly string[], unknown])[]): Scan {
  const byFirst = Map.groupBy(phrases, ([words]) => words[0] ?? "");
  for (const list of byFirst.values()) list.sort(([left], [right]) => right.length - left.length);
  return (at, chart) => {
    const candidates = byFirst.get(chart.tokens[at]?.text ?? "");
    if (candidates === undefined) return noMatches;
    const found: Match[] = [];
    for (const [words, value] of candidates) {
      const end = endOfWords(words, at, chart);
      if (end !== null) found.push({ end, value });
    }
    return found;
  };
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
