import type { Act, ActType } from "./acts/act.ts";
import { peel } from "./acts/peel.ts";
import { type Clause, clausesOf } from "./text/clauses.ts";

/** A message taken apart: what it does, and the clauses that say something of their own. */
export interface Reading {
  readonly acts: readonly Act[];
  readonly clauses: readonly Clause[];
  readonly has: (type: ActType) => boolean;
}

export function readMessage(message: string): Reading {
  const pieces = peel(message);
  const acts = pieces.flatMap((piece) => piece.acts);
  const clauses = pieces.filter((piece) => piece.text !== "").flatMap((piece) => clausesOf(piece));
  return { acts, clauses, has: (type) => acts.some((act) => act.type === type) };
}

/** Blanked-out text around a clause that is kept: its punctuation may be a cue. */
const surroundings = 100;

/**
 * One clause with its nearest surroundings blanked out. What is read clause by clause must not read the whole message
 * each time; places are not those of the message.
 */
export function maskedClause(message: string, { start, end }: Pick<Clause, "start" | "end">): string {
  const blanked = (text: string): string => text.replaceAll(/[^\s.?!,;]/g, " ");
  return (
    blanked(message.slice(Math.max(0, start - surroundings), start)) +
    message.slice(start, end) +
    blanked(message.slice(end, end + surroundings))
  );
}

/** The message with everything blanked out but the given clauses; places stay. */
export function maskedTo(message: string, clauses: readonly Clause[]): string {
  let masked = "";
  let at = 0;
  for (const clause of clauses) {
    const between = message.slice(at, clause.start);
    // Connectors and commas between clauses are cues for what belongs together.
    const kept =
      between.length < 12 && !/[.?!;]/.test(between) && at > 0 ? between : between.replaceAll(/[^\s.?!,;]/g, " ");
    masked += kept + message.slice(clause.start, clause.end);
    at = clause.end;
  }
  return masked + message.slice(at).replaceAll(/[^\s.?!,;]/g, " ");
}
