import { dateSpans, misspelledDates } from "../spans/date-spans.ts";
import { nameSpans } from "../spans/name-spans.ts";
import { moneySpans, numberSpans } from "../spans/number-spans.ts";
import { coverOf, overlaps, type Span } from "../spans/span.ts";
import { bareHourSpans, timeSpans } from "../spans/time-spans.ts";
import { stemsOf } from "../text/tokens.ts";
import { fillBooleans } from "./boolean.ts";
import { fillCategorical } from "./categorical.ts";
import { indifferentSlots } from "./dont-care.ts";
import { fillCounts } from "./fill-counts.ts";
import { fillFormed } from "./fill-formed.ts";
import { fillNames } from "./fill-names.ts";
import { fillTemporal } from "./fill-temporal.ts";
import type { FilledSlot, FillRequest } from "./filled-slot.ts";
import { residual } from "./residual.ts";
import { withoutTakenBack } from "./role-cues.ts";
import type { SlotKind } from "./slot-profile.ts";

/** Every value that the message holds for the given slots. */
export function fillSlots(request: FillRequest): readonly FilledSlot[] {
  const { text, profiles } = request;
  const wants = (kind: SlotKind): boolean => profiles.some((profile) => profile.kind === kind);
  const awaitsDate = profiles.some((profile) => profile.kind === "date" && request.awaited.has(profile.slot.name));
  const written = dateSpans(text);
  const dates = written.length === 0 && awaitsDate ? misspelledDates(text) : written;
  const isDate = coverOf(dates);
  const times = timeSpans(text).filter((span) => !isDate(span));
  const hours = times.length === 0 && wants("time") ? bareHourSpans(text).filter((span) => !isDate(span)) : [];
  const money = moneySpans(text);
  const formed = fillFormed(request);
  const temporal: readonly Span[] = [...dates, ...times, ...hours, ...money, ...formed];
  const indifferent = indifferentSlots(request);
  const numbers = numberSpans(text, temporal);
  const counts = fillCounts(request, numbers);
  const amounts = fillMoney(
    request,
    money.length > 0 ? money : numbers.filter((span) => !counts.some((count) => overlaps(count, span))),
  );
  const categorical = fillCategorical(request, dates);
  const names = nameSpans(text, Object.values(request.shown), [
    ...temporal,
    ...counts,
    ...categorical.filter((match) => match.score > 1.9),
  ]);
  const vocabulary = new Set(profiles.flatMap((profile) => [...profile.words]));
  const telling = names.filter(
    (name) => name.evidence !== "capital" || !stemsOf(name.text).every((word) => vocabulary.has(word)),
  );
  const named = fillNames(request, telling, [...temporal, ...categorical, ...counts]);
  const found: readonly FilledSlot[] = [
    ...formed,
    ...fillTemporal(
      request,
      "date",
      dates.filter((span) => span.value !== null),
    ),
    ...fillTemporal(request, "time", [...times, ...hours]),
    ...counts,
    ...amounts,
    ...categorical,
    ...fillBooleans(request),
    ...named,
  ];
  const open = indifferent.filter((slot) => !found.some((other) => other.slot === slot.slot));
  return [...found.filter((slot) => !drowned(slot, found)), ...open, ...lastResort(request, [...found, ...open])].sort(
    (left, right) => left.start - right.start,
  );
}

/** A boolean or category that only echoes a word of a name is no value: "Park" in "Buchanan Park". */
function drowned(slot: FilledSlot, all: readonly FilledSlot[]): boolean {
  return all.some(
    (other) =>
      other !== slot &&
      overlaps(slot, other) &&
      other.end - other.start > slot.end - slot.start &&
      other.score >= slot.score,
  );
}

function fillMoney(request: FillRequest, spans: readonly Span[]): readonly FilledSlot[] {
  const profiles = request.profiles.filter((profile) => profile.kind === "money");
  const amount = withoutTakenBack(
    request.text,
    spans.filter((span) => !/^one$/i.test(span.text) || request.awaited.size > 0),
  ).at(-1);
  const profile = profiles.find(({ slot }) => request.awaited.has(slot.name)) ?? profiles[0];
  if (profile === undefined || amount === undefined) return [];
  return [{ ...amount, slot: profile.slot.name, score: 1.5 }];
}

const takesWords = new Set<SlotKind>(["place", "person", "title", "topic", "text", "code"]);

/** An awaited text that nothing else explains: the answer itself, without its wrapping. */
function lastResort(request: FillRequest, found: readonly FilledSlot[]): readonly FilledSlot[] {
  const open = request.profiles.filter(
    (profile) =>
      request.awaited.has(profile.slot.name) &&
      takesWords.has(profile.kind) &&
      !found.some((slot) => slot.slot === profile.slot.name),
  );
  const [profile] = open;
  if (profile === undefined || /\?\s*$/.test(request.text)) return [];
  const nouns = new Set([
    ...profile.words,
    "food",
    "movie",
    "movies",
    "film",
    "films",
    "music",
    "song",
    "songs",
    "cuisine",
    "restaurant",
    "restaurants",
    "events",
    "event",
    "type",
    "place",
    "genre",
    "kind",
    // "The 18:30 one" of a list; but a title may end so.
    ...(profile.slot.type === "object" ? ["one"] : []),
  ]);
  const rest = residual(request.text, found, nouns);
  const isName = profile.kind === "place" || profile.kind === "person" || profile.kind === "code";
  // "Order me a pizza" talks to us; no city, person or code does.
  if (rest !== null && isName && (/\b(?:me|us|you|i|we)\b/i.test(rest.text) || rest.text.split(" ").length > 5))
    return [];
  return rest === null ? [] : [{ ...rest, slot: profile.slot.name, score: 0.8 }];
}
