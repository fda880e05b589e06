import type { Chart } from "../grammar/chart.ts";
import type { Form, FormReader } from "./form.ts";

/** Small words inside names. */
const particles = new Set(
  "de del la las los da das do dos di van von der den zu bin ibn al el le du des d l ter ten y e mac st".split(" "),
);
const longestName = 6;

const isProper = (chart: Chart, at: number): boolean => chart.matches("proper", at).length > 0;
const isBlocked = (chart: Chart, at: number): boolean => chart.matches("notName", at).some(({ end }) => end === at + 1);
const isSign = (chart: Chart, at: number, signs: string): boolean =>
  chart.tokens[at]?.kind === "sign" && signs.includes(chart.tokens[at]?.text ?? " ");

/** People's names: capitals, words after `my name is`, or a short text that is all name. */
export const readNames: FormReader = (chart) => {
  const { tokens } = chart;
  const cues = cueEnds(chart);
  const found: Form[] = [];
  for (let at = 0; at < tokens.length; ) {
    const isCued = cues.has(at) && !(particlesEnd(chart, at) > at && cues.has(particlesEnd(chart, at)));
    const end = nameEnd(chart, at, isCued);
    if (end === null) {
      at += 1;
      continue;
    }
    const turned = turnedEnd(chart, at, end);
    const value =
      turned === null ? textOf(chart, at, end) : `${textOf(chart, end + 1, turned)} ${textOf(chart, at, end)}`;
    const isSure = isCued || end - at > 1;
    found.push({ start: at, end: turned ?? end, meanings: [{ value, ...(isSure ? {} : { isWeak: true }) }] });
    at = turned ?? end;
  }
  return found.length > 0 ? found : wholeName(chart);
};

/** Where a cue such as `my name is` ends. */
function cueEnds(chart: Chart): ReadonlySet<number> {
  return new Set(
    chart.tokens.flatMap((_, at) =>
      chart.matches("nameCue", at).map(({ end }) => (isSign(chart, end, ":") ? end + 1 : end)),
    ),
  );
}

const textOf = ({ source, tokens }: Chart, start: number, end: number): string =>
  source.slice(tokens[start]?.start ?? 0, tokens[end - 1]?.end ?? 0);

/** Where a name from this place ends; null if there is none. After a cue small letters will do. */
function nameEnd(chart: Chart, start: number, isCued: boolean): number | null {
  const first = titlesEnd(chart, start);
  const hasTitle = first > start && (isProper(chart, first) || (isCued && isSmallName(chart, first)));
  let at = hasTitle ? first : isCued ? particlesEnd(chart, start) : start;
  const isSpelled = !isLong(chart, at) && isSign(chart, at + 1, "-");
  const isCapital =
    isProper(chart, at) && (hasTitle || !isBlocked(chart, at)) && !isSpelled && !isSign(chart, at - 1, "-");
  if (!isCapital && !(isCued && isSmallName(chart, at))) return null;
  at += 1;
  while (at - start < longestName) {
    const next = continued(chart, at, isCapital);
    if (next === null) break;
    at = next;
  }
  return at;
}

/** `Herr Dr. Weber`: after the titles before a name. */
function titlesEnd(chart: Chart, start: number): number {
  let at = start;
  for (
    let [title] = chart.matches("nameTitle", at);
    title !== undefined && at - start < longestName;
    [title] = chart.matches("nameTitle", at)
  )
    at = isSign(chart, title.end, ".") ? title.end + 1 : title.end;
  return at;
}

/** `von der Leyen`: a name may begin with its particles. */
function particlesEnd(chart: Chart, start: number): number {
  let at = start;
  while (particles.has(chart.tokens[at]?.text ?? "") && at - start < 3) at += 1;
  return isProper(chart, at) ? at : start;
}

function isSmallName(chart: Chart, at: number): boolean {
  const token = chart.tokens[at];
  return (
    token?.kind === "word" &&
    token.text.length > 1 &&
    !isBlocked(chart, at) &&
    chart.matches("determiner", at).length === 0 &&
    chart.matches("nameCue", at).length === 0
  );
}

/** A single letter is spelled, not named. */
const isLong = ({ tokens }: Chart, at: number): boolean =>
  tokens[at]?.kind === "word" && (tokens[at]?.text.length ?? 0) > 1;

function continued(chart: Chart, at: number, isCapital: boolean): number | null {
  const token = chart.tokens[at];
  if (
    isSign(chart, at, "-'’") &&
    token?.isGlued &&
    chart.tokens[at + 1]?.isGlued &&
    chart.tokens[at + 1]?.kind === "word"
  )
    return at + 2;
  // An initial: `J. Smith`
  if (isSign(chart, at, ".") && chart.tokens[at - 1]?.text.length === 1 && isProper(chart, at + 1)) return at + 2;
  if (!isCapital)
    return isSmallName(chart, at) && !isProper(chart, at) && chart.matches("filler", at).length === 0 ? at + 1 : null;
  const isInitial = !isLong(chart, at) && isSign(chart, at + 1, ".");
  if (isProper(chart, at) && (isInitial || !isBlocked(chart, at))) return at + 1;
  let next = at;
  while (particles.has(chart.tokens[next]?.text ?? "") && next - at < 2) next += 1;
  return next > at && isProper(chart, next) ? next + 1 : null;
}

/** `Smith, John`, and nothing else: the end of the first name. */
function turnedEnd(chart: Chart, start: number, end: number): number | null {
  if (start !== 0 || !isSign(chart, end, ",")) return null;
  const rest = nameEnd(chart, end + 1, false);
  return rest !== null && rest === chart.tokens.length && end - start <= 2 ? rest : null;
}

/** An answer that is nothing but a name. */
function wholeName(chart: Chart): readonly Form[] {
  const { tokens } = chart;
  const first = titlesEnd(chart, 0);
  const isShort = tokens.length > first && tokens.length <= 3;
  if (!isShort || !tokens.every((token, at) => at < first || (token.kind === "word" && isSmallName(chart, at))))
    return [];
  return [{ start: 0, end: tokens.length, meanings: [{ value: textOf(chart, 0, tokens.length), isWeak: true }] }];
}
