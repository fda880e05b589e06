import { dayNumber } from "../engine/expression/calendar-day.ts";
import { localTime } from "../engine/expression/local-time.ts";
import { chartOf } from "./chart-of.ts";
import { formReaders } from "./forms/forms.ts";
import type { Chart } from "./grammar/chart.ts";
import type { Captures } from "./grammar/pattern.ts";
import { languageOf } from "./languages.ts";
import { composeMoney, composeNumber, composeQuantity } from "./readers/amounts.ts";
import { type Compose, type Composed, capturesIn, type Meanings, type Situation } from "./readers/composed.ts";
import { composeDateRange } from "./readers/date-ranges.ts";
import { composeDate } from "./readers/dates.ts";
import { composeDuration } from "./readers/durations.ts";
import { isContrast, isReplaced, type Marks, marksOf, type Segment } from "./readers/marks.ts";
import { composeCount } from "./readers/people.ts";
import { composeOrdinal } from "./readers/places.ts";
import { composeTime, composeTimeRange } from "./readers/times.ts";
import { type Hedge, type Kind, type Reading, type ReadingContext, temporalKinds, type Values } from "./reading.ts";

/** The kinds that are read by a language's rules, and what makes values of their phrases. */
const composers = {
  number: ["number_phrase", composeNumber],
  count: ["count", composeCount],
  ordinal: ["ordinal_phrase", composeOrdinal],
  quantity: ["quantity", composeQuantity],
  money: ["money", composeMoney],
  date: ["date", composeDate],
  time: ["time", composeTime],
  date_range: ["date_range", composeDateRange],
  time_range: ["time_range", composeTimeRange],
  duration: ["duration_phrase", composeDuration],
  yes_no: ["answer", (captures) => [{ value: captures["value"] as Values["yes_no"] }]],
} as const satisfies { readonly [Name in Kind]?: readonly [string, Compose<Values[Name]>] };

/** Longer texts are cut: nobody names a value behind that. */
const longestText = 10_000;

/** Everything that a text may say of a kind, the likeliest first. */
export function read<Name extends Kind>(kind: Name, text: string, context: ReadingContext): readonly Reading<Name>[] {
  const situation = situationOf(context);
  const { language } = situation;
  const chart = chartOf(text.slice(0, longestText), language);
  const own = kind in composers ? phrases(kind, chart, situation) : forms(kind, chart, situation);
  // "February 31" names no day, and no month either.
  const found = kind === "date_range" ? [...own, ...phrases("date", chart, situation).filter(isRefused)] : own;
  const segments = withBorrowed(chooseSegments(found), chart);
  const chosen = kind === "yes_no" ? withoutFillers(segments, chart) : withYielding(segments, chart);
  const marks = marksOf(chosen, chart, temporalKinds.has(kind)).map((each) => marksFor(kind, each));
  return chosen
    .flatMap((segment, index) => readingsOf<Name>(kind, segment, chart).map((each) => ({ ...each, ...marks[index] })))
    .toSorted((left, right) => standing(left) - standing(right) || left.start - right.start);
}

const sizeless: ReadonlySet<Kind> = new Set(["ordinal", "yes_no"]);

/** Names, codes and places can't be about or at least something, and a yes can't be excluded. */
function marksFor(kind: Kind, { hedge, isExcluded, ...others }: Marks): Marks {
  const isSized = kind in composers && !sizeless.has(kind);
  return {
    ...others,
    ...(hedge !== undefined && isSized ? { hedge } : {}),
    ...(isExcluded && kind !== "yes_no" ? { isExcluded } : {}),
  };
}

/** What is meant comes before what is excluded or taken back, what is sure before what is weak. */
const standing = ({ isTakenBack, isExcluded, isWeak, rank }: Reading): number =>
  (isTakenBack ? 1000 : 0) + (isWeak ? 300 : 0) + (isExcluded ? 100 : 0) + Math.min(rank, 29);

function situationOf(context: ReadingContext): Situation {
  const local = localTime(context.now, context.timezone);
  const language = languageOf(context.language);
  const region = context.region ?? regionOf(context) ?? language.region;
  return { language, context, region, today: dayNumber(local) ?? 0, minute: local.hour * 60 + local.minute };
}

