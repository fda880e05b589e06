import type { Captures } from "../grammar/pattern.ts";
import type { Span } from "../language.ts";
import type { Range } from "../reading.ts";
import { type Compose, capturesIn, numberIn, rounded } from "./composed.ts";
import type { Clock } from "./shapes.ts";

/** Parts after each other: `2 years 3 months`, `an hour and ten minutes`. */
export const durationRules: readonly string[] = [
  "<span:first>",
  "<span:first> ,? <joinMore>? <span:second>",
  "<span:first> ,? <span:second> ,? <joinMore>? <span:third>",
];

/** What is looked for in a text: there a bare number may replace another one. */
export const durationPhraseRules: readonly string[] = ["<duration:inner>", "<number:bare> => weak=1"];

const none: Span = { months: 0, days: 0, seconds: 0 };
const forever: Span = { ...none, days: Number.POSITIVE_INFINITY };

/**
 * A length of time. Keys of `span`: `count` and `unit`, `plus` for a fraction more of the unit, `each` without a count, `hours` with
 * `minutes`, `clock`, `days`. Keys of `duration`: `first`, `second`, `third`, `low` and `high` with `unit`, `or` for a second count.
 */
export const composeDuration: Compose<string | Range<string>> = (phrase) => {
  const captures = capturesIn(phrase, "inner") ?? phrase;
  const bare = numberIn(captures, "bare");
  if (bare !== null) return [{ value: "", bare, isWeak: true }];
  const unit = spanIn(captures, "unit");
  const low = numberIn(captures, "low");
  const high = numberIn(captures, "high");
  if (unit !== null && low !== null && high !== null) {
    const range = { from: isoSpan(times(spanIn(captures, "lowUnit") ?? unit, low)), to: isoSpan(times(unit, high)) };
    return low < high || spanIn(captures, "lowUnit") !== null ? [{ value: range }] : [];
  }
  const span = spanOf(captures);
  if (span === null || !isSound(span)) return [];
  const or = numberIn(captures, "or");
  const other = unit === null || or === null ? [] : [{ value: isoSpan(times(unit, or)), sense: "other" as const }];
  const counted = unit ?? spanIn(capturesIn(captures, "first") ?? {}, "unit");
  const lend = counted === null ? {} : { lend: (count: number) => isoSpan(times(counted, count)) };
  // "Per day" says how often something is.
  const isWeak = capturesIn(captures, "first")?.["each"] === 1 ? ({ isWeak: true } as const) : {};
  return [{ value: isoSpan(span), ...lend, ...isWeak }, ...other];
};

const isSound = ({ months, days, seconds }: Span): boolean =>
  [months, days, seconds].every((part) => Number.isFinite(part) && part >= 0 && part < 1e10);

const spanIn = (captures: Captures, key: string): Span | null => {
  const span = capturesIn(captures, key);
  return span !== null && "seconds" in span ? (span as unknown as Span) : null;
};

/** Null for a range, and for parts that are no sum. */
export function spanOf(captures: Captures): Span | null {
  const parts = ["first", "second", "third"].map((key) => capturesIn(captures, key)).filter((part) => part !== null);
  // "8 hours a day" says how often, and is no sum.
  if (parts.some((part, index) => index > 0 && sizeOf(part) > sizeOf(parts[index - 1] ?? part))) return null;
  const spans = parts.flatMap((part) => spanOf(part) ?? []);
  if (spans.length < parts.length) return null;
  // "A long weekend, three days" says it twice: in a sum each part is less than one of the part before.
  const isTwice = spans.some((span, index) => daysIn(span) >= sizeOf(parts[index - 1] ?? { unit: forever }));
  if (isTwice) return spans.toSorted((left, right) => daysIn(right) - daysIn(left))[0] ?? null;
  if (spans.length > 0) return spans.reduce(plus);
  const clock = capturesIn(captures, "clock") as Clock | null;
  if (clock !== null) return { ...none, seconds: 3600 * clock.hour + 60 * clock.minute };
  const hours = numberIn(captures, "hours");
  if (hours !== null) return { ...none, seconds: 3600 * hours + 60 * (numberIn(captures, "minutes") ?? 0) };
  const days = numberIn(captures, "days");
  if (days !== null) return { ...none, days };
  const unit = spanIn(captures, "unit");
  if (unit === null) return null;
  return times(unit, (numberIn(captures, "count") ?? 1) + (numberIn(captures, "plus") ?? 0));
}

/** About how many days. */
const daysIn = ({ months, days, seconds }: Span): number => months * 30 + days + seconds / 86_400;
const sizeOf = (part: Captures): number => daysIn(spanIn(part, "unit") ?? none);

/** Nobody counts dates further than this from a known one. */
const farthestYears = 200;

export const isNear = ({ months, days, seconds }: Span): boolean =>
  months / 12 + days / 365 + seconds / 31_536_000 <= farthestYears;

const plus = (left: Span, right: Span): Span => ({
  months: left.months + right.months,
  days: left.days + right.days,
  seconds: left.seconds + right.seconds,
});

/** Half a month is 15 days, half a day 12 hours. */
function times({ months, days, seconds }: Span, count: number): Span {
  const allMonths = rounded(months * count);
  const allDays = rounded(days * count + (allMonths - Math.trunc(allMonths)) * 30);
  const fraction = allDays - Math.trunc(allDays);
  return {
    months: Math.trunc(allMonths),
    days: Math.trunc(allDays),
    seconds: Math.round(seconds * count + fraction * 86_400),
  };
}

/** `P3M`, `P14D`, `PT1H30M`; days beside hours are counted in hours. */
function isoSpan({ months, days, seconds }: Span): string {
  const years = months % 12 === 0 ? months / 12 : 0;
  const date = `${years > 0 ? `${years}Y` : months > 0 ? `${months}M` : ""}`;
  if (seconds === 0) return `P${date}${days > 0 || date === "" ? `${days}D` : ""}`;
  const all = seconds + days * 86_400;
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60];
  return `P${date}T${hours > 0 ? `${hours}H` : ""}${minutes > 0 ? `${minutes}M` : ""}${rest > 0 ? `${rest}S` : ""}`;
}
