import type { Json } from "../../../domain/json.ts";

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
  const kept: T[] = [];
  for (const span of byLength) if (!kept.some((other) => overlaps(span, other))) kept.push(span);
  return kept.sort((left, right) => left.start - right.start);
}

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
