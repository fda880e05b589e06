import { commonWords } from "../lexicon/common-words.ts";
import { longCity, longRegion, shortCity, shortRegion, smallRegion } from "../lexicon/places.ts";
import { type Token, tokensOf } from "../text/tokens.ts";
import { coverOf, longestSpans, rangesOf, type Span, textBefore } from "./span.ts";

/** Why a piece of text is taken for a name. */
export type Evidence = "quoted" | "address" | "city" | "shown" | "capital";

export interface NameSpan extends Span {
  readonly value: string;
  readonly evidence: Evidence;
}

const region = `(?:, (?:${smallRegion})\\b|,? ?(?:(?:${shortRegion})\\b|(?i:${longRegion})\\b))?`;
const cityPattern = new RegExp(`(?<![\\w-])(?:(?:(?i:${longCity}))|(?:${shortCity}))(?![\\w'-])${region}`, "g");
const streetWords =
  "street|st|avenue|ave|boulevard|blvd|road|rd|drive|dr|lane|ln|way|court|ct|place|plaza|square|real|highway|parkway|terrace|broadway|alameda|camino|circle|arroyo|embarcadero|row|north|south|east|west";
const addressPattern = new RegExp(
  `(?<![\\w$:.])\\d{1,6}(?: [A-Za-z0-9.'-]+){0,4}? (?:${streetWords})\\b\\.?(?: (?:real|north|south|east|west|b|#? ?\\d+)\\b)*(?: ?#\\s?\\w+)?`,
  "gi",
);
const numberedCapital = /(?<![\w$:.])\d{2,6}(?: [A-Z][\p{L}\p{M}'-]+){2,4}(?: #\s?\w+)?/gu;
const quotePattern = /["“”]([^"“”]{2,60})["“”]/g;

/** Names as written in the message, best evidence first; `shown` are texts that the assistant has just said. */
export function nameSpans(text: string, shown: readonly string[], taken: readonly Span[]): readonly NameSpan[] {
  const isTaken = coverOf(taken);
  const free = (span: Span): boolean => !isTaken(span);
  const groups: readonly (readonly NameSpan[])[] = [
    shownSpans(text, shown),
    quotedSpans(text),
    [...rangesOf(text, addressPattern), ...rangesOf(text, numberedCapital)]
      .map(({ start, end }) => nameSpan(text, { start, end, evidence: "address" as const }))
      .filter(free),
    capitalSpans(text, isTaken),
    rangesOf(text, cityPattern)
      .map(({ start, end }) => nameSpan(text, { start, end, evidence: "city" as const }))
      .filter(free),
  ];
  const [known = [], quoted = [], addresses = [], capitals = [], cities = []] = groups;
  // A city inside a longer name ("Long Beach Museum") is not a city; a longer city ("Paris, France") beats its capitals.
  const kept: NameSpan[] = [];
  for (const group of [known, quoted, addresses, [...cities, ...capitals]]) {
    const isKept = coverOf(kept);
    kept.push(...longestSpans(group).filter((span) => !isKept(span)));
  }
  return kept.sort((left, right) => left.start - right.start);
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly evidence: Evidence;
}

function nameSpan(text: string, { start, end, evidence }: Place): NameSpan {
  const words = text
    .slice(start, end)
    .replace(/(?<![\s,.;:])[\s,.;:]+$/, (tail) =>
      tail.startsWith(".") && /\p{Lu}\.$|Inc\.$/u.test(text.slice(start, end)) ? "." : "",
    );
  return { start, end: start + words.length, text: words, value: words, evidence };
}

function shownSpans(text: string, shown: readonly string[]): readonly NameSpan[] {
  const lower = text.toLowerCase();
  return shown.flatMap((name) => {
    const wanted = name.toLowerCase();
    const at = wanted.length > 2 ? lower.indexOf(wanted) : -1;
    if (at < 0 || /\w/.test(lower[at - 1] ?? " ") || /\w/.test(lower[at + wanted.length] ?? " ")) return [];
    return [nameSpan(text, { start: at, end: at + wanted.length, evidence: "shown" })];
  });
}

function quotedSpans(text: string): readonly NameSpan[] {
  return rangesOf(text, quotePattern).flatMap(({ start, match }) => {
    const inner = match[1] ?? "";
    return /o/i.test(text[start - 1] ?? "")
      ? []
      : [nameSpan(text, { start: start + 1, end: start + 1 + inner.length, evidence: "quoted" })];
  });
}

const linkers = new Set([
  "of",
  "the",
  "and",
  "de",
  "la",
  "le",
  "del",
  "da",
  "di",
  "vs",
  "a",
  "an",
  "&",
  "y",
  "el",
  "von",
  "van",
]);
/** Titles of kin that belong to a name. */
const kin = /\b(?:uncle|aunt|auntie|grandma|grandpa|cousin) $/i;
const isCapital = (token: Token): boolean => /^\p{Lu}/u.test(token.text);

/** Runs of capitalised words, with small words between them: "Mikey and Nicky", "Rio de Janeiro". */
function capitalSpans(text: string, isTaken: (span: Token) => boolean): readonly NameSpan[] {
  const tokens = tokensOf(text);
  const spans: NameSpan[] = [];
  let at = 0;
  while (at < tokens.length) {
    const run = runFrom(tokens, at, { text, isTaken });
    if (run === null) {
      at++;
      continue;
    }
    const first = tokens[at];
    const last = tokens[run];
    const titled = first === undefined ? null : kin.exec(textBefore(text, first.start, 12));
    if (first && last)
      spans.push(
        nameSpan(text, { start: first.start - (titled?.[0].length ?? 0), end: endOf(text, last), evidence: "capital" }),
      );
    at = run + 1;
  }
  return spans;
}

/** Initials, "Inc." and an exclamation mark inside a title belong to the name. */
function endOf(text: string, last: Token): number {
  const after = text.slice(last.end);
  if (/^\.\s*(?:,|$)/.test(after) && /^(?:Inc|Jr|Sr|Co)$/.test(last.text)) return last.end + 1;
  return last.end;
}

function runFrom(
  tokens: readonly Token[],
  start: number,
  place: { text: string; isTaken: (token: Token) => boolean },
): number | null {
  const { text, isTaken } = place;
  const first = tokens[start];
  if (first === undefined || !startsName(tokens, start, place)) return null;
  let last = start;
  for (let index = start + 1; index < tokens.length; index++) {
    const token = tokens[index];
    const before = tokens[index - 1];
    if (token === undefined || before === undefined) break;
    const between = text.slice(before.end, token.start);
    if (!joins(between, before, token) || isTaken(token)) break;
    if (isCapital(token) || /^\d+$/.test(token.text)) {
      if (/^(?:I|I'm|I'd|I'll|I've)$/.test(token.text)) break;
      last = index;
    } else if (!linkers.has(token.lower) || index - last > 2) break;
  }
  while (
    last > start &&
    /^(?:Please|Thanks|Thank|Today|Tomorrow|Tonight|Yes|No|And|The|Dont|Ok|Okay)$/.test(tokens[last]?.text ?? "")
  )
    last--;
  return last;
}

const afterComma = new RegExp(`^(?:${shortRegion}|MD|FACS|PhD|Inc|DDS|${longRegion})$`, "i");

function joins(between: string, before: Token, token: Token): boolean {
  if (/^[ ]+$|^ ?& ?$|^ ?\| ?$|^'$|^-$/.test(between)) return true;
  if (/^\. ?$/.test(between)) return /^(?:\p{Lu}|Dr|St|Mr|Mrs|Ms|Ft)$/u.test(before.text) && before.text !== "I";
  if (/^, ?$/.test(between)) return afterComma.test(token.text) && /^\p{Lu}/u.test(token.text);
  return /^: $/.test(between);
}

function startsName(
  tokens: readonly Token[],
  index: number,
  { text, isTaken }: { text: string; isTaken: (token: Token) => boolean },
): boolean {
  const token = tokens[index];
  if (token === undefined || isTaken(token)) return false;
  const next = tokens[index + 1];
  const numbered =
    /^\d+(?:st|nd|rd|th)?$/.test(token.text) &&
    next !== undefined &&
    isCapital(next) &&
    !commonWords.has(next.lower) &&
    /^ $/.test(text.slice(token.end, next.start));
  if (!isCapital(token) && !numbered) return false;
  if (/^(?:I|I'm|I'd|I'll|I've)$/.test(token.text)) return false;
  const opens = opensSentence(text, token.start);
  const common = commonWords.has(token.lower.replace(/'s$/, ""));
  if (!common || /\b(?:call it|name it|called|named|titled) $/i.test(textBefore(text, token.start, 12))) return true;
  if (/^(?:Dr|Mr|Mrs|Ms)$/.test(token.text)) return next !== undefined && isCapital(next);
  // "The Cooperage", "Say Anything": a common word may open a name if another capital follows.
  return (
    !opens &&
    next !== undefined &&
    isCapital(next) &&
    /^ $/.test(text.slice(token.end, next.start)) &&
    !/^I\b/.test(next.text) &&
    !/^(?:In|From|To|At|On|For|And|Yes|No|Please)$/.test(token.text)
  );
}

/** Nothing, or the end of a sentence, comes before; a quote may open there. */
function opensSentence(text: string, start: number): boolean {
  let at = /["“]/.test(text[start - 1] ?? "") ? start - 1 : start;
  if (at === 0) return true;
  while (/\s/.test(text[at - 1] ?? "")) at--;
  return /[.?!;:]/.test(text[at - 1] ?? "");
}
