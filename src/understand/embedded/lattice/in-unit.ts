/** Seconds of the units that lengths of time are counted in; months and years as people round them. */
const seconds: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  night: 86_400,
  week: 604_800,
  month: 2_629_746,
  year: 31_556_952,
};
const days: Readonly<Record<string, number>> = { month: 30, year: 365 };

const form =
  /^P(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** A length of time, in ISO 8601, as a number of a unit: `PT1H30M` is 90 minutes. Null for an unknown unit. */
export function inUnit(duration: string, unit: string): number | null {
  const parts = form.exec(duration);
  const factor = seconds[unit.replace(/s$/, "")];
  if (parts === null || factor === undefined) return null;
  const [years = 0, months = 0, weeks = 0, dayCount = 0, hours = 0, minutes = 0, rest = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const total = years * 12 + months;
  if (unit === "month" && weeks + dayCount + hours + minutes + rest === 0) return total;
  if (unit === "year" && weeks + dayCount + hours + minutes + rest === 0) return rounded(total / 12);
  const inSeconds =
    total * (days["month"] ?? 30) * 86_400 + weeks * 604_800 + dayCount * 86_400 + hours * 3600 + minutes * 60 + rest;
  return rounded(inSeconds / factor);
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
