import type { Rules, Words } from "../language.ts";
import { countingWords, ordinalWords } from "../number-table.ts";

const units = "first second third fourth fifth sixth seventh eighth ninth";
const tens = "twenty thirty forty fifty sixty seventy eighty ninety";

export const numberWords = {
  numberWord: [
    ...countingWords("zero/nought/naught/nil one two three four five six seven eight nine", { from: 0 }),
    ...countingWords("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", { from: 10 }),
    ...countingWords(tens.replace("forty", "forty/fourty").replace("ninety", "ninety/ninty"), {
      from: 20,
      step: 10,
      room: 10,
    }),
    [{ kind: "hundred" }, "hundred|hundreds"],
    [{ kind: "scale", value: 1000 }, "thousand|thousands"],
    [{ kind: "scale", value: 1_000_000 }, "million|millions|mil"],
    [{ kind: "scale", value: 1_000_000_000 }, "billion|billions"],
    [{ kind: "group", value: 12 }, "dozen|dozens"],
    [{ kind: "group", value: 2 }, "couple|couple of|couples|pair|pair of"],
    [{ kind: "group", value: 20 }, "score"],
  ],
  article: [[1, "a|an"]],
  fraction: [
    [0.5, "half|halves"],
    [0.25, "quarter|quarters"],
    [1 / 3, "third|thirds"],
    [0.2, "fifth|fifths"],
    [0.125, "eighth|eighths"],
    [0.1, "tenth|tenths"],
  ],
  joinTen: [],
  joinMore: [[1, "and|&"]],
  minus: [[-1, "minus|negative"]],
  point: [[1, "point|dot"]],
  numberSuffix: [
    [1000, "k"],
    [1_000_000, "m|mio|mil|mn"],
    [1_000_000_000, "bn|b"],
  ],
  ordinalWord: [
    ...ordinalWords(units),
    ...ordinalWords(
      "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
      10,
    ),
    ...ordinalWords("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth", 20, 10),
    ...tens.split(" ").flatMap((ten, index) =>
      ordinalWords(
        units
          .split(" ")
          .map((unit) => `${ten}_${unit}`)
          .join(" "),
        21 + 10 * index,
      ),
    ),
    [100, "hundredth"],
  ],
  ordinalSuffix: [[1, "st|nd|rd|th"]],
  place: [
    [-1, "last|final|latter|bottom one|bottom|last one|very last"],
    [-2, "second to last|second last|last but one|penultimate|next to last|one before last|one before the last"],
    [-3, "third to last|third last|last but two"],
    [1, "former|top one|top|initial|very first"],
  ],
} as const satisfies Partial<Words>;

/** How many "a few hundred" are about. */
export const vagueNumbers = [
  ["hundred", 300],
  ["thousand", 3000],
  ["dozen", 36],
] as const;

export const numberRules = {
  number_phrase: [
    "between <number:low> (and|to) <number:high>",
    "from? <number:low> (to|through|until|till|up to) <number:high>",
    ...vagueNumbers.map(([word, value]) => `(a few|several|some) ${word} => value=${value} hedge=about`),
    "couple (of)? hundred => value=200",
    "couple (of)? thousand => value=2000",
    "anywhere? from <number:low> to <number:high>",
    "(a few|several) => value=3 weak=1",
    "both => value=2",
    "once => value=1 weak=1",
    "twice => value=2 weak=1",
    "thrice => value=3 weak=1",
    "(none|none at all|not any|nothing) => value=0 weak=1",
    "<number:value> (times|x)",
    "a? quarter (of a)? million => value=250000",
    "a? quarter of a thousand => value=250",
    "a? baker's dozen => value=13",
    "a handful => value=5 weak=1",
    "half => value=0.5 weak=1",
    "(a single|single|just the one|only the one) => value=1",
  ],
  ordinal_phrase: [
    "(option|choice|answer|letter) <letter:value>",
    "(number|option|no|nr|choice|item|num|answer) .? <whole:value>",
    "# <whole:value>",
    "the? middle (one|option)? (of|out of) (the)? <whole:of>",
    "the? (middle|center|centre) one => of=3",
    "the? one in the (middle|center|centre) => of=3",
    "the? <ordinal:value> (one|option)? from the? (top|start|front|beginning|left)",
    "the? <ordinal:value> (from|to) the? (end|last|bottom|back) => fromEnd=1",
    "the? <ordinal:value> last => fromEnd=1",
    "the <place:value> (one|option|choice)?",
    "the <ordinal:value> one?",
    "<whole:value> => weak=1",
  ],
} as const satisfies Partial<Rules>;
