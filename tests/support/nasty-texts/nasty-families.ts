import type { RandomNumbers } from "../random-numbers.ts";
import { type NastyText, pumped } from "./nasty-text.ts";

type Family = (random: RandomNumbers, words: readonly string[]) => NastyText;

const one = <Value>(random: RandomNumbers, values: readonly Value[]): Value => values[random(values.length)] as Value;
const some = (random: RandomNumbers, values: readonly string[], most: number): string =>
  Array.from({ length: 1 + random(most) }, () => one(random, values)).join("");

const ends = [" ", ". ", ", ", "! ", "? ", "; ", "\n", ".\n", " and ", " but ", ": ", " - ", "."];
const blanks = [" ", "\t", "\n", "\u00a0", "\u3000", "\u2003", "\r\n", " \n", "\t "];
const marks = [..."..,,!?;:-–—…'\"“”‘’()[]{}<>/\\|@#$%&*+=_~^`€£¿¡"];
const brackets = ["(", "[", "{", "“", "‘", '"', "'", "<", "(a ", "[b, ", "not (", "¿", "((a) ", "[[b] "];
const invisible = [
  "\u200b",
  "\u200d",
  "\u200c",
  "\u2060",
  "\ufeff",
  "\u00ad",
  "\u{e0041}",
  "\u{e007f}",
  "\ufe0f",
  "\u180e",
];
const bidi = [
  "\u202a",
  "\u202b",
  "\u202c",
  "\u202d",
  "\u202e",
  "\u2066",
  "\u2067",
  "\u2068",
  "\u2069",
  "\u200e",
  "\u200f",
];
const combining = ["\u0301", "\u0300", "\u0323", "\u0489", "\u20dd", "\u0338", "\u{1d165}"];
const astral = ["𝔟", "𝒶", "😀", "🏳️‍🌈", "👨‍👩‍👧‍👦", "🇪🇸", "𠀀", "👍🏽", "𝟙", "𝟘", "ﷺ", "각", "ก็", "नि"];
const numbers = [
  "1",
  "12",
  "7,",
  "1.",
  "1,000",
  "3.14",
  "$",
  "€",
  " million ",
  "twenty ",
  "two ",
  "hundred ",
  "and ",
  "a ",
  "half ",
  "dozen ",
  "-",
  "/",
  "0",
  "1e9",
  "#",
  "½",
  "٣",
  "１",
];
const dates = [
  ...[
    "monday ",
    "next ",
    "this ",
    "week ",
    "the ",
    "1st ",
    "of ",
    "31/",
    "12-",
    "may ",
    "tomorrow ",
    "in 3 days ",
    "2026-",
  ],
  ...[
    "at ",
    "8 ",
    "8:00 ",
    "pm ",
    "half past ",
    "noon ",
    "a week from ",
    "first ",
    "day ",
    "from ",
    "now ",
    "or ",
    "to ",
    "el ",
    "de ",
  ],
];

const families: Readonly<Record<string, Family>> = {
  repetition: (random, words) => {
    const clause = Array.from({ length: 1 + random(4) }, () => one(random, words)).join(" ");
    return pumped(`repetition ${clause}`, { pump: `${clause}${one(random, ends)}` });
  },
  nesting: (random, words) => {
    const [open, word] = [some(random, brackets, 2), one(random, words)];
    return pumped(`nesting ${open}`, { before: `${word} `, pump: open, after: random(2) === 0 ? `${word})` : "" });
  },
  blanks: (random, words) => {
    const blank = some(random, blanks, 3);
    const [before, after] = [one(random, words), random(2) === 0 ? one(random, words) : ""];
    return pumped(`blanks ${JSON.stringify(blank)}`, { before, pump: blank, after });
  },
  table: (random, words) => {
    const columns = Array.from({ length: 2 + random(3) }, () => one(random, words));
    return pumped(`pasted table ${columns.join("|")}`, { pump: `${columns.join(" ".repeat(20 + random(200)))}\n` });
  },
  punctuation: (random, words) => {
    const mark = some(random, marks, 4);
    return pumped(`punctuation ${mark}`, {
      before: one(random, words),
      pump: mark,
      after: one(random, ["", "a", " x"]),
    });
  },
  invisible: (random, words) => {
    const [mark, word] = [some(random, [...invisible, ...bidi], 3), one(random, words)];
    return pumped("invisible", {
      before: word,
      pump: random(2) === 0 ? mark : `${one(random, words)}${mark}`,
      after: word,
    });
  },
  combining: (random, words) =>
    pumped("combining", {
      before: one(random, words),
      pump: random(2) === 0 ? one(random, combining) : `e${some(random, combining, 9)} `,
    }),
  astral: (random, words) =>
    pumped("astral", {
      before: `${one(random, words)} `,
      pump: `${some(random, astral, 4)}${one(random, ["", " ", ", ", "\u200d"])}`,
    }),
  numbers: (random) => pumped("numbers", { pump: some(random, numbers, 5), after: one(random, ["", "x", " euros"]) }),
  dates: (random) => pumped("dates", { pump: some(random, dates, 5), after: one(random, ["", "x", "2026"]) }),
  capitals: (random, words) => {
    const name = one(random, words);
    const capital = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return pumped(`capitals ${capital}`, {
      before: one(random, ["for ", "to ", "my name is ", ""]),
      pump: `${capital}${one(random, [" ", ", ", "-", "'", " of "])}`,
    });
  },
  letters: (random) =>
    pumped("one word", {
      pump: one(random, ["a", "ab", "aA", "no", "é", "ß", "İ", "x1"]),
      after: one(random, ["", "!", "-"]),
    }),
};

const makers = Object.values(families);

/** One of the families after the other, each time with other material. */
export const familyTexts = (random: RandomNumbers, words: readonly string[], count: number): readonly NastyText[] =>
  Array.from({ length: count }, (_, index) => (makers[index % makers.length] as Family)(random, words));
