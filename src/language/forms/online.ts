import type { Chart } from "../grammar/chart.ts";
import { type Form, type FormReader, formsOf, stretchesOf } from "./form.ts";

const email =
  /(?<![\p{L}\d._%+-]|\p{L}['’])[\p{L}\d_](?:[\p{L}\d._%+-]|['’](?=\p{L})){0,63}@[\p{L}\d][\p{L}\d-]{0,62}(?:\.[\p{L}\d][\p{L}\d-]{0,62}){1,6}/gu;

export const readEmails: FormReader = (chart) => [
  ...formsOf(
    stretchesOf(chart.source, email, ([written]) => written.toLowerCase()),
    chart,
  ),
  ...spokenEmails(chart),
];

/** `tom at example dot org` */
function spokenEmails(chart: Chart): readonly Form[] {
  const { tokens } = chart;
  return tokens.flatMap((token, at): readonly Form[] => {
    const [sign] = token.text === "@" ? [{ end: at + 1 }] : chart.matches("atSign", at);
    if (sign === undefined || at === 0) return [];
    let start = at - 1;
    while (start > 0 && at - start < longestPart && isJoinedBack(chart, start)) start -= 1;
    const local = spelled(chart, start, at);
    const domain = domainFrom(chart, sign.end);
    if (!/^[\p{L}\d][^@]*$/u.test(local) || domain === null) return [];
    return [{ start, end: domain.end, meanings: [{ value: `${local}@${domain.text}`.toLowerCase() }] }];
  });
}

const longestPart = 12;

/** The token before belongs to the same part: it is glued, or one of the two is a spoken dot or dash. */
function isJoinedBack(chart: Chart, at: number): boolean {
  const { tokens } = chart;
  if (tokens[at]?.isGlued) return tokens[at - 1]?.kind !== "sign" || /^[._+-]$/.test(tokens[at - 1]?.text ?? "");
  return signAt(chart, at) !== null || [at - 1, at - 2, at - 3].some((place) => (signAt(chart, place)?.end ?? 0) >= at);
}

/** A sign that is said in words: `dot`, `[dot]`, `underscore`. */
function signAt(chart: Chart, at: number): { readonly sign: string; readonly end: number } | null {
  const [said] = chart.matches("spokenSign", at);
  return said === undefined ? null : { sign: String(said.value), end: said.end };
}

function spelled(chart: Chart, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; ) {
    const said = signAt(chart, at);
    text += said?.sign ?? chart.tokens[at]?.text ?? "";
    at = said?.end ?? at + 1;
  }
  return text;
}

/** Labels of a domain with dots between them, at least two. */
function domainFrom(chart: Chart, from: number): { readonly end: number; readonly text: string } | null {
  const { tokens } = chart;
  let end = from;
  let labels = 0;
  for (let isLabel = true; end - from < longestPart; isLabel = !isLabel) {
    const token = tokens[end];
    if (isLabel) {
      if (token === undefined || token.kind === "sign") break;
      end += 1;
      while (isInLabel(chart, end) && end - from < longestPart) end += 1;
      labels += 1;
    } else {
      const said = signAt(chart, end);
      const isDot = token?.text === "." && token.isGlued && tokens[end + 1]?.isGlued;
      if (!isDot && said?.sign !== ".") break;
      end = isDot ? end + 1 : (said?.end ?? end + 1);
    }
  }
  return labels < 2 ? null : { end, text: spelled(chart, from, end) };
}

/** Glued to the label, or joined to it by a spoken dash. */
function isInLabel(chart: Chart, at: number): boolean {
  const token = chart.tokens[at];
  if (token?.isGlued && (token.kind !== "sign" || token.text === "-")) return true;
  return token?.kind === "word" && [at, at - 1].some((place) => signAt(chart, place)?.sign === "-");
}

const url = /(?<![\p{L}\d@])(?:(?:https?|ftp):\/\/|www\.)[^\s<>"]{1,2000}/giu;
const bare =
  /(?<![\p{L}\d@./_+-])(?:[\p{L}\d][\p{L}\d-]{0,62}\.){1,4}(\p{L}{2,24})([/?:#][^\s<>"]{0,1000})?(?![\p{L}\d@])/gu;
/** The endings that are in most use; another one needs a path behind it to be sure. */
const usual = new Set(
  "com org net edu gov info io dev app eu uk de fr es it nl be ch at us ca mx ar co me tv biz shop online cat pt ie se no dk fi pl".split(
    " ",
  ),
);

export const readUrls: FormReader = (chart) => [
  ...spokenUrls(chart),
  ...formsOf(
    [
      ...stretchesOf(chart.source, url, ([written]) => trimmed(written)),
      ...stretchesOf(chart.source, bare, ([written, ending = "", path]) => {
        const isSure = usual.has(ending.toLowerCase()) || path !== undefined;
        return { value: trimmed(written), ...(isSure ? {} : { isWeak: true }) };
      }),
    ].map((each) => ({ ...each, to: each.from + each.value.length })),
    chart,
  ),
];

/** `www dot example dot org` */
const spokenUrls = (chart: Chart): readonly Form[] =>
  chart.tokens.flatMap(({ text }, start): readonly Form[] => {
    const domain = text === "www" && signAt(chart, start + 1) !== null ? domainFrom(chart, start) : null;
    return domain === null ? [] : [{ start, end: domain.end, meanings: [{ value: domain.text }] }];
  });

/** Final punctuation belongs to the sentence, and a parenthesis only to the address that opened it. */
function trimmed(written: string): string {
  let end = written.length;
  let unopened = written.split(")").length - written.split("(").length;
  for (; end > 0; end -= 1) {
    const last = written[end - 1] ?? "";
    const isOpened = last === ")" && unopened <= 0;
    if (isOpened || !/[.,;:!?)\]}'"’”»…]/.test(last)) break;
    if (last === ")") unopened -= 1;
  }
  return written.slice(0, end);
}
