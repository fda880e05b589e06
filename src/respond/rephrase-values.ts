export interface Occurrence {
  readonly value: string;
  readonly start: number;
}

/** Where the values stand in a text, from left to right; of two that overlap, the longer one counts. */
export function occurrencesOf(values: readonly string[], text: string): readonly Occurrence[] {
  const longestFirst = [...new Set(values)].filter((value) => value !== "").sort((a, b) => b.length - a.length);
  const found: Occurrence[] = [];
  for (const value of longestFirst) {
    for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + value.length)) {
      const isTaken = found.some(
        (other) => start < other.start + other.value.length && other.start < start + value.length,
      );
      if (!isTaken && standsAlone(text, start, value)) found.push({ value, start });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** `12` is not in `120`, nor in `12.5`: the value must not go on at either side. */
function standsAlone(text: string, start: number, value: string): boolean {
  const before = text.slice(0, start);
  const after = text.slice(start + value.length);
  const opens = !/^[\p{L}\p{N}]/u.test(value) || !/(?:[\p{L}\p{N}]|\p{N}[.,:/'’-]|[-+−±~≈])$/u.test(before);
  const closes = !/[\p{L}\p{N}]$/u.test(value) || !/^(?:[\p{L}\p{N}]|[.,:/'’-]\p{N})/u.test(after);
  return opens && closes;
}
