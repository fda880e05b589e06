import type { Chart } from "../grammar/chart.ts";
import type { Form, FormReader } from "./form.ts";

const particles = new Set(
  "of the de del la las los el du des le les am an der den dem im in zu a à d l y et und nº n no nr".split(" "),
);
/** With a capital they belong to the street: `Am Markt 3`. */
const germanStarts = new Set("am im zum zur unter auf an".split(" "));
const longestAddress = 30;
/** British and Dutch postcodes; those of digits alone are told by their place. */
const postcode = /(?<![\p{L}\d])(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|\d{4} [A-Z]{2})(?![\p{L}\d])/giu;

/** Streets with a number, and what follows them as far as it is capitals, digits and commas. */
export const readAddresses: FormReader = (chart) => {
  const { tokens } = chart;
  const found: Form[] = [];
  for (let at = 0; at < tokens.length; ) {
    const end = addressEnd(chart, at);
    if (end !== null) found.push({ start: at, end, meanings: [{ value: textOf(chart, at, end) }] });
    at = end ?? at + 1;
  }
  return found.length > 0 ? found : postcodes(chart);
};

const textOf = ({ source, tokens }: Chart, start: number, end: number): string =>
  source.slice(tokens[start]?.start ?? 0, tokens[end - 1]?.end ?? 0);

function addressEnd(chart: Chart, start: number): number | null {
  const { tokens } = chart;
  const first = tokens[start];
  const begins = first?.kind === "digits" ? !first.isGlued : isPlaceWord(chart, start) && !isCue(chart, start);
  if (!begins) return null;
  let end = start + 1;
  while (end - start < longestAddress && isPart(chart, end, start)) end += 1;
  while (end > start + 1 && isTrailing(chart, end - 1)) end -= 1;
  return isAddress(chart, start, end) ? end : null;
}

const isProper = (chart: Chart, at: number): boolean => chart.matches("proper", at).length > 0;
const isStreet = (chart: Chart, at: number): boolean =>
  chart.matches("streetWord", at).length > 0 ||
  /(?:stra(?:ss|ß)e|str|gasse|weg|platz|allee|ufer|damm|ring|laan|straat)$/.test(chart.tokens[at]?.text ?? "");
const isPlaceWord = (chart: Chart, at: number): boolean => isProper(chart, at) || isStreet(chart, at);
const isCue = (chart: Chart, at: number): boolean =>
  (chart.matches("addressCue", at).length > 0 || chart.matches("notName", at).length > 0) &&
  !isStreet(chart, at) &&
  !(isProper(chart, at) && germanStarts.has(textOf(chart, at, at + 1).toLowerCase()));

function isPart(chart: Chart, at: number, start: number): boolean {
  const token = chart.tokens[at];
  if (token === undefined) return false;
  if (token.kind === "digits") return true;
  if (token.kind === "sign") return /^[,./ºª°#'’-]$/.test(token.text);
  if (token.isGlued && chart.tokens[at - 1]?.kind === "digits") return true;
  if (isPlaceWord(chart, at) || particles.has(token.text)) return true;
  // `12 baker street`: small letters between the number and the street, or beside another street.
  const isBeforeStreet = [1, 2, 3].some(
    (ahead) => isStreet(chart, at + ahead) && chart.tokens[at + ahead - 1]?.kind === "word",
  );
  const isAfterStreet = isStreet(chart, start) && at - start <= 4 && chart.tokens[at - 1]?.text !== ",";
  return isBeforeStreet || isAfterStreet;
}

/** What can't end an address: punctuation, and particles. */
function isTrailing(chart: Chart, at: number): boolean {
  const token = chart.tokens[at];
  // `s/n`: without a number.
  if (token?.text === "n" && chart.tokens[at - 1]?.text === "/" && chart.tokens[at - 2]?.text === "s") return false;
  return token?.kind === "sign" ? !/[ºª]/.test(token.text) : particles.has(token?.text ?? "") && !isProper(chart, at);
}

/** It needs a number and a name, or the word for a street. */
function isAddress(chart: Chart, start: number, end: number): boolean {
  const places = Array.from({ length: end - start }, (_, index) => start + index);
  const hasDigits = places.some((at) => chart.tokens[at]?.kind === "digits");
  const hasStreet = places.some((at) => isStreet(chart, at));
  const names = places.filter((at) => isProper(chart, at)).length;
  return (hasDigits && (hasStreet || names >= 1) && end - start >= 2) || (hasStreet && names >= 2);
}

function postcodes(chart: Chart): readonly Form[] {
  const [match] = chart.source.matchAll(postcode);
  if (match === undefined) return [];
  const start = chart.tokens.findIndex((token) => token.start === match.index);
  const end = chart.tokens.findIndex((token) => token.end === match.index + match[0].length) + 1;
  return start === -1 || end === 0 ? [] : [{ start, end, meanings: [{ value: match[0] }] }];
}
