import { commonWords } from "../lexicon/common-words.ts";
import { expressionOf, fieldsOf } from "../lexicon/topics.ts";
import type { NameSpan } from "../spans/name-spans.ts";
import { coverOf, overlaps, rangesOf, type Span } from "../spans/span.ts";
import type { FilledSlot, FillRequest } from "./filled-slot.ts";
import { cuesOf } from "./name-cues.ts";
import { roleBefore, withoutTakenBack } from "./role-cues.ts";
import type { SlotProfile } from "./slot-profile.ts";

const nameKinds = new Set(["place", "person", "title", "topic", "text", "code"]);

/** Gives names, places, titles, kinds and codes to the slots that take such words; the best pair first. */
export function fillNames(
  request: FillRequest,
  names: readonly NameSpan[],
  taken: readonly Span[],
): readonly FilledSlot[] {
  const profiles = request.profiles.filter((profile) => nameKinds.has(profile.kind));
  const spans = withoutTakenBack(request.text, names);
  const candidates = profiles.flatMap((profile) => [
    ...scored(request, profile, spans),
    ...(profile.kind === "topic" || profile.kind === "text" ? topics(request, profile) : []),
    ...(profile.kind === "code" ? codes(request, profile) : []),
    ...examples(request, profile),
    ...(profile.kind === "title" ? namedWords(request, profile, taken) : []),
    ...(profile.kind === "person" || profile.kind === "title" || profile.kind === "place"
      ? cuedWords(request, profile, taken)
      : []),
  ]);
  const filled: FilledSlot[] = [];
  for (const candidate of candidates.sort((left, right) => right.score - left.score)) {
    if (candidate.score < 2) break;
    if (filled.some((other) => other.slot === candidate.slot || overlaps(other, candidate))) continue;
    filled.push(candidate);
  }
  return filled;
}

function scored(request: FillRequest, profile: SlotProfile, spans: readonly NameSpan[]): readonly FilledSlot[] {
  // Depends on the slot and the message alone: looked for once, not once a span.
  const { name } = profile.slot;
  const base =
    (request.awaited.has(name) ? 1.5 : 0) +
    (request.known[name] === undefined ? 0.1 : correctionScore(request, profile));
  return spans.map((span) => ({
    ...span,
    slot: name,
    score: scoreOf(request, profile, { span, base }),
  }));
}

function scoreOf(
  request: FillRequest,
  profile: SlotProfile,
  { span, base }: { readonly span: NameSpan; readonly base: number },
): number {
  const before = request.text.slice(Math.max(0, span.start - 45), span.start);
  const cues = cuesOf(profile);
  let score = base;
  if (span.evidence === "shown")
    score += request.shown[profile.slot.name]?.toLowerCase() === span.text.toLowerCase() ? 3 : 0;
  else if (
    request.shown[profile.slot.name] !== undefined &&
    span.text.length > 3 &&
    request.said.toLowerCase().includes(span.text.toLowerCase())
  )
    score += 1.6;
  if (cues.strong.test(before)) score += 1.6;
  else if (cues.weak.test(before)) score += profile.kind === "title" ? 0.8 : 1.1;
  score += suffixScore(profile, span.text);
  if (
    profile.kind === "title" &&
    /^ (?:is|sounds|seems|looks|would be)\b/i.test(request.text.slice(span.end, span.end + 12))
  )
    score += 0.8;
  const after = request.text.slice(span.end, span.end + 20).toLowerCase();
  for (const word of profile.nameWords) if (word.length > 3 && after.startsWith(` ${word}`)) score += 1;
  switch (profile.kind) {
    case "place":
      return score + placeScore(request, profile, span);
    case "person":
      return (
        score +
        (span.evidence === "city" ? -1 : span.evidence === "capital" ? 0.9 : span.evidence === "quoted" ? 0.5 : 0) +
        (/^Dr\b/.test(span.text) ? 1 : 0)
      );
    case "title":
      return (
        score +
        (span.evidence === "city" ? -0.8 : span.evidence === "quoted" ? 1.5 : span.evidence === "capital" ? 0.7 : 0)
      );
    default:
      return (
        score +
        (span.evidence === "city" ? -1 : 0) +
        (request.awaited.has(profile.slot.name) && span.evidence !== "address" ? 0.6 : -2)
      );
  }
}

const correcting =
  /\b(?:i mean|i meant|make (?:it|that)|change (?:it|that)|actually|instead|rather|not|correction|sorry)\b/i;

