import { convert } from "../../engine/slot-types/units.ts";
import type { Captures } from "../grammar/pattern.ts";
import type { Money, MoneyRange, Quantity, QuantityRange, Range } from "../reading.ts";
import { type Compose, type Composed, numberIn, rounded, type Situation } from "./composed.ts";

/** The same in every language. */
export const numberRules: readonly string[] = [
  "<number:value>",
  "<currencyMark> <number:value>",
  "<number:low> (-|–|~) <number:high>",
  "(x|×) <number:value>",
];
export const quantityRules: readonly string[] = [
  "<number:count> <unit>",
  "<number:low> (-|–) <number:high> <unit>",
  "<number:count> <unit> <number:small> <unit:smallUnit>",
];
export const moneyRules: readonly string[] = [
  "<currencyMark:currency> <number:amount>",
  "<number:amount> <currencyMark:currency>",
  "<number:amount> <currency>",
  "<currencyMark:currency> <number:low> (-|–) <currencyMark>? <number:high>",
  "<number:low> (-|–) <number:high> (<currencyMark:currency>|<currency>)",
  "<number:low> <currencyMark:currency> (-|–) <number:high> <currencyMark>",
  "<currencyMark:currency> <whole:amount> <two_figures:cents>",
  "<whole:amount> <two_figures:cents> => weak=1",
];

/** Keys: `value`, or `low` and `high`. */
export const composeNumber: Compose<number | Range<number>> = (captures) => {
  const range = rangeIn(captures);
  if (range !== null) return range.from < range.to ? [{ value: range }] : [];
  const value = numberIn(captures, "value");
  return value === null ? [] : [{ value, ...(captures["weak"] === 1 ? { isWeak: true } : {}) }];
};

function rangeIn(captures: Captures): Range<number> | null {
  const [low, high] = [numberIn(captures, "low"), numberIn(captures, "high")];
  return low === null || high === null ? null : { from: low, to: high };
}

const isMinor: ReadonlyMap<string, string> = new Map([
  ["ft", "in"],
  ["st", "lb"],
  ["lb", "oz"],
  ["m", "cm"],
  ["kg", "g"],
]);

/** Keys: `count` and `unit`, `small` and `smallUnit` for feet and inches, `low` and `high`, `or`. In the slot's unit if it has one. */
export const composeQuantity: Compose<Quantity | QuantityRange> = (captures, situation) => {
  const unit = String(captures["unit"] ?? situation.context.unit ?? "");
  const bare = numberIn(captures, "count") ?? 1;
  if (unit === "") return [{ value: { amount: bare, unit }, bare, isWeak: true }];
  const wanted = situation.context.unit ?? unit;
  const named = unit === "degree" ? (situation.region === "US" ? "F" : "C") : unit;
  const inWanted = (amount: number, from: string): number | null => convert(amount, from, wanted);
  const range = rangeIn(captures);
  const low = range === null ? null : amountAs(range.from, named, situation);
  const high = range === null ? null : amountAs(range.to, named, situation);
  if (low !== null && high !== null) {
    return range === null || range.from >= range.to
      ? []
      : [{ value: { from: low.amount, to: high.amount, unit: low.unit } }];
  }
  const count =
    ((numberIn(captures, "count") ?? 1) + (numberIn(captures, "plus") ?? 0)) * (numberIn(captures, "sign") ?? 1);
  const or = numberIn(captures, "or");
  if (or !== null)
    return [{ value: amountAs(count, named, situation) }, { value: amountAs(or, named, situation), sense: "other" }];
  const small = numberIn(captures, "small");
  const lend = (amount: number): Quantity => amountAs(amount, named, situation);
  if (small === null)
    return [{ value: lend(count), lend, ...(captures["weak"] === 1 ? { isWeak: true, bare: count } : {}) }];
  const minor = String(captures["smallUnit"] ?? isMinor.get(named) ?? "");
  const sum = convert(count, named, minor);
  if (minor === "" || sum === null) return [];
  const total = rounded(sum + small);
  const value = inWanted(total, minor);
  return [
    {
      value:
        value === null || situation.context.unit === undefined
          ? { amount: total, unit: minor }
          : { amount: rounded(value), unit: wanted },
    },
  ];
};

