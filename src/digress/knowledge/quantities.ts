import type { Span } from "../../language/language.ts";
import { languages } from "../../language/languages.ts";

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

/** A number without a unit: in a heading mostly an age ("5 to 11"), and so read in a question only where it is one. */
const bare = "bare";
/** The measures that passages are compared by: the unit of the language's table, the kind, and how many of its smallest unit. */
const measures: Readonly<Record<string, readonly [kind: string, factor: number]>> = {
  cm: ["length", 1],
  m: ["length", 100],
  km: ["distance", 1],
  kg: ["weight", 1],
  ml: ["volume", 1],
  l: ["volume", 1000],
  GB: ["data", 1],
};
const { words } = languages.en;
/** Words of one letter mean too many other things; signs can't stand in a pattern. */
const spelled = (phrases: string): readonly string[] =>
  phrases.split("|").filter((name) => /^\p{L}{2,}$/u.test(name) || name === "m");
const units = new Map<string, readonly [kind: string, factor: number]>([
  ...words.timeUnit.flatMap(([span, names]) => {
    // Years are apart from other times: mostly an age or the length of a contract.
    const own = span.months >= 12 ? (["years", span.months / 12] as const) : (["time", minutesOf(span)] as const);
    return spelled(names).map((name) => [name, own] as const);
  }),
  ...words.unit.flatMap(([unit, names]) => {
    const own = measures[unit];
    return own === undefined ? [] : spelled(names).map((name) => [name, own] as const);
  }),
  ["wh", ["energy", 1]],
  ...words.currency.flatMap(([code, names]) =>
    code === "EUR" ? spelled(names).map((name) => [name, ["money", 1]] as const) : [],
  ),
]);

function minutesOf({ months, days, seconds }: Span): number {
  return months * 43_200 + days * 1440 + seconds / 60;
}

const parts = words.numberWord.flatMap(([word, names]) => (word.kind === "part" ? [{ ...word, name: names }] : []));
const numberWords = new Map<string, number>([
  ...parts.flatMap(({ name, value, room }) => [
    ...name.split("|").map((each) => [each, value] as const),
    ...parts.flatMap((small) =>
      small.value > 0 && small.value < room && room === 10
        ? [[`${name.split("|")[0]}-${small.name.split("|")[0]}`, value + small.value] as const]
        : [],
    ),
  ]),
  ["half a", 0.5],
]);

const longestFirst = (words: Iterable<string>): string =>
  [...words].sort((left, right) => right.length - left.length).join("|");
const number = `(\\d[\\d,]{0,20}(?:\\.\\d+)?|${longestFirst(numberWords.keys())})`;
const unitNames = longestFirst(units.keys());
const optionalUnit = `(?:[ -]?(${unitNames})\\b)?`;
const most =
  "(?:up to|at most|below|under|less than|no more than|within|shorter than|younger than|not older than|until|first)";
const least = "(?:above|more than|over|beyond|at least|longer than|heavier than|higher than|older than|from)";

const patterns = {
  age: new RegExp(`\\b${number}[ -](year|month)s?[ -]old\\b`, "g"),
  person: new RegExp(
    `\\b(?:is|am|aged|turned|boy of|girl of|child of) ${number}\\b(?![ -]?(?:${unitNames}|percent)\\b|[:.]\\d)`,
    "g",
  ),
  amount: new RegExp(`\\b${number}( and a half)?[ -]?(${unitNames})\\b`, "g"),
  between: new RegExp(`\\b${number}${optionalUnit} (?:to|and) ${number}${optionalUnit}`, "g"),
  most: new RegExp(`\\b${most} ${number}${optionalUnit}`, "g"),
  least: new RegExp(`\\b${least} ${number}${optionalUnit}`, "g"),
};

export function quantitiesIn(question: string): readonly Quantity[] {
  const text = question.toLowerCase();
  const ages = [...text.matchAll(patterns.age)].map(([, count = "", unit]) => ({
    kind: bare,
    amount: numberOf(count) / (unit === "month" ? 12 : 1),
  }));
  const people = [...text.matchAll(patterns.person)].map(([, count = ""]) => ({ kind: bare, amount: numberOf(count) }));
  const amounts = [...text.matchAll(patterns.amount)].map(([, count = "", half, unit]) => {
    const [kind, factor] = unitOf(unit);
    return { kind, amount: (numberOf(count) + (half === undefined ? 0 : 0.5)) * factor };
  });
  return [...ages, ...people, ...amounts];
}

export function rangesIn(passage: string): readonly QuantityRange[] {
  const ranges: QuantityRange[] = [];
  let rest = passage.toLowerCase();
  /** What was read once is not read again: "from 5 to 11" is one range, not two. */
  const read = (pattern: RegExp, range: (groups: readonly (string | undefined)[]) => QuantityRange): void => {
    rest = rest.replaceAll(pattern, (...groups: readonly string[]) => {
      ranges.push(range(groups));
      return " ";
    });
  };
  read(patterns.between, ([, from = "", firstUnit, to = "", secondUnit]) => {
    const [kind, factor] = unitOf(secondUnit ?? firstUnit);
    return { kind, from: numberOf(from) * factor, to: numberOf(to) * factor };
  });
  read(patterns.most, ([, to = "", unit]) => {
    const [kind, factor] = unitOf(unit);
    return { kind, from: 0, to: numberOf(to) * factor };
  });
  read(patterns.least, ([, from = "", unit]) => {
    const [kind, factor] = unitOf(unit);
    return { kind, from: numberOf(from) * factor, to: Number.POSITIVE_INFINITY };
  });
  return ranges;
}

/** 1 where the passage speaks of what was asked, -1 where it speaks of other amounts of that kind, 0 where of none. */
export function quantityFit(quantities: readonly Quantity[], ranges: readonly QuantityRange[]): number {
  let fit = 0;
  for (const { kind, amount } of quantities) {
    const comparable = ranges.filter((range) => range.kind === kind);
    if (comparable.length > 0) fit += comparable.some(({ from, to }) => from <= amount && amount <= to) ? 1 : -1;
  }
  return Math.sign(fit);
}

const unitOf = (name: string | undefined): readonly [kind: string, factor: number] =>
  units.get(name ?? "") ?? [bare, 1];

const numberOf = (text: string): number => numberWords.get(text) ?? Number(text.replaceAll(",", ""));