/** A correction goes to a slot that has a value, first of all to the one whose value is refused. */
function correctionScore(request: FillRequest, profile: SlotProfile): number {
  if (!correcting.test(request.text)) return 0;
  const known = String(request.known[profile.slot.name]).toLowerCase();
  const refused = new RegExp(
    `\\b(?:not|instead of|rather than)\\b.{0,8}${known.replaceAll(/[^\p{L}\p{N} ]/gu, ".")}`,
    "iu",
  ).test(request.text);
  return refused ? 2.5 : profile.role === "start" ? 0.9 : 1.1;
}

/** "Vine Cinema" is a theatre, "Argonaut Hotel" a hotel. */
const suffixes: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:cinemas?|theat(?:er|re)s?|cineplex|imax|amc|film center)\b/i, /\b(?:theat(?:er|re)|cinema)/],
  [/\b(?:hotel|inn|suites?|resort|hostel|lodge)\b/i, /\b(?:hotel|accommodation|place to stay)/],
  [/\b(?:restaurant|cafe|café|grill|bistro|kitchen|diner|pizzeria|steakhouse|bbq)\b/i, /\brestaurant/],
  [/\b(?:apartments?|condos?|lofts?|towers?)\b/i, /\b(?:apartment|property)/],
  [/\b(?:md|dr|dds|clinic|dental|dentistry|medical|physician)\b/i, /\b(?:doctor|dentist|therapist|practice|provider)/],
  [/\b(?:salon|barber\w*|hair|spa)\b/i, /\b(?:stylist|salon)/],
  [/\bvs\.?\b/i, /\b(?:event|match|game)/],
  [/\b(?:airport|station|terminal)\b/i, /\b(?:airport|station|pickup location|pick-?up)/],
];

function suffixScore(profile: SlotProfile, text: string): number {
  const words = `${profile.slot.name.replaceAll("_", " ")} ${profile.slot.description}`.toLowerCase();
  const fitting = suffixes.filter(([suffix]) => suffix.test(text));
  if (fitting.length === 0) return 0;
  if (profile.kind === "place" && /\bcity\b/.test(words)) return -1;
  return fitting.some(([, wanted]) => wanted.test(words)) && profile.kind !== "topic" ? 1.2 : 0;
}

function placeScore(request: FillRequest, profile: SlotProfile, span: NameSpan): number {
  let score = 0;
  if (span.evidence === "city") score += profile.wide ? 1.6 : 2;
  if (span.evidence === "address") score += profile.wide ? 2.2 : 0;
  if (span.evidence === "capital") score += 0.8;
  const { role, distance } = roleBefore(request.text, span, "place");
  const after = request.text.slice(span.end, span.end + 4);
  const leads = /^ to\b/i.test(after) && role === "none";
  const found = leads ? "start" : role;
  if (profile.role !== "none" && found !== "none") {
    const rivals = request.profiles.some(
      (other) => other.kind === "place" && other.role !== "none" && other.role !== profile.role,
    );
    if (found === profile.role) score += distance < 25 || leads ? 1.5 : 0.7;
    else if (rivals) score -= 2.2;
  }
  return score;
}

/** Kinds of food, films, music and sport by lexicon; "<word> movie" by position. */
function topics(request: FillRequest, profile: SlotProfile): readonly FilledSlot[] {
  const words = `${profile.slot.name} ${profile.slot.description}`.toLowerCase().replaceAll("_", " ");
  const awaited = request.awaited.has(profile.slot.name);
  const fields = fieldsOf(words);
  return fields.flatMap((field) =>
    rangesOf(request.text, expressionOf(field)).flatMap(({ start, end }) => {
      const after = request.text.slice(end, end + 14).toLowerCase();
      const nounAfter =
        /^ (?:movies?|films?|songs?|music|food|cuisine|restaurants?|place|events?|games?|concerts?|match|track|genre|tunes?|dishes|something|joint|flick|ones?)\b/.test(
          after,
        );
      return [
        {
          start,
          end,
          text: request.text.slice(start, end),
          value: request.text.slice(start, end),
          slot: profile.slot.name,
          score: 2.1 + (awaited ? 1 : 0) + (nounAfter ? 0.6 : 0),
        },
      ];
    }),
  );
}

