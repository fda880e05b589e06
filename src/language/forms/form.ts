import type { Chart } from "../grammar/chart.ts";
import type { Composed, Situation } from "../readers/composed.ts";

/** A thing that is told by its form: which tokens it has, and what it may be. */
export interface Form {
  readonly start: number;
  readonly end: number;
  readonly meanings: readonly Composed<string>[];
}

export type FormReader = (chart: Chart, situation: Situation) => readonly Form[];

/** A match in characters, with its value. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly value: string;
  readonly isWeak?: true;
}

/** Stretches of characters as stretches of tokens; those in the order of the text need one walk. */
export function formsOf(stretches: readonly Stretch[], { tokens }: Chart): readonly Form[] {
  let at = 0;
  return stretches
    .toSorted((left, right) => left.from - right.from)
    .flatMap(({ from, to, value, isWeak }) => {
      while (at < tokens.length && (tokens[at]?.end ?? 0) <= from) at += 1;
      let end = at;
      while (end < tokens.length && (tokens[end]?.start ?? 0) < to) end += 1;
      return end > at ? [{ start: at, end, meanings: [{ value, ...(isWeak ? { isWeak } : {}) }] }] : [];
    });
}

/** Every match of a global pattern that makes a value. */
export function stretchesOf(
  text: string,
  pattern: RegExp,
  toValue: (match: RegExpExecArray) => Omit<Stretch, "from" | "to"> | string | null,
): readonly Stretch[] {
  return Array.from(text.matchAll(pattern)).flatMap((match) => {
    const made = toValue(match as RegExpExecArray);
    if (made === null) return [];
    const value = typeof made === "string" ? { value: made } : made;
    return [{ from: match.index, to: match.index + match[0].length, ...value }];
  });
}
