import { respelled } from "../text/respell.ts";
import { numberWords, ordinalWords } from "./number-words.ts";
import { longestSpans, rangesOf, type Span } from "./span.ts";

const month =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b\\.?";
const weekday = "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)";
const shortWeekday = "(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)";
const ordinal = `(?:\\d{1,2}\\s?(?:st|nd|rd|th)|${ordinalWords})`;
const day = `(?:${ordinal}|[0-3]?\\d)`;
const year = "(?:,?\\s+(?:19|20)\\d\\d)?";
const holidays =
  "christmas eve|christmas(?: day)?|new year'?s eve|new year'?s(?: day)?|boxing day|valentine'?s day|halloween|independence day|thanksgiving(?: day)?|easter(?: sunday| monday)?";

/** Each form of a date; the longest match at a place wins. */
const forms: readonly RegExp[] = [
  /\b\d{4}-\d{2}-\d{2}\b/g,
  /\b\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})\b/g,
  /\b\d{1,2}\/\d{1,2}\b/g,
  new RegExp(`\\b${day}(?:\\s+day)?(?:\\s+of)?\\s+${month}${year}(?!\\w)`, "gi"),
  new RegExp(`\\b${month}\\s+(?:the\\s+)?${day}(?!\\w|:\\d)${year}`, "gi"),
  new RegExp(`\\b${ordinal}\\s+(?:of\\s+)?(?:this|the|next|the next)\\s+month\\b`, "gi"),
  new RegExp(
    `\\b(?:this coming|coming|next|this)\\s+(?:${weekday}|${shortWeekday})\\b(?!\\s+(?:this|next)\\s+week)`,
    "gi",
  ),
  new RegExp(`\\b${weekday},?\\s+(?:of\\s+)?(?:this|next)\\s+week\\b`, "gi"),
  new RegExp(`\\b(?:(?:this|next) week\\s+${weekday})\\b`, "gi"),
  new RegExp(`\\b(?:a week from )?${weekday}\\b`, "gi"),
  new RegExp(`\\b${weekday},?\\s+(?:the\\s+)?${ordinal}(?:\\s+of\\s+${month})?`, "gi"),
  new RegExp(`\\b${weekday},?\\s+${month}\\s+(?:the\\s+)?${day}(?!\\w|:\\d)`, "gi"),
  /\bday after tomorrow\b/gi,
  /\b(?:later )?(?:today|tonight)\b|\btomorrow\b|\byesterday\b/gi,
  new RegExp(`\\bin\\s+(?:\\d+|${numberWords}|an?|a couple of)\\s+(?:days?|weeks?|months?)(?:'? time)?\\b`, "gi"),
  new RegExp(`\\b(?:\\d+|${numberWords}|an?)\\s+(?:days?|weeks?|months?)\\s+from\\s+(?:now|today)\\b`, "gi"),
  /\b(?:this|next)\s+(?:weekend|week|month)\b|\bthis weekend\b/gi,
  new RegExp(`\\b(?:${holidays})\\b`, "gi"),
];

/** "the 7th" is a date; "the first one", "3rd Street" and "the second option" are not. */
const loneOrdinal = new RegExp(`\\b(?:the\\s+)?(?:\\d{1,2}(?:st|nd|rd|th)|${ordinalWords})\\b`, "gi");
const notAfterOrdinal =
  /^\s*(?:one|option|choice|class|floor|time|row|ave(?:nue)?\b|st(?:reet)?\b|place|grade|thought|street|road|of (?:them|these|those)|\p{Lu})/u;

/** Dates as the user wrote them. An article belongs to "the 7th", not to "the 7th of March". */
export function dateSpans(text: string): readonly Span[] {
  const spans: Span[] = forms.flatMap((form) => rangesOf(text, form).map(({ start, end }) => spanOf(text, start, end)));
  for (const { start, end, match } of rangesOf(text, loneOrdinal)) {
    const words = /[a-z]{4}/i.test(match[0].replace(/^the\s+/i, ""));
    if (notAfterOrdinal.test(text.slice(end))) continue;
    // "first" and "second" need an article to be a day.
    if (words && !/^the\s/i.test(match[0])) continue;
    if (
      words &&
      /^\s+[a-z]/i.test(text.slice(end)) &&
      !/^\s+(?:at|for|in|from|to|and|please|if|works|is|would|will|or|with|around|by)\b/i.test(text.slice(end))
    )
      continue;
    spans.push(spanOf(text, start, end));
  }
  return longestSpans(spans);
}

function spanOf(text: string, start: number, end: number): Span {
  const words = text.slice(start, end).replace(/(?<![,.\s])[,.\s]+$/, "");
  const isMay = /^may$/i.test(words);
  return { start, end: start + words.length, text: words, value: isMay ? null : words };
}

const dateWords: ReadonlySet<string> = new Set(
  "today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas next this week the of day after".split(
    " ",
  ),
);

/** Dates with a slip of the fingers ("tomorow"), for answers to a question for a date. */
export function misspelledDates(text: string): readonly Span[] {
  const corrected = respelled(text, dateWords);
  const [first, ...others] = corrected === text ? [] : dateSpans(corrected);
  // The places of a corrected text are not those of the original: only an answer that is all date counts.
  if (first === undefined || others.length > 0 || corrected.trim().length - first.text.length > 8) return [];
  return [{ start: 0, end: text.length, text: first.text, value: first.value }];
}
