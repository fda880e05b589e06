import { digits, numberOf, numberWords } from "./number-words.ts";
import { coverOf, longestSpans, rangesOf, type Span, textBefore } from "./span.ts";

export interface NumberSpan extends Span {
  readonly value: number;
}

const currency = "(?:dollars?|bucks?|euros?|pounds?|usd|eur|gbp|cents?|quid|€|£|\\$)";
const moneyForms: readonly RegExp[] = [
  new RegExp(`[$€£]\\s?(${digits})(?:\\s?(?:k\\b|thousand))?`, "gi"),
  new RegExp(`(?<![\\w.,])(${digits}|${numberWords})\\s?${currency}(?!\\w)`, "gi"),
];

/** Amounts with their currency: "$1,200.50", "fifty euros". The value is the number alone. */
export function moneySpans(text: string): readonly NumberSpan[] {
  const spans = moneyForms.flatMap((form) =>
    rangesOf(text, form).flatMap(({ start, end, match }) => {
      const value = numberOf(match[1] ?? "");
      return value === null ? [] : [{ start, end, text: text.slice(start, end), value }];
    }),
  );
  return longestSpans(spans);
}

const numberForms = [
  new RegExp(`(?<![\\w.,:#/-])(?:${digits})(?![\\w:/]|[.,]\\d|-\\d)`, "gi"),
  new RegExp(`(?<![\\w-])${numberWords}(?![\\w-])`, "gi"),
];
/** "one" that counts nothing: "that one", "one of them", "one way". */
const pronoun =
  /(?:\b(?:that|this|which|the|another|other|no|any|every|some|good|better|nice|different|cheap|cheaper|first|last|next|right|wrong|it|the only)\s+)$/i;
const notCounted =
  /^(?:\s+(?:of|way|more time|with|that|which|in|at|for me|from|to|on|is|i|by|please)\b|-way|\s*way\b)/i;

/** Plain numbers, in digits or words, that belong to none of the other spans. */
export function numberSpans(text: string, taken: readonly Span[]): readonly NumberSpan[] {
  const isTaken = coverOf(taken);
  const spans = numberForms.flatMap((form) =>
    rangesOf(text, form).flatMap(({ start, end, match }) => {
      const value = numberOf(match[0]);
      if (value === null || /^an?$/i.test(match[0])) return [];
      const span = { start, end, text: match[0], value };
      if (isTaken(span)) return [];
      if (/^one$/i.test(match[0]) && (pronoun.test(textBefore(text, start, 24)) || notCounted.test(text.slice(end))))
        return [];
      return [span];
    }),
  );
  return longestSpans(spans);
}
