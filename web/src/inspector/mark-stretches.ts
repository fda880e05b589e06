import type { Evidence } from "../../../src/engine/state/evidence.ts";

/** A part of the message; `reading` null: nothing was made of it. */
export interface Stretch {
  readonly text: string;
  readonly reading: string | null;
}

/** The message in parts, by what they were read as. Of stretches that overlap the first one, or the longer one, is marked. */
export function markStretches(message: string, evidence: readonly Evidence[]): readonly Stretch[] {
  const parts: Stretch[] = [];
  let from = 0;
  for (const { start, end, reading } of evidence.toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  )) {
    if (start < from || end > message.length) continue;
    if (start > from) parts.push({ text: message.slice(from, start), reading: null });
    parts.push({ text: message.slice(start, end), reading });
    from = end;
  }
  if (from < message.length) parts.push({ text: message.slice(from), reading: null });
  return parts;
}
