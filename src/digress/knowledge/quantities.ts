import { convert } from "../../engine/slot-types/units.ts";
import { chartOf } from "../../language/chart-of.ts";
import { languageOf } from "../../language/languages.ts";
import { read } from "../../language/read.ts";
import type { Hedge, Reading } from "../../language/reading.ts";

/** An amount in the smallest unit of its kind, as a question names it: "a 900 km flight", "my eight-year-old". */
export interface Quantity {
  readonly kind: string;
  readonly amount: number;
}

/** What a passage speaks of: "up to 1,500 km", "5 to 11". */
export interface QuantityRange {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** Something that is counted, both ends the same if it is one amount. */
interface Counted extends QuantityRange {
  readonly start: number;
  readonly end: number;
  readonly hedge?: Hedge;
}

/** A number without a unit: in a heading mostly an age ("5 to 11"), and so read in a question only where it may be one. */
const bare = "bare";
const oldestAge = 120;
/** One unit of each measure. */
const bases = ["g", "l", "m", "m2", "km/h", "percent", "MB", "V", "W", "Wh", "C"] as const;

export function quantitiesIn(question: string, language: string): readonly Quantity[] {
  const chart = chartOf(question, languageOf(language));
  /** "My son is 14": what is counted would follow. */
  const isLast = ({ end }: Counted): boolean => {
    const next = chart.tokens.find(({ start }) => start >= end);
    return next === undefined || next.kind === "sign";
  };
  return countedIn(question, language).flatMap((counted): readonly Quantity[] => {
    const { kind, from: amount, to } = counted;
    if (amount !== to) return [];
    if (kind === bare) return amount <= oldestAge && isLast(counted) ? [{ kind, amount }] : [];
    return [{ kind, amount }, ...(kind === "years" ? [{ kind: bare, amount }] : [])];
  });
}

export const rangesIn = (passage: string, language: string): readonly QuantityRange[] =>
  countedIn(passage, language).flatMap(({ kind, from, to, hedge }): readonly QuantityRange[] => {
    if (from !== to) return [{ kind, from, to }];
    switch (hedge) {
      case "at_most":
      case "less_than":
        return [{ kind, from: 0, to }];
      case "at_least":
      case "more_than":
        return [{ kind, from, to: Number.POSITIVE_INFINITY }];
      default:
        return [];
    }
  });

/** 1 where the passage speaks of what was asked, -1 where it speaks of other amounts of that kind, 0 where of none. */
export function quantityFit(quantities: readonly Quantity[], ranges: readonly QuantityRange[]): number {
  let fit = 0;
  for (const { kind, amount } of quantities) {
    const comparable = ranges.filter((range) => range.kind === kind);
    if (comparable.length > 0) fit += comparable.some(({ from, to }) => from <= amount && amount <= to) ? 1 : -1;
  }
  return Math.sign(fit);
}

/** Every amount of a text in its place; a number that belongs to a unit is none of its own. */
function countedIn(text: string, language: string): readonly Counted[] {
  const likeliest = <Name extends "quantity" | "money" | "duration" | "number">(kind: Name) =>
    read(kind, text, { now: 0, timezone: "UTC", language }).filter(
      ({ rank, isWeak, isTakenBack }) => rank === 0 && !isWeak && !isTakenBack,
    );
  const measured = [
    ...likeliest("quantity").flatMap((reading) => inBase(reading)),
    ...likeliest("money").map((reading) => counted(reading, reading.value.currency, endsOf(reading.value))),
    ...likeliest("duration").map(inTime),
  ];
  const numbers = likeliest("number")
    .filter(({ start, end }) => !measured.some((other) => other.start < end && start < other.end))
    .map((reading) => counted(reading, bare, typeof reading.value === "number" ? same(reading.value) : reading.value));
  return [...measured, ...numbers].toSorted((left, right) => left.start - right.start);
}

interface Ends {
  readonly from: number;
  readonly to: number;
}

const same = (amount: number): Ends => ({ from: amount, to: amount });
const endsOf = (value: { readonly amount: number } | Ends): Ends => ("amount" in value ? same(value.amount) : value);

const counted = ({ start, end, hedge }: Reading, kind: string, { from, to }: Ends): Counted => ({
  kind,
  from,
  to,
  start,
  end,
  ...(hedge === undefined ? {} : { hedge }),
});

function inBase(reading: Reading<"quantity">): readonly Counted[] {
  const { unit } = reading.value;
  const base = bases.find((each) => convert(1, unit, each) !== null);
  if (base === undefined) return [];
  const { from, to } = endsOf(reading.value);
  return [counted(reading, base, { from: convert(from, unit, base) ?? from, to: convert(to, unit, base) ?? to })];
}

/** Years are apart from other times: mostly an age or the length of a contract. */
function inTime(reading: Reading<"duration">): Counted {
  const { value } = reading;
  const [from, to] = typeof value === "string" ? [value, value] : [value.from, value.to];
  const isInYears = /^P(?:\d+Y)?(?:\d+M)?$/.test(from);
  return counted(reading, isInYears ? "years" : "time", {
    from: lengthOf(from, isInYears),
    to: lengthOf(to, isInYears),
  });
}

/** In years, or in minutes. */
function lengthOf(iso: string, isInYears: boolean): number {
  const [, years, months, days, hours, minutes, seconds] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(iso) ?? [];
  const count = (written: string | undefined): number => Number(written ?? 0);
  const allMonths = 12 * count(years) + count(months);
  if (isInYears) return allMonths / 12;
  return 43_200 * allMonths + 1440 * count(days) + 60 * count(hours) + count(minutes) + count(seconds) / 60;
}
