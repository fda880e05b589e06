import type { Span } from "../spans/span.ts";
import type { FilledSlot, FillRequest } from "./filled-slot.ts";
import { roleBefore, withoutTakenBack } from "./role-cues.ts";
import type { SlotProfile } from "./slot-profile.ts";

/** Gives dates (or times) to the slots of that kind, by the words before them, what is awaited, and order. */
export function fillTemporal(
  request: FillRequest,
  kind: "date" | "time",
  found: readonly Span[],
): readonly FilledSlot[] {
  const spans = withoutTakenBack(request.text, found);
  const weeks = inSameWeeks(found, spans);
  const open = request.profiles.filter((profile) => profile.kind === kind);
  const filled: FilledSlot[] = [];
  for (const [index, span] of weeks.entries()) {
    const free = open.filter((profile) => !filled.some((other) => other.slot === profile.slot.name));
    const scored = free
      .map((profile) => ({ profile, score: scoreOf(request, profile, { span, index, count: spans.length }) }))
      .sort((left, right) => right.score - left.score);
    const best = scored[0];
    if (best === undefined) break;
    filled.push({ ...span, slot: best.profile.slot.name, score: best.score });
  }
  return filled;
}

const weekday = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i;

/** "Next Friday, no, Saturday" is still about next week. */
function inSameWeeks(found: readonly Span[], kept: readonly Span[]): readonly Span[] {
  const before = new Map(found.map(({ start }, index) => [start, found[index - 1]]));
  const keptStarts = new Set(kept.map(({ start }) => start));
  return kept.map((span) => {
    const last = before.get(span.start);
    if (last === undefined || keptStarts.has(last.start) || !weekday.test(span.text)) return span;
    const week = /^(?:next|the following) /i.exec(last.text)?.[0] ?? "";
    return { ...span, text: `${week}${span.text}` };
  });
}

interface Candidate {
  readonly span: Span;
  readonly index: number;
  readonly count: number;
}

function scoreOf(request: FillRequest, profile: SlotProfile, { span, index, count }: Candidate): number {
  const { role, distance } = roleBefore(request.text, span, "time");
  const before = request.text.slice(Math.max(0, span.start - 40), span.start).toLowerCase();
  let score = 1;
  if (request.awaited.has(profile.slot.name)) score += 1.5;
  if (profile.role !== "none" && role === profile.role) score += distance < 30 ? 2 : 1;
  if (profile.role !== "none" && role !== "none" && role !== profile.role) score -= 1.5;
  if (request.known[profile.slot.name] === undefined) score += 0.4;
  for (const word of profile.nameWords) if (word.length > 3 && before.includes(word)) score += 0.6;
  // Without a cue the first date begins and the second ends.
  if (role === "none" && count > 1) score += (index === 0) === (profile.role === "start") ? 0.5 : 0;
  if (profile.role === "end" && role !== "end" && !request.awaited.has(profile.slot.name) && count === 1) score -= 0.5;
  if (profile.slot.required) score += 0.3;
  return score;
}
