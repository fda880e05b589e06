import type { Json } from "../../../engine/json.ts";

/** A piece of the message that may be a value: where it stands, the user's words, and what they mean. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** The user's own words. */
  readonly text: string;
  readonly value: Json;
}

export const overlaps = (left: Pick<Span, "start" | "end">, right: Pick<Span, "start" | "end">): boolean =>
  left.start < right.end && right.start < left.end;

/** The longest spans that do not overlap, in the order of the text. */
export function longestSpans<T extends Span>(spans: readonly T[]): readonly T[] {
  const byLength = [...spans].sort((left, right) => right.end - right.start - (left.end - left.start));
  const owners = new Int32Array(endOf(spans) + 1);
  const kept: T[] = [];
  for (const span of byLength) {
    // Those kept are at least as long: one that overlaps holds the first or the last character of this one.
    const isTaken =
      span.start === span.end
        ? owners[span.start] !== 0 && owners[span.start] === owners[span.start - 1]
        : owners[span.start] !== 0 || owners[span.end - 1] !== 0;
    if (isTaken) continue;
    kept.push(span);
    owners.fill(kept.length, span.start, span.end);
  }
  return kept.sort((left, right) => left.start - right.start);
}

type Range = Pick<Span, "start" | "end">;

const endOf = (ranges: readonly Range[]): number => ranges.reduce((most, { end }) => Math.max(most, end), 0);

/** Whether a range overlaps any of these: prepared once, then answered in constant time. */
export function coverOf(ranges: readonly Range[]): (range: Range) => boolean {
  const last = endOf(ranges);
  const steps = new Int32Array(last + 2);
  for (const { start, end } of ranges) {
    if (end <= start) continue;
    steps[start] = (steps[start] ?? 0) + 1;
    steps[end] = (steps[end] ?? 0) - 1;
  }
  /** How many characters before each place are covered. */
  const covered = new Int32Array(last + 2);
  let depth = 0;
  for (let at = 0; at <= last; at++) {
    depth += steps[at] ?? 0;
    covered[at + 1] = (covered[at] ?? 0) + (depth > 0 ? 1 : 0);
  }
  const before = (at: number): number => covered[Math.min(at, last + 1)] ?? 0;
  return ({ start, end }) => before(end) > before(start);
}

/** The characters right before a place: what a cue is looked for in. */
export const textBefore = (text: string, at: number, length: number): string =>
  text.slice(Math.max(0, at - length), at);

/** Every match of a global expression as a half-open range of the text. */
export function rangesOf(
  text: string,
  pattern: RegExp,
): readonly { start: number; end: number; match: RegExpExecArray }[] {
  const ranges = [];
  for (const match of text.matchAll(pattern)) {
    ranges.push({ start: match.index, end: match.index + match[0].length, match });
  }
  return ranges;
}
