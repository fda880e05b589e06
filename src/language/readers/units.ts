/** Units by measure: how many of the first one unit is. Temperatures have a zero of their own. */
interface Unit {
  readonly measure: string;
  readonly factor: number;
  readonly zero?: number;
}

const measures: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  mass: { g: 1, mg: 0.001, kg: 1000, t: 1_000_000, oz: 28.349523125, lb: 453.59237, st: 6350.29318 },
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
  return Number((base / target.factor + (target.zero ?? 0)).toPrecision(10));
}

/** Whether it measures something that other units measure too, or is known at all. */
export const convertible = (unit: string): boolean => units.has(unit);