/** From a tag such as `es-MX`; English in America is taken for that of the United States. */
function regionOf({ language, timezone }: ReadingContext): string | null {
  const tagged = /^[a-z]{2,3}-(?:[A-Za-z]{4}-)?([A-Z]{2})\b/.exec(language)?.[1];
  return tagged ?? (language.startsWith("en") && /^America\//.test(timezone) ? "US" : null);
}

/** Tokens that mean something together. */
interface Phrase {
  readonly start: number;
  readonly end: number;
  readonly meanings: readonly Composed<unknown>[];
  readonly isWeak: boolean;
}

function phrases(kind: Kind, chart: Chart, situation: Situation): readonly Phrase[] {
  const [rule, compose] = composers[kind as keyof typeof composers] as readonly [string, Compose<unknown>];
  const found: Phrase[] = [];
  for (let start = 0; start < chart.tokens.length; start += 1) {
    for (const { end, value } of chart.matches(rule, start)) {
      const captures = rule === "answer" ? { value } : (value as Captures);
      if (isInside(kind, { start, end }, chart)) continue;
      if (kind === "yes_no" && value === "yes" && isUnfinished({ start, end }, chart)) continue;
      const meanings = withHedge(compose(captures, tensed(captures, situation)), captures);
      if (meanings === "refused" && captures["weak"] === 1) continue;
      if (meanings === "refused") found.push({ start, end, meanings: [], isWeak: false });
      else if (meanings.length > 0) found.push({ start, end, meanings, isWeak: meanings[0]?.isWeak === true });
    }
  }
  return found;
}

const isRefused = ({ meanings }: Phrase): boolean => meanings.length === 0;

/** `past=1` in a pattern: "since monday" is about the last one. */
const tensed = (captures: Captures, situation: Situation): Situation =>
  captures["past"] === 1 ? { ...situation, context: { ...situation.context, expects: "past" } } : situation;

/** Said by a phrase, or by the first part of the length of time that it is built of: "une vingtaine de minutes". */
function hedgeIn(captures: Captures): Hedge | undefined {
  const part = capturesIn(captures, "inner") ?? capturesIn(captures, "span") ?? capturesIn(captures, "first");
  return (captures["hedge"] as Hedge | undefined) ?? (part === null ? undefined : hedgeIn(part));
}

/** `hedge=at_least` in a pattern. */
function withHedge(meanings: Meanings<unknown>, captures: Captures): Meanings<unknown> {
  const hedge = hedgeIn(captures);
  return meanings === "refused" || hedge === undefined ? meanings : meanings.map((each) => ({ ...each, hedge }));
}

/** Part of a code, a date or a time is no number: the 7 of `BK-7`, the 30 of `16:30`. */
function isInside(kind: Kind, { start, end }: Segment, chart: Chart): boolean {
  const { tokens } = chart;
  const [before, first, after] = [tokens[start - 1], tokens[start], tokens[end]];
  const last = tokens[end - 1];
  const isGlued = (token: typeof first): boolean => token?.isGlued === true && token.kind !== "sign";
  if (isGlued(first) && before !== undefined && before.kind !== "sign") return true;
  if (isGlued(after) && last?.kind !== "sign" && chart.matches("hedgeAfter", end).length === 0) return true;
  if (temporalKinds.has(kind) || kind === "yes_no") return false;
  // The first word of "un peu plus de" counts nothing.
  if (chart.matches("hedgeBefore", start).some((hedge) => hedge.end > end)) return true;
  const isCode = first?.isGlued && before?.isGlued && first.kind === "digits" && /^[-./:,_@#]$/.test(before.text);
  const isCut =
    last?.kind === "digits" && after?.isGlued && tokens[end + 1]?.isGlued && isJoin(after.text, tokens[end + 1]?.kind);
  return isCode === true || isCut === true;
}

/** "I want to order a cake": what is a yes by itself begins a sentence of another meaning here. */
function isUnfinished({ end }: Segment, chart: Chart): boolean {
  if (chart.matches("unfinished", end - 1).length === 0) return false;
  for (let at = end; at < chart.tokens.length; ) {
    if (chart.tokens[at]?.kind === "sign" || chart.matches("answer", at).length > 0) return false;
    const [filler] = chart.matches("filler", at);
    if (filler === undefined) return true;
    at = filler.end;
  }
  return false;
}

const isJoin = (sign: string, next: string | undefined): boolean =>
  /^[:@_]$/.test(sign) || (/^[.,/-]$/.test(sign) && next === "digits");

function forms(kind: Kind, chart: Chart, situation: Situation): readonly Phrase[] {
  const reader = formReaders[kind as keyof typeof formReaders];
  return reader(chart, situation).map((found) => ({ ...found, isWeak: found.meanings[0]?.isWeak === true }));
}

/** The longest phrases that do not overlap, sure ones before weak ones; what the same words mean besides is added. */
function chooseSegments(found: readonly Phrase[]): readonly Phrase[] {
  const ordered = found.toSorted(
    (left, right) =>
      Number(left.isWeak) - Number(right.isWeak) ||
      right.end - right.start - (left.end - left.start) ||
      left.start - right.start,
  );
  const owners = new Map<number, number>();
  const chosen: Phrase[] = [];
  for (const phrase of ordered) {
    const owner = owners.get(phrase.start) ?? owners.get(phrase.end - 1);
    const holder = owner === undefined ? undefined : chosen[owner];
    if (owner !== undefined && holder !== undefined) {
      const isSame = holder.start === phrase.start && holder.end === phrase.end;
      if (isSame) chosen[owner] = { ...holder, meanings: [...holder.meanings, ...phrase.meanings] };
      continue;
    }
    // A longer weak phrase may hold a sure one in its middle.
    let isTaken = false;
    for (let at = phrase.start; at < phrase.end && !isTaken; at += 1) isTaken = owners.has(at);
    if (isTaken) continue;
    for (let at = phrase.start; at < phrase.end; at += 1) owners.set(at, chosen.length);
    chosen.push(phrase);
  }
  return chosen.filter(({ meanings }) => meanings.length > 0).toSorted((left, right) => left.start - right.start);
}

/** `2 kilos, sorry, 3`: a bare number has the unit of what it replaces. One that replaces nothing has none. */
function withBorrowed(chosen: readonly Phrase[], chart: Chart): readonly Phrase[] {
  return chosen.flatMap((phrase, index): readonly Phrase[] => {
    const [before, bare] = [chosen[index - 1], phrase.meanings[0]?.bare];
    if (bare === undefined) return [phrase];
    const lend = before?.meanings[0]?.bare === undefined ? before?.meanings[0]?.lend : undefined;
    const isInstead = before !== undefined && (isReplaced(before, phrase, chart) || isContrast(phrase.start, chart));
    if (lend !== undefined && isInstead) return [{ ...phrase, isWeak: false, meanings: [{ value: lend(bare) }] }];
    return isMeasured(phrase) ? [phrase] : [];
  });
}

const isMeasured = ({ meanings: [first] }: Phrase): boolean =>
  first?.value !== "" && (first?.value as { readonly unit?: string } | undefined)?.unit !== "";

/**
 * What gives way to something better: "we" of "can we have a table for 4?" counts nobody, and "december" of "in december,
 * from the 5th to the 8th" is no range of its own.
 */
function withYielding(chosen: readonly Phrase[], chart: Chart): readonly Phrase[] {
  return chosen.map((phrase) => {
    const isBeaten = (() => {
      switch (phrase.meanings[0]?.yields) {
        case undefined:
          return false;
        case "to_words":
          return saysMore(phrase, chart);
        case "to_its_part":
          return chosen.some((other) => !other.isWeak && isPart(other, phrase));
      }
    })();
    return isBeaten ? { ...phrase, isWeak: true, meanings: phrase.meanings.map(weakened) } : phrase;
  });
}

const weakened = (meaning: Composed<unknown>): Composed<unknown> => ({ ...meaning, isWeak: true });

/** Words around a phrase that do more than hold it. */
const saysMore = ({ start, end }: Segment, chart: Chart): boolean =>
  chart.tokens.some(
    ({ kind }, at) =>
      kind !== "sign" &&
      (at < start || at >= end) &&
      ["light", "filler", "hedgeBefore"].every((table) => chart.matches(table, at).length === 0),
  );

function isPart(inner: Phrase, outer: Phrase): boolean {
  const [part, whole] = [inner, outer].map(({ meanings: [first] }) => first?.value as Values["date_range"]);
  return (
    part !== undefined &&
    whole !== undefined &&
    whole.from <= part.from &&
    part.to <= whole.to &&
    (whole.from !== part.from || whole.to !== part.to)
  );
}

/** "Sí, bueno, no": what may only begin a sentence is no answer beside one. */
function withoutFillers(chosen: readonly Phrase[], chart: Chart): readonly Phrase[] {
  const kept = chosen.filter(({ start, end }) => chart.matches("filler", start).every((filler) => filler.end !== end));
  return kept.length === 0 ? chosen : kept;
}

function readingsOf<Name extends Kind>(
  kind: Name,
  { start, end, meanings }: Phrase,
  { tokens }: Chart,
): readonly Reading<Name>[] {
  const seen = new Set<string>();
  return meanings
    .filter(({ value }) => {
      const key = JSON.stringify(value);
      return seen.has(key) ? false : seen.add(key);
    })
    .map(({ bare: _bare, lend: _lend, yields: _yields, ...meaning }, rank) => ({
      kind,
      ...(meaning as Composed<Values[Name]>),
      start: tokens[start]?.start ?? 0,
      end: tokens[end - 1]?.end ?? 0,
      rank,
    }));
}