/** An amount of another measure stays as it is: the slot's check says what it thinks of it. */
function amountAs(amount: number, unit: string, { context }: Situation): Quantity {
  const converted = context.unit === undefined ? null : convert(amount, unit, context.unit);
  return converted === null || context.unit === undefined
    ? { amount, unit }
    : { amount: converted, unit: context.unit };
}

/** Currencies whose name is shared: the region tells which. */
const regional: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  // The sign alone is the peso in much of America.
  [
    "dollar_mark",
    { MX: "MXN", AR: "ARS", CO: "COP", CL: "CLP", UY: "UYU", DO: "DOP", CA: "CAD", AU: "AUD", NZ: "NZD" },
  ],
  ["dollar", { US: "USD", CA: "CAD", AU: "AUD", NZ: "NZD", SG: "SGD", HK: "HKD" }],
  ["peso", { MX: "MXN", AR: "ARS", CO: "COP", CL: "CLP", UY: "UYU", DO: "DOP", PH: "PHP" }],
  ["franc", { CH: "CHF" }],
  ["krone", { DK: "DKK", NO: "NOK", SE: "SEK" }],
  ["pound", { GB: "GBP", EG: "EGP" }],
]);
const usual: ReadonlyMap<string, string> = new Map([
  ["dollar", "USD"],
  ["dollar_mark", "USD"],
  ["peso", "MXN"],
  ["franc", "CHF"],
  ["krone", "DKK"],
  ["pound", "GBP"],
]);

export const currencyOf = (name: string, region: string): string =>
  regional.get(name)?.[region] ?? usual.get(name) ?? name;

const euroRegions = new Set("AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" "));
const currencies: Readonly<Record<string, string>> = {
  GB: "GBP",
  US: "USD",
  CH: "CHF",
  CA: "CAD",
  AU: "AUD",
  MX: "MXN",
  AR: "ARS",
  CO: "COP",
  CL: "CLP",
};

/** Keys: `amount` and `currency`, `cents` behind it or alone with the `cent` currencies, `note`, `low` and `high`. */
export const composeMoney: Compose<Money | MoneyRange> = (captures, situation) => {
  const { region } = situation;
  const note = captures["note"] as readonly [number, string] | undefined;
  if (note !== undefined) {
    return [
      {
        value: {
          amount: rounded(note[0] * (numberIn(captures, "amount") ?? 1)),
          currency: currencyOf(note[1], region),
        },
      },
    ];
  }
  const cent = captures["cent"] as readonly string[] | undefined;
  const name = captures["currency"];
  const cents = numberIn(captures, "cents");
  if (name === undefined && cent !== undefined && cents !== null) return centsOf(cents, cent, situation);
  const isBare = name === undefined;
  const currency = isBare ? (euroRegions.has(region) ? "EUR" : currencies[region]) : currencyOf(String(name), region);
  if (currency === undefined) return [];
  const range = rangeIn(captures);
  if (range !== null) return range.from < range.to ? [{ value: { ...range, currency } }] : [];
  const amount = numberIn(captures, "amount") ?? 1;
  const whole: Composed<Money> = {
    value: { amount: rounded(amount + (cents ?? 0) / 100), currency },
    lend: (bare) => ({ amount: bare, currency }),
  };
  const or = numberIn(captures, "or");
  if (or !== null) return [whole, { value: { amount: or, currency }, sense: "other" }];
  // Where the sign may be either, both are meant.
  if (name === "dollar_mark" && currency === "USD")
    return [whole, { value: { amount: whole.value.amount, currency: "MXN" }, sense: "other" }];
  return isBare || captures["weak"] === 1 ? [{ ...whole, bare: whole.value.amount, isWeak: true }] : [whole];
};

/** The region's own cents first. */
function centsOf(cents: number, names: readonly string[], { region }: Situation): readonly Composed<Money>[] {
  const own = euroRegions.has(region) ? "EUR" : currencies[region];
  const ordered = names.toSorted((left, right) => Number(right === own) - Number(left === own));
  return ordered.map((currency, index) => ({
    value: { amount: rounded(cents / 100), currency },
    ...(index === 0 ? {} : { sense: "other" as const }),
  }));
}
