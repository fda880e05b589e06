import type { Chart } from "../grammar/chart.ts";
import { type FormReader, formsOf, stretchesOf } from "./form.ts";

/** Country code, and the digits before a number inside the country. */
const plans: Readonly<Record<string, readonly [code: string, trunk: string]>> = {
  GB: ["44", "0"],
  US: ["1", "1"],
  CA: ["1", "1"],
  ES: ["34", ""],
  DE: ["49", "0"],
  FR: ["33", "0"],
  IT: ["39", ""],
  PT: ["351", ""],
  AT: ["43", "0"],
  CH: ["41", "0"],
  BE: ["32", "0"],
  NL: ["31", "0"],
  IE: ["353", "0"],
  LU: ["352", ""],
  DK: ["45", ""],
  SE: ["46", "0"],
  NO: ["47", ""],
  FI: ["358", "0"],
  PL: ["48", ""],
  CZ: ["420", ""],
  GR: ["30", ""],
  MX: ["52", ""],
  AR: ["54", "0"],
  CO: ["57", ""],
  CL: ["56", ""],
  PE: ["51", "0"],
  UY: ["598", "0"],
  EC: ["593", "0"],
  VE: ["58", "0"],
  BR: ["55", "0"],
  AU: ["61", "0"],
  NZ: ["64", "0"],
  IN: ["91", "0"],
  ZA: ["27", "0"],
};

const written = /(?<![\p{L}\d+])(?:\+|\(\+)?\(?\d(?:[\d()./ \u00a0-]{5,22})\d(?!\d|(?!x\d{1,5}(?!\d))\p{L})/gu;

/** Numbers as E.164. Without a country code the region's is meant. */
export const readPhones: FormReader = (chart, { region }) => [
  ...formsOf(
    stretchesOf(chart.source, written, ([number]) => international(number, region)),
    chart,
  ),
  ...spokenNumbers(chart).flatMap(({ digits, ...place }) => {
    const value = international(digits, region);
    return value === null ? [] : [{ ...place, meanings: [{ value }] }];
  }),
];

const mostSpoken = 20;

/** `oh seven double five twelve`: numbers below a thousand, said after each other. */
function spokenNumbers(chart: Chart): readonly { start: number; end: number; digits: string }[] {
  const found: { start: number; end: number; digits: string }[] = [];
  for (let start = 0; start < chart.tokens.length; ) {
    let [end, digits] = [start, chart.matches("spokenSign", start).some(({ value }) => value === "+") ? "+" : ""];
    if (digits === "+") end += 1;
    const nextAt = (at: number) =>
      spokenAt(at, chart) ?? (chart.tokens[at]?.text === "," ? spokenAt(at + 1, chart) : null);
    for (let next = nextAt(end); next !== null && digits.length < mostSpoken; next = nextAt(end))
      [end, digits] = [next.end, digits + next.digits];
    if (end - start >= 3 && digits.length >= fewestDigits) found.push({ start, end, digits });
    start = Math.max(end, start + 1);
  }
  return found;
}

function spokenAt(at: number, chart: Chart): { readonly end: number; readonly digits: string } | null {
  const token = chart.tokens[at];
  if (token?.kind !== "word") return null;
  const [times] = chart.matches("repeat", at);
  if (times !== undefined) {
    const once = chart.matches("repeat", times.end).length > 0 ? null : spokenAt(times.end, chart);
    const digits = once?.digits.length === 1 ? once.digits.repeat(Number(times.value)) : null;
    return once === null || digits === null ? null : { end: once.end, digits };
  }
  const [zero] = chart.matches("spokenZero", at);
  if (zero !== undefined) return { end: zero.end, digits: "0" };
  const [number] = chart.matches("number", at).filter(({ value }) => Number.isInteger(value) && Number(value) < 1000);
  return number === undefined || Number(number.value) < 0 ? null : { end: number.end, digits: String(number.value) };
}

const fewestDigits = 7;
const mostDigits = 15;

function international(number: string, region: string): string | null {
  // `+44 (0)20`: the zero is for callers inside the country.
  const plain = number.replace(/^(\(?\+.{1,6}?)\(0\)/, "$1");
  const digits = plain.replaceAll(/\D/g, "");
  const isPlus = /^\(?\+/.test(number);
  const isDoubleZero = !isPlus && digits.startsWith("00");
  const full = isPlus ? digits : isDoubleZero ? digits.slice(2) : insideCountry(digits, region);
  if (full === null || full.length < fewestDigits + 1 || full.length > mostDigits) return null;
  // Dates and years look like short numbers.
  if (!isPlus && !isDoubleZero && (digits.length < fewestDigits || /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(number)))
    return null;
  return `+${full}`;
}

function insideCountry(digits: string, region: string): string | null {
  const plan = plans[region];
  if (plan === undefined) return null;
  const [code, trunk] = plan;
  if (region === "US" || region === "CA") {
    return digits.length === 11 && digits.startsWith("1") ? digits : digits.length === 10 ? code + digits : null;
  }
  const isFull = digits.startsWith(code) && digits.length > 10 && (trunk === "" || !digits.startsWith(trunk));
  if (isFull) return digits;
  return trunk !== "" && digits.startsWith(trunk) ? code + digits.slice(trunk.length) : code + digits;
}
