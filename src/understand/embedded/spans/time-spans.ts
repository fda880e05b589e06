import { hourWords } from "./number-words.ts";
import { longestSpans, rangesOf, type Span } from "./span.ts";

const hour = `(?:[01]?\\d|2[0-4]|${hourWords})`;
const clock = "(?:[01]?\\d|2[0-4])[:.][0-5]\\d";
const half = "(?:a\\.m\\.|p\\.m\\.|am\\b|pm\\b|a\\.m\\b|p\\.m\\b)";
const part = "(?:\\s+(?:in the (?:early |late )?(?:morning|afternoon|evening|night)|at night|tonight))";
const partWord = "(?:morning|afternoon|evening|night)";
const past = `(?:half past|half|quarter past|quarter to|quarter after|(?:five|ten|twenty|twenty[- ]five|\\d{1,2})(?: minutes?)? (?:past|to|after|before))`;

const forms: readonly RegExp[] = [
  new RegExp(`\\b${clock}(?:\\s*${half})?${part}?`, "gi"),
  new RegExp(`\\b${hour}\\s*${half}`, "gi"),
  new RegExp(`\\b${past} ${hour}\\b(?:\\s*${half})?${part}?`, "gi"),
  new RegExp(`\\b${hour}\\s*o(?:\\s*['’"])?\\s*clock\\b(?:\\s*(?:${half}))?${part}?`, "gi"),
  new RegExp(`\\b${hour}${part}`, "gi"),
  new RegExp(`\\b${hour} (?:fifteen|thirty|forty[- ]?five)\\b(?:\\s*${half})?${part}?`, "gi"),
  new RegExp(
    `\\b${partWord} (?:at )?(?:around )?(?:${clock}|${hour})\\b(?!\\s*(?:people|persons?|tickets?|seats?|rooms?|nights?|days?|adults?|passengers?))`,
    "gi",
  ),
  /\b(?:noon|midnight|midday)\b/gi,
];

/** "at 3" is a time only if no other meaning is near. */
const bareHour = new RegExp(
  `\\b(?:at|around|about|by|before|after|until|till) (${hour})(?=[\\s.,?!]*(?:$|[.,?!]|\\b(?:on|in|for|and|from|please|to|with|next|this|tomorrow|today)\\b))`,
  "gi",
);

export function timeSpans(text: string): readonly Span[] {
  const spans: Span[] = forms.flatMap((form) =>
    rangesOf(text, form).map(({ start, match }) => {
      const words = match[0].trim();
      return { start, end: start + words.length, text: words, value: words };
    }),
  );
  return longestSpans(spans);
}

export function bareHourSpans(text: string): readonly Span[] {
  return rangesOf(text, bareHour).map(({ start, match }) => {
    const words = match[1] ?? "";
    const from = start + match[0].length - words.length;
    return { start: from, end: from + words.length, text: words, value: words };
  });
}
