import { type FormReader, formsOf, type Stretch, stretchesOf } from "./form.ts";

/** ISO 13616: how long the numbers of each country are. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  "AD24 AE23 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24 SM27 TR26 UA29"
    .split(" ")
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
);

const ibanStart = /(?<![\p{L}\d])[a-z]{2}\d{2}(?=[ -]?[a-z\d])/giu;

export const readIbans: FormReader = (chart) =>
  formsOf(
    Array.from(chart.source.matchAll(ibanStart)).flatMap((match): readonly Stretch[] => {
      const length = lengths[match[0].slice(0, 2).toUpperCase()];
      const taken = length === undefined ? null : takeSigns(chart.source, match.index, length);
      return taken !== null && isIban(taken.value) ? [taken] : [];
    }),
    chart,
  );

/** So many letters and digits from a place, blanks and hyphens between them passed over. */
function takeSigns(text: string, from: number, length: number): Stretch | null {
  let value = "";
  let at = from;
  for (; value.length < length && at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (/[a-z\d]/i.test(sign)) value += sign.toUpperCase();
    else if (!/[ \u00a0-]/.test(sign)) return null;
  }
  return value.length === length && !/[a-z\d]/i.test(text[at] ?? "") ? { from, to: at, value } : null;
}

/** The first four characters moved to the end, letters as numbers: the rest by 97 is 1. */
function isIban(text: string): boolean {
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join("");
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

const codeForm =
  /(?<![\p{L}\d])(?:\p{Lu}{1,4} (?:\d{1,6} ){0,3}(?=\d))?#?[\p{L}\d]{1,40}(?:[-._/][\p{L}\d]{1,40}){0,8}(?![\p{L}\d])/gu;
/** A number with its unit, an hour, an ordinal: they look like codes and are none. */
const measured =
  /^\d+-\p{Ll}{3,}$|^\d+(?:[.,]\d+)?(?:[ap]m|st|nd|rd|th|kg|g|km|m|cm|mm|ml|l|h|k|x|er|e|eme|º|ª|gb|mb|tb)$/iu;
/** Dictated sign by sign, letters first: `b k 7 2 9 1`; or digits in groups: `12 34 56`. */
const dictated = /(?<![\p{L}\d.,:/'’-])(?:(?:\p{L} ){0,4}\d(?: \d){3,19}|\d{2,4}(?: \d{2,4}){2,5})(?![\p{L}\d.,:/-])/gu;
const dateLike = /^\d{1,4}[./ -]\d{1,2}[./ -]\d{1,4}$/;

/** Numbers of orders and the like: signs with a digit among them. Those that mix letters and digits come first. */
export const readCodes: FormReader = (chart) =>
  formsOf(
    [
      ...stretchesOf(chart.source, dictated, ([written]) =>
        dateLike.test(written) && !/^\d{2}(?: \d\d)+$/.test(written) ? null : written.replaceAll(" ", ""),
      ),
      ...stretchesOf(chart.source, codeForm, ([written]) => {
        const value = written.replace(/^#/, "");
        const digits = value.replaceAll(/\D/g, "").length;
        if (digits === 0) return /^\p{Lu}{4,}$/u.test(value) ? { value, isWeak: true } : null;
        const hasLetters = /\p{L}/u.test(value);
        const isPlain = measured.test(value) || dateLike.test(value) || (!hasLetters && digits < 3);
        return isPlain && !written.startsWith("#") ? { value, isWeak: true } : value;
      }),
    ],
    chart,
  );

/** Plates by country: Britain, India, Germany, France and Italy, Spain, the Netherlands, Ireland, Switzerland; then any mixture. */
const plateForms: readonly RegExp[] = [
  /(?<![\p{L}\d'’-])[A-Z]{2}[- ]?\d{2}[- ]?[A-Z]{3}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])[A-Z]{2}[- ]?\d{2}[- ]?[A-Z]{1,2}[- ]?\d{4}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])[A-ZÄÖÜ]{1,3}(?:-[A-Z]{1,2} ?-?\d{1,4}| [A-Z]{1,2} ?-?\d{1,4}|-\d{1,6})[A-Z]?(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])[A-Z]{2}[- ]?\d{3}[- ]?[A-Z]{2}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])\d{4}[- ]?[A-Z]{3}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])[A-Z]{1,2}[- ]\d{4}[- ][A-Z]{1,2}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])(?:\d{2}-?[A-Z]{2,3}-?\d{1,2}|[A-Z]{1,2}-?\d{2,3}-?[A-Z]{1,2}|\d-?[A-Z]{3}-?\d{2,3})(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])[A-Z] ?\d{1,3} ?[A-Z]{3}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])[A-Z]{1,2} \d{3,5} [A-Z]{1,2}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])[A-Z]{3}[- ]?\d{3,4}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])\d{2,3}-[A-Z]{1,2}-\d{1,6}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])[A-Z]{2} ?\d{3,6}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])\d{1,4} ?[A-Z]{2,3} ?\d{2}(?![\p{L}\d-])/giu,
  /(?<![\p{L}\d'’-])(?=[A-Z\d]{5,8}(?![\p{L}\d-]))(?=\d{0,7}[A-Z])(?=[A-Z]{0,7}\d)[A-Z\d]{5,8}/giu,
];

export const readPlates: FormReader = (chart, { language }) =>
  formsOf(
    plateForms.flatMap((form) =>
      stretchesOf(chart.source, form, ([written]) => {
        const value = written.replaceAll(/[ -]/g, "").toUpperCase();
        const isWord = written
          .split(/[ -]/)
          .some((part) => part !== part.toUpperCase() && language.stopWords.has(part));
        if (isWord) return null;
        return written === written.toUpperCase() ? value : { value, isWeak: true };
      }),
    ),
    chart,
  );
