import { localTime } from "../../../engine/expression/local-time.ts";
import type { NumberSpan } from "../spans/number-spans.ts";
import { numberOf } from "../spans/number-words.ts";
import { rangesOf, type Span } from "../spans/span.ts";
import { stem, tokensOf } from "../text/tokens.ts";
import type { FilledSlot, FillRequest } from "./filled-slot.ts";
import { withoutTakenBack } from "./role-cues.ts";
import type { SlotProfile } from "./slot-profile.ts";

/** Words that count the same thing. */
const groups: readonly (readonly string[])[] = [
  [
    "person",
    "passenger",
    "traveler",
    "traveller",
    "travel",
    "adult",
    "rider",
    "guest",
    "ticket",
    "seat",
    "friend",
    "us",
    "party",
    "group",
    "individual",
    "member",
    "pax",
    "head",
    "place",
    "spot",
  ],
  ["day", "night"],
  ["bed", "bedroom", "br"],
  ["bath", "bathroom", "ba"],
  ["bag", "luggag", "suitcas", "baggag"],
  ["stop", "layover", "stopover", "transfer"],
  ["star"],
  ["room"],
].map((group) => group.map(stem));

const vague = new Set(
  [
    "number",
    "size",
    "total",
    "reservation",
    "booking",
    "book",
    "reserv",
    "journey",
    "amount",
    "hotel",
    "apartment",
    "flight",
    "accommodation",
    "length",
    "stay",
    "tent",
    "in",
  ].map(stem),
);
const alone =
  /\b(?:just (?:for )?(?:me|myself)|only (?:for )?(?:me|myself)|by myself|on my own|i'?m alone|travell?ing alone|just the one|for me alone)\b/gi;
const pair =
  /\b(?:me and my (?:wife|husband|friend|girlfriend|boyfriend|partner|mom|mother|dad|father|brother|sister|son|daughter)|my (?:wife|husband|friend|girlfriend|boyfriend|partner) and (?:i|me|myself)|the two of us|both of us|a couple of|for a couple)\b/gi;

/** The nouns that a count slot counts. */
function unitsOf(profile: SlotProfile): ReadonlySet<string> {
  const own = [...profile.words].filter((word) => !vague.has(word));
  return new Set([...own, ...groups.filter((group) => group.some((word) => own.includes(word))).flat()]);
}

const isPersonal = (units: ReadonlySet<string>): boolean => groups[0]?.some((word) => units.has(word)) ?? false;

export function fillCounts(request: FillRequest, numbers: readonly NumberSpan[]): readonly FilledSlot[] {
  const profiles = request.profiles.filter((profile) => profile.kind === "count");
  if (profiles.length === 0) return [];
  const spans = withoutTakenBack(request.text, numbers);
  const candidates = profiles.flatMap((profile) => candidatesFor(request, profile, spans));
  const filled: FilledSlot[] = [];
  for (const candidate of candidates.sort((left, right) => right.score - left.score)) {
    if (candidate.score < 1) continue;
    if (filled.some((other) => other.slot === candidate.slot || other.start === candidate.start)) continue;
    filled.push(candidate);
  }
  return filled;
}

function candidatesFor(
  request: FillRequest,
  profile: SlotProfile,
  spans: readonly NumberSpan[],
): readonly FilledSlot[] {
  const units = unitsOf(profile);
  const awaited = request.awaited.has(profile.slot.name);
  const candidates: FilledSlot[] = spans.map((span) => ({
    ...span,
    slot: profile.slot.name,
    score:
      unitScore(request.text, span, units) +
      (awaited ? 1 : 0) +
      (request.known[profile.slot.name] === undefined ? 0.05 : 0),
  }));
  if (isPersonal(units)) candidates.push(...personal(request.text, profile.slot.name));
  if (profile.nameWords.has("year")) candidates.push(...years(request, profile.slot.name));
  return candidates.flatMap((candidate) => allowed(profile, candidate));
}

/** Right after the number counts most: "two rooms", "3 bed room", "party of 4", "table for two". */
function unitScore(text: string, span: Span, units: ReadonlySet<string>): number {
  const after = tokensOf(text.slice(span.end, span.end + 30).split(/[.,;?!]/)[0] ?? "")
    .slice(0, 3)
    .map((token) => stem(token.lower));
  const [first = "", second = "", third = ""] = after;
  if (units.has(first) || units.has(`${first}${second}`)) return 2.2;
  if (units.has(second) && !/^(?:for|in|to|and|at|on|with|day|night|of)$/.test(first)) return 1.8;
  // "Two of us", but not "two of the rooms".
  if (second === stem("us") && first === "of" && isPersonal(units)) return 1.8;
  if (units.has(third) && /^(?:of|more|other)$/.test(first)) return 1.5;
  const before =
    text
      .slice(Math.max(0, span.start - 40), span.start)
      .split(/[.;?!]/)
      .at(-1) ?? "";
  const words = tokensOf(before)
    .map((token) => stem(token.lower))
    .slice(-4);
  if (words.some((word) => units.has(word) && word.length > 2)) return 1.4;
  if (
    isPersonal(units) &&
    /\b(?:for|party of|group of|table of|just|only|there(?:'s| are| will be| is))\s*$/i.test(before)
  )
    return 1.2;
  return 0;
}

function personal(text: string, slot: string): readonly FilledSlot[] {
  const found = (pattern: RegExp, value: number): readonly FilledSlot[] =>
    rangesOf(text, pattern).map(({ start, end }) => ({
      start,
      end,
      text: text.slice(start, end),
      value,
      slot,
      score: 1.3,
    }));
  return [...found(alone, 1), ...found(pair, 2)];
}

function years(request: FillRequest, slot: string): readonly FilledSlot[] {
  const { year } = localTime(request.now, request.timezone);
  const found: FilledSlot[] = [];
  const push = (start: number, end: number, value: number): void => {
    found.push({ start, end, text: request.text.slice(start, end), value, slot, score: 2.5 });
  };
  for (const { start, end, match } of rangesOf(
    request.text,
    /\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten) years? (?:back|ago|before)\b/gi,
  )) {
    push(start, end, year - (numberOf(match[1] ?? "") ?? 0));
  }
  for (const { start, end, match } of rangesOf(request.text, /(?<!\w)['’](\d\d)\b/g))
    push(start, end, 2000 + Number(match[1]));
  for (const { start, end } of rangesOf(request.text, /\blast year\b/gi)) push(start, end, year - 1);
  for (const { start, end } of rangesOf(request.text, /\bthis year\b/gi)) push(start, end, year);
  for (const { start, end, match } of rangesOf(request.text, /\b(?:19|20)\d\d\b/g)) push(start, end, Number(match[0]));
  return found;
}

function allowed(profile: SlotProfile, candidate: FilledSlot): readonly FilledSlot[] {
  if (profile.slot.values.length === 0) return [candidate];
  const value = profile.slot.values.find(({ value }) => Number(value) === candidate.value);
  return value === undefined ? [] : [{ ...candidate, value: value.value }];
}
