import { lengthsOf, type Node, PatternMistake, parseCodePattern, type Takes } from "./parse-code-pattern.ts";

/** The form of a code. It fits a text as a whole; the work is the length of the text by the size of the pattern, never more. */
export interface CodePattern {
  fits(text: string): boolean;
  readonly shortest: number;
  readonly longest: number;
}

export type CompiledPattern =
  | { readonly ok: true; readonly pattern: CodePattern }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/** Where reading a text may stand: before a sign, or at a fork without one. */
type State =
  | { readonly takes: Takes; readonly next: number }
  | { readonly forks: readonly number[] }
  | { readonly isEnd: true };

const mostStates = 1_000;
const longestPattern = 200;

const kept = new Map<string, CompiledPattern>();
const mostKept = 500;

export function compileCodePattern(source: string): CompiledPattern {
  const known = kept.get(source);
  if (known !== undefined) return known;
  if (kept.size >= mostKept) kept.clear();
  const compiled = compile(source);
  kept.set(source, compiled);
  return compiled;
}

function compile(source: string): CompiledPattern {
  try {
    if (source.length > longestPattern)
      throw new PatternMistake(`A pattern has at most ${longestPattern} characters.`, 0);
    const tree = parseCodePattern(source);
    const states: State[] = [{ isEnd: true }];
    const start = build(tree, 0, states);
    return { ok: true, pattern: { fits: (text) => runs(text, states, start), ...lengthsOf(tree) } };
  } catch (refusal) {
    if (!(refusal instanceof PatternMistake)) throw refusal;
    return { ok: false, message: refusal.message, offset: refusal.offset };
  }
}

/** The states of a node that end in `next`, built from the back; returns where they begin. */
function build(node: Node, next: number, states: State[]): number {
  const add = (state: State): number => {
    if (states.length >= mostStates) throw new PatternMistake("The pattern repeats too much: write smaller counts.", 0);
    return states.push(state) - 1;
  };
  switch (node.kind) {
    case "sign":
      return add({ takes: node.takes, next });
    case "sequence":
      return node.items.reduceRight((after, item) => build(item, after, states), next);
    case "choice":
      return add({ forks: node.options.map((option) => build(option, next, states)) });
    case "repeat": {
      let start = next;
      if (node.most === Number.POSITIVE_INFINITY) {
        const loop = add({ forks: [] });
        states[loop] = { forks: [build(node.item, loop, states), next] };
        start = loop;
      } else {
        for (let more = node.least; more < node.most; more += 1)
          start = add({ forks: [build(node.item, start, states), next] });
      }
      for (let least = 0; least < node.least; least += 1) start = build(node.item, start, states);
      return start;
    }
    default:
      return node satisfies never;
  }
}

/** All ways at once, sign by sign. */
function runs(text: string, states: readonly State[], start: number): boolean {
  let now = reached([start], states);
  for (const sign of text) {
    const next: number[] = [];
    for (const at of now) {
      const state = states[at];
      if (state !== undefined && "takes" in state && state.takes(sign)) next.push(state.next);
    }
    if (next.length === 0) return false;
    now = reached(next, states);
  }
  return now.has(0);
}

function reached(from: readonly number[], states: readonly State[]): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    const state = states[at];
    if (state !== undefined && "forks" in state) open.push(...state.forks);
  }
  return found;
}
