import { foldText } from "../fold-text.ts";
import type { Captures, Node, Pattern } from "./pattern.ts";
import { type Token, tokensOf } from "./tokens.ts";

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

export function createChart(source: string, symbols: ReadonlyMap<string, Scan>, hasElision = false): Chart {
  const memory = new Map<string, (readonly Match[] | undefined)[]>();
  const chart: Chart = {
    source,
    text: foldText(source),
    tokens: tokensOf(source, hasElision),
    matches(symbol, at) {
      const scan = symbols.get(symbol);
      if (scan === undefined) throw new Error(`No table or rule reads <${symbol}>.`);
      const places = memory.get(symbol) ?? [];
      memory.set(symbol, places);
      const known = places[at];
      if (known !== undefined) return known;
      // A symbol that begins with itself reads nothing there, instead of never ending.
      places[at] = [];
      const found = scan(at, chart);
      places[at] = found;
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
    const found: Match[] = [];
    for (const [words, value] of byFirst.get(chart.tokens[at]?.text ?? "") ?? []) {
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
function isHyphen(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (token?.text !== "-" || !token.isGlued || !next?.isGlued) return false;
  return tokens[at - 1]?.kind === "word" || next.kind === "word";
}

interface State {
  /** Where the phrase begins. */
  readonly start: number;
  readonly end: number;
  readonly captures: Captures;
}

/** No phrase of a rule has more ways to be read than this from one place; the rest would only be shorter ones. */
const mostWays = 24;

/** A rule: any of its patterns. What it says is what its pattern captures. */
export function scanPatterns(patterns: readonly Pattern[]): Scan {
  const begun = patterns.map((pattern) => ({ ...pattern, begins: beginningsOf(pattern.node) }));
  return (at, chart) => {
    const found: Match[] = [];
    const token = chart.tokens[at]?.text ?? "";
    for (const { node, sets, begins } of begun) {
      if (begins !== null && !begins.has(token)) continue;
      for (const { end, captures } of matchNode(node, { start: at, end: at, captures: sets }, chart)) {
        if (end > at) found.push({ end, value: captures });
      }
    }
    return found.length < 2 ? found : found.sort((left, right) => right.end - left.end).slice(0, mostWays);
  };
}

/** The words one of which a phrase has to begin with; null if it may begin with others, or be empty. */
function beginningsOf(node: Node): ReadonlySet<string> | null {
  switch (node.kind) {
    case "word":
      return new Set([node.word]);
    case "sequence": {
      const words = new Set<string>();
      for (const item of node.items) {
        const first = beginningsOf(item.kind === "optional" ? item.item : item);
        if (first === null) return null;
        for (const word of first) words.add(word);
        if (item.kind !== "optional") return words;
      }
      return null;
    }
    case "choice": {
      const firsts = node.options.map(beginningsOf);
      return firsts.includes(null) ? null : new Set(firsts.flatMap((first) => [...(first ?? [])]));
    }
    case "symbol":
    case "optional":
      return null;
    default:
      return node satisfies never;
  }
}

function matchNode(node: Node, state: State, chart: Chart): readonly State[] {
  switch (node.kind) {
    case "word":
      return wordEnds(node.word, state, chart);
    case "symbol":
      return placesOf(state, chart).flatMap((at) =>
        chart.matches(node.name, at).map(({ end, value }) => ({
          start: state.start,
          end,
          captures: { ...state.captures, [node.key]: value },
        })),
      );
    case "sequence": {
      let states: readonly State[] = [state];
      for (const item of node.items) {
        if (states.length === 0) return states;
        const [only] = states;
        states =
          states.length === 1 && only !== undefined
            ? matchNode(item, only, chart)
            : states.flatMap((each) => matchNode(item, each, chart));
        if (states.length > mostWays) states = states.slice(0, mostWays);
      }
      return states;
    }
    case "choice":
      return node.options.flatMap((option) => matchNode(option, state, chart)).slice(0, mostWays);
    case "optional":
      return [...matchNode(node.item, state, chart), state];
    default:
      return node satisfies never;
  }
}

const noStates: readonly State[] = [];

/** Nearly every word of a rule is not the one of the text. */
function wordEnds(word: string, state: State, chart: Chart): readonly State[] {
  const { start, end, captures } = state;
  if (chart.tokens[end]?.text === word) return [{ start, end: end + 1, captures }];
  if (end === start || chart.tokens[end + 1]?.text !== word || !isHyphen(chart.tokens, end)) return noStates;
  return [{ start, end: end + 2, captures }];
}

/** Where the next piece may begin: here, or after a hyphen between words. */
function placesOf({ start, end }: State, { tokens }: Chart): readonly number[] {
  return end > start && isHyphen(tokens, end) ? [end, end + 1] : [end];
}
