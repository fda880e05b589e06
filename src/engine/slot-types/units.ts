/** Units by measure: how many of the first one unit is. Temperatures have a zero of their own. */
interface Unit {
  readonly measure: string;
  readonly factor: number;
  readonly zero?: number;
}

const measures: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  mass: { g: 1, mg: 0.001, kg: 1000, t: 1_000_000, oz: 28.349523125, lb: 453.59237, metric_lb: 500, st: 6350.29318 },
  volume: {
    l: 1,
    ml: 0.001,
    cl: 0.01,
    dl: 0.1,
    m3: 1000,
    pint: 0.56826125,
    gal: 4.54609,
    cup: 0.24,
    tbsp: 0.015,
    tsp: 0.005,
  },
  length: { m: 1, mm: 0.001, cm: 0.01, km: 1000, in: 0.0254, ft: 0.3048, yd: 0.9144, mi: 1609.344 },
  area: { m2: 1, cm2: 0.0001, km2: 1_000_000, ft2: 0.09290304, ha: 10_000, acre: 4046.8564224 },
  speed: { "km/h": 1, mph: 1.609344 },
  share: { percent: 1 },
  data: { MB: 1, kB: 0.001, GB: 1000, TB: 1_000_000 },
  voltage: { V: 1 },
  power: { W: 1, kW: 1000 },
  energy: { kWh: 1, Wh: 0.001 },
};

const units: ReadonlyMap<string, Unit> = new Map([
  ...Object.entries(measures).flatMap(([measure, factors]) =>
    Object.entries(factors).map(([unit, factor]): [string, Unit] => [unit, { measure, factor }]),
  ),
  ["C", { measure: "temperature", factor: 1, zero: 0 }],
  ["F", { measure: "temperature", factor: 5 / 9, zero: 32 }],
]);

/** An amount in another unit of the same measure; null if they measure different things. */
export function convert(amount: number, from: string, to: string): number | null {
  const [source, target] = [units.get(from), units.get(to)];
  if (from === to) return amount;
  if (source === undefined || target === undefined || source.measure !== target.measure) return null;
  const base = (amount - (source.zero ?? 0)) * source.factor;
  return Number((base / target.factor + (target.zero ?? 0)).toPrecision(6));
}

/** Users say them, but no sign for them is the same in all languages. */
const spoken = new Set(["pint", "cup", "tbsp", "tsp", "metric_lb"]);

/** What a quantity may be counted in. */
export const quantityUnits: readonly string[] = [...units.keys()].filter((unit) => !spoken.has(unit));

/** Lengths of time in the parts that can't be converted into each other. */
interface Length {
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
}

export const timeUnits = ["second", "minute", "hour", "day", "week", "month", "year"] as const;
export type TimeUnit = (typeof timeUnits)[number];

const lengths: Readonly<Record<TimeUnit, Length>> = {
  second: { months: 0, days: 0, seconds: 1 },
  minute: { months: 0, days: 0, seconds: 60 },
  hour: { months: 0, days: 0, seconds: 3600 },
  day: { months: 0, days: 1, seconds: 0 },
  week: { months: 0, days: 7, seconds: 0 },
  month: { months: 1, days: 0, seconds: 0 },
  year: { months: 12, days: 0, seconds: 0 },
};

/** The unit of that length, if it has a name. */
export const timeUnitOf = ({ months, days, seconds }: Length): TimeUnit | undefined =>
  timeUnits.find((unit) => {
    const length = lengths[unit];
    return length.months === months && length.days === days && length.seconds === seconds;
  });

const iso =
  /^P(?=[\dT])(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;

/** The parts of an ISO 8601 duration, in the order of its letters; null if it is none. */
export function isoParts(text: string): readonly (readonly [TimeUnit, number])[] | null {
  const match = iso.exec(text);
  if (match === null) return null;
  const order: readonly TimeUnit[] = ["year", "month", "week", "day", "hour", "minute", "second"];
  return order.flatMap((unit, index): readonly (readonly [TimeUnit, number])[] => {
    const count = Number(match[index + 1] ?? 0);
    return count === 0 ? [] : [[unit, count]];
  });
}

/** How many of a unit a duration is. Null where that depends on the calendar: a month has no number of days. */
export function durationIn(text: string, unit: TimeUnit): number | null {
  const parts = isoParts(text);
  if (parts === null) return null;
  const total = parts.reduce(
    (sum, [name, count]) => ({
      months: sum.months + count * lengths[name].months,
      seconds: sum.seconds + count * (lengths[name].days * 86_400 + lengths[name].seconds),
    }),
    { months: 0, seconds: 0 },
  );
  const { months, days, seconds } = lengths[unit];
  if (months > 0) return total.seconds === 0 ? total.months / months : null;
  return total.months === 0 ? total.seconds / (days * 86_400 + seconds) : null;
}

/** A number of a unit as ISO 8601; null for one that has no whole seconds, or for parts of a month. */
export function isoDuration(count: number, unit: TimeUnit): string | null {
  const { months, days, seconds } = lengths[unit];
  if (!Number.isFinite(count) || count < 0 || count > 1e9) return null;
  if (Number.isInteger(count)) {
    if (months > 0) return unit === "year" ? `P${count}Y` : `P${count}M`;
    if (days > 0) return `P${count * days}D`;
  }
  const inMonths = count * months;
  if (months > 0) return Number.isInteger(inMonths) ? `P${inMonths}M` : null;
  const all = Math.round(count * (days * 86_400 + seconds));
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60];
  if (all === 0) return "PT0S";
  return `PT${hours > 0 ? `${hours}H` : ""}${minutes > 0 ? `${minutes}M` : ""}${rest > 0 ? `${rest}S` : ""}`;
}