function codes(request: FillRequest, profile: SlotProfile): readonly FilledSlot[] {
  const awaited = request.awaited.has(profile.slot.name);
  const wanted = /\b(?:digits|last four|last 4|card|pin)\b/i.test(`${profile.slot.description} ${profile.slot.name}`);
  const pattern = wanted
    ? /\b\d{3,}\b/g
    : /\b[A-Za-z]{1,5}-?\d[\w-]*\b|\b(?=[A-Z0-9-]{0,60}\d)(?=[A-Z0-9-]{0,60}[A-Z])[A-Z0-9-]{4,}\b|\b\d{4,}\b/g;
  const ordinal = /^\d+(?:st|nd|rd|th|am|pm)$/i;
  return rangesOf(request.text, pattern)
    .filter(({ match }) => !ordinal.test(match[0]))
    .map(({ start, end, match }) => ({
      start,
      end,
      text: match[0],
      value: match[0],
      slot: profile.slot.name,
      score: awaited ? 4 : 3,
    }));
}

/** Values that the author gave as examples are known words. */
function examples(request: FillRequest, profile: SlotProfile): readonly FilledSlot[] {
  return profile.slot.examples.flatMap((example) => {
    const escaped = example.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return rangesOf(request.text, new RegExp(`(?<!\\w)${escaped}(?!\\w)`, "gi")).map(({ start, end, match }) => ({
      start,
      end,
      text: match[0],
      value: match[0],
      slot: profile.slot.name,
      score: 2.4 + (request.awaited.has(profile.slot.name) ? 1 : 0),
    }));
  });
}

const naming =
  /\b(?:called|named|titled|labell?ed|(?:call|name|rename|title) (?:it|the \w+)(?: to| as)?|in the name(?: of)?|with the name(?: of)?|name (?:is|to be|as)|title is) ["“]?/gi;

/** Characters after a naming word among which a name is looked for. */
const longestName = 200;

/** What follows a naming word is the name, in capitals or not: "an alarm called Leave for home". */
function namedWords(request: FillRequest, profile: SlotProfile, taken: readonly Span[]): readonly FilledSlot[] {
  const starts = new Set(taken.map((span) => span.start));
  return rangesOf(request.text, naming).flatMap(({ end: start }) => {
    let until = start;
    while (until < Math.min(request.text.length, start + longestName) && !starts.has(until)) until++;
    const rest = request.text.slice(start, until);
    const words =
      /^(?:(?!(?:and|at|on|with|by|please|as|in|so|it|which|that)\b)[\p{L}\p{M}\p{N}'&-]+ ?){1,5}/u.exec(rest)?.[0] ??
      "";
    const text = words.replace(/(?<!\s)(?:\s+(?:for|to|from|the|of))*\s*$/i, "");
    if (text === "" || commonWords.has(text.toLowerCase())) return [];
    return [{ start, end: start + text.length, text, value: text, slot: profile.slot.name, score: 2.9 }];
  });
}

const stopsName = new Set(
  "in at on for with and please to from that which who is are was by or if as it the near next this today tomorrow thanks but so i me we my when of while because a an some".split(
    " ",
  ),
);

/** Names without capitals: what follows a strong cue ("directed by eric khoo"), up to a word that no name holds. */
function cuedWords(request: FillRequest, profile: SlotProfile, taken: readonly Span[]): readonly FilledSlot[] {
  const { explicit, weak } = cuesOf(profile);
  const awaited = request.awaited.has(profile.slot.name);
  const isTaken = coverOf(taken);
  return rangesOf(request.text, /(?<=\s)\p{Ll}[\p{L}\p{M}'-]*/gu).flatMap(({ start }) => {
    const before = request.text.slice(Math.max(0, start - 45), start);
    const isStrong = explicit.test(before) && profile.kind !== "place";
    const lonePlace = profile.kind === "place" && profile.slot.required && /\bin $/i.test(before);
    if (!isStrong && !lonePlace && !(awaited && weak.test(before))) return [];
    const end = endOfWords(request.text, start, isTaken);
    if (end <= start) return [];
    const text = request.text.slice(start, end);
    return [{ start, end, text, value: text, slot: profile.slot.name, score: 2 + (awaited ? 0.5 : 0) }];
  });
}

function endOfWords(text: string, start: number, isTaken: (range: { start: number; end: number }) => boolean): number {
  let end = start;
  let words = 0;
  // Word by word: all words of the rest would be looked up again for every start.
  for (const match of text.slice(start).matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'&-]*/gu)) {
    const place = { start: start + match.index, end: start + match.index + match[0].length };
    const gap = text.slice(end, place.start);
    if (words > 0 && !/^ $/.test(gap)) break;
    const word = match[0].toLowerCase();
    if (
      stopsName.has(word) ||
      (words === 0 && (commonWords.has(word) || /ing$/.test(word))) ||
      isTaken(place) ||
      words >= 4
    )
      break;
    end = place.end;
    words++;
  }
  return end;
}
