import { isRecord } from "../config/source.ts";
import { equalData } from "./equal-data.ts";

export const show = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

/** What is expected but not there. Maps are compared by the keys that are expected; everything else as a whole. */
export function difference(expected: unknown, got: unknown, name = ""): readonly string[] {
  if (isRecord(expected) && isRecord(got)) {
    return Object.entries(expected).flatMap(([key, inner]) =>
      difference(inner, Object.hasOwn(got, key) ? got[key] : null, name === "" ? key : `${name}.${key}`),
    );
  }
  return equalData(expected, got)
    ? []
    : [`${name === "" ? "" : `${name}: `}expected ${show(expected)}, got ${show(got)}`];
}

/** Two lists line by line: `-` is missing, `+` is too much. */
export function listDifference<Wanted>(
  expected: readonly Wanted[],
  got: readonly string[],
  compare: { readonly matches: (wanted: Wanted, index: number) => boolean; readonly show: (wanted: Wanted) => string },
): readonly string[] {
  const length = Math.max(expected.length, got.length);
  const lines: string[] = [];
  let differs = false;
  for (let index = 0; index < length; index += 1) {
    const wanted = expected[index];
    const here = got[index];
    if (wanted !== undefined && here !== undefined && compare.matches(wanted, index)) {
      lines.push(`  ${here}`);
      continue;
    }
    differs = true;
    if (wanted !== undefined) lines.push(`- ${compare.show(wanted)}`);
    if (here !== undefined) lines.push(`+ ${here}`);
  }
  return differs ? lines : [];
}
