import { type Beginnings, type Chart, isHyphen, type Match, type Scan, scanFrom } from "./chart.ts";
import type { Captures, Node, Pattern } from "./pattern.ts";

/** What was captured on the way, the last first: most ways end nowhere, so that the object is made for those that do not. */
interface Captured {
  readonly key: string;
  readonly value: unknown;
  readonly before: Captured | null;
}

/** A way through a pattern: how far it came. */
interface Way {
  readonly end: number;
  readonly captured: Captured | null;
}

/** No phrase of a rule has more ways to be read than this from one place; the rest would only be shorter ones. */
const mostWays = 24;

/** A rule: any of its patterns. What it says is what its pattern captures. */
export function scanPatterns(patterns: readonly Pattern[]): Scan {
  const candidatesAt = indexOf(patterns);
  return scanFrom(beginningsOf(patterns), (at, chart) => {
    const found: Match[] = [];
    for (const { node, sets } of candidatesAt(at, chart)) {
      const ways: Way[] = [];
      follow(node, { end: at, captured: null }, { start: at, chart, ways });
      for (const { end, captured } of ways) {
        if (end > at) found.push({ end, value: captured === null ? sets : { ...sets, ...capturesOf(captured) } });
      }
    }
    return found.length < 2 ? found : found.sort((left, right) => right.end - left.end).slice(0, mostWays);
  });
}

function beginningsOf(patterns: readonly Pattern[]): Beginnings {
  const { words, symbols } = both(patterns.map(({ node }) => beginningOf(node)));
  return { words: new Set(words), symbols: [...new Set(symbols)] };
}

/** The first of two captures with the same key is replaced by the second. */
function capturesOf(captured: Captured): Captures {
  const all: Record<string, unknown> = {};
  for (let each: Captured | null = captured; each !== null; each = each.before) {
    if (!(each.key in all)) all[each.key] = each.value;
  }
  return all;
}

/** How a pattern may begin. */
interface Beginning {
  readonly words: readonly string[];
  readonly symbols: readonly string[];
  /** It may also be nothing. */
  readonly isEmpty: boolean;
}

/** Few patterns begin with the token at a place: the others are not tried. They keep their order, in which the likelier come first. */
function indexOf(patterns: readonly Pattern[]): (at: number, chart: Chart) => readonly Pattern[] {
  const byWord = new Map<string, Set<number>>();
  const bySymbol = new Map<string, Set<number>>();
  for (const [index, { node }] of patterns.entries()) {
    const { words, symbols } = beginningOf(node);
    for (const word of words) byWord.set(word, (byWord.get(word) ?? new Set()).add(index));
    for (const symbol of symbols) bySymbol.set(symbol, (bySymbol.get(symbol) ?? new Set()).add(index));
  }
  return (at, chart) => {
    const begun = new Set(byWord.get(chart.tokens[at]?.text ?? ""));
    for (const [symbol, indexes] of bySymbol) {
      if (chart.matches(symbol, at).length > 0) for (const index of indexes) begun.add(index);
    }
    const ordered = begun.size < 2 ? [...begun] : [...begun].sort((left, right) => left - right);
    return ordered.flatMap((index) => patterns[index] ?? []);
  };
}

function beginningOf(node: Node): Beginning {
  switch (node.kind) {
    case "words":
      return { words: [...node.words], symbols: [], isEmpty: false };
    case "symbol":
      return { words: [], symbols: [node.name], isEmpty: false };
    case "optional":
      return { ...beginningOf(node.item), isEmpty: true };
    case "choice": {
      const options = node.options.map(beginningOf);
      return { ...both(options), isEmpty: options.some(({ isEmpty }) => isEmpty) };
    }
    case "sequence": {
      const items = node.items.map(beginningOf);
      const last = items.findIndex(({ isEmpty }) => !isEmpty);
      return { ...both(last === -1 ? items : items.slice(0, last + 1)), isEmpty: last === -1 };
    }
    default:
      return node satisfies never;
  }
}

const both = (parts: readonly Beginning[]): Omit<Beginning, "isEmpty"> => ({
  words: parts.flatMap(({ words }) => words),
  symbols: parts.flatMap(({ symbols }) => symbols),
});

/** Where a pattern is followed, and the ways that were found. */
interface Walk {
  readonly start: number;
  readonly chart: Chart;
  readonly ways: Way[];
}

/** Adds the ways on from one way through a part of a pattern. A piece begins here, or after a hyphen between words. */
function follow(node: Node, way: Way, walk: Walk): void {
  const { start, chart, ways } = walk;
  const { end, captured } = way;
  switch (node.kind) {
    case "words":
    case "symbol":
      piece(node, end, captured, walk);
      if (end > start && isHyphen(chart.tokens, end)) piece(node, end + 1, captured, walk);
      return;
    case "sequence":
      for (const last of through(node.items, way, walk)) ways.push(last);
      return;
    case "choice":
      for (const option of node.options) if (ways.length < mostWays) follow(option, way, walk);
      return;
    case "optional":
      follow(node.item, way, walk);
      ways.push(way);
      return;
    default:
      node satisfies never;
  }
}

function piece(node: Node, at: number, captured: Captured | null, { chart, ways }: Walk): void {
  if (node.kind === "words") {
    if (node.words.has(chart.tokens[at]?.text ?? "")) ways.push({ end: at + 1, captured });
  } else if (node.kind === "symbol") {
    for (const { end, value } of chart.matches(node.name, at)) {
      ways.push({ end, captured: { key: node.key, value, before: captured } });
    }
  }
}

function through(items: readonly Node[], way: Way, { start, chart }: Walk): readonly Way[] {
  let ways: readonly Way[] = [way];
  for (const item of items) {
    const next: Way[] = [];
    for (const each of ways) if (next.length < mostWays) follow(item, each, { start, chart, ways: next });
    if (next.length === 0) return next;
    ways = next.length > mostWays ? next.slice(0, mostWays) : next;
  }
  return ways;
}
