import type { Rules, Words } from "../language.ts";
import { countingWords } from "../number-table.ts";

const small =
  "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(
    " ",
  );
const tens = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(" ");

/** As folded: no umlauts, and `ss` for the sharp s. Some people write `ue` for it. */
const plain = (word: string): string =>
  word
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll("fuenf", "funf")
    .replaceAll("zwoelf", "zwolf");

const values: ReadonlyMap<string, number> = new Map([
  ...small.map((word, value): [string, number] => [plain(word), value]),
  ...tens.map((word, index): [string, number] => [plain(word), 20 + 10 * index]),
  ["eins", 1],
  ["zwo", 2],
  ["anderthalb", 1.5],
]);

const fractions: Readonly<Record<string, number>> = { einhalb: 0.5, einviertel: 0.25, dreiviertel: 0.75 };

/** `dreiundzwanzig`, `zweihundertsechs`, `zweieinhalb`: written as one word of parts. Null for any other word. */
export function compoundNumber(written: string): number | null {
  const word = plain(written);
  if (word.length > 80) return null;
  const [, whole, part = ""] = /^(.+)(einhalb|einviertel|dreiviertel)$/.exec(word) ?? [];
  if (whole !== undefined) {
    const count = compoundNumber(whole);
    return count === null ? null : count + (fractions[part] ?? 0);
  }
  return scaled(word, "tausend", 1000) ?? scaled(word, "hundert", 100) ?? belowHundred(word);
}

/** What stands before a scale counts it, what stands behind is added. */
function scaled(word: string, scale: string, value: number): number | null {
  const at = word.indexOf(scale);
  if (at < 0) return null;
  const [before, rest] = [word.slice(0, at), word.slice(at + scale.length).replace(/^und(?=.)/, "")];
  const count = before === "" ? 1 : (scaled(before, "hundert", 100) ?? belowHundred(before));
  const more = rest === "" ? 0 : (scaled(rest, "hundert", 100) ?? belowHundred(rest));
  return count === null || more === null || more >= value ? null : count * value + more;
}

function belowHundred(word: string): number | null {
  const known = values.get(word);
  if (known !== undefined) return known;
  const at = word.indexOf("und");
  const [unit, ten] = [values.get(word.slice(0, at)), values.get(word.slice(at + 3))];
  if (at < 1 || unit === undefined || ten === undefined) return null;
  return unit >= 1 && unit <= 9 && ten >= 20 ? ten + unit : null;
}

const irregular: Readonly<Record<number, string>> = { 1: "erst", 3: "dritt", 7: "siebt", 8: "acht" };
const nameOf = (value: number): string =>
  value < 20
    ? (small[value] ?? "")
    : value % 10 === 0
      ? (tens[value / 10 - 2] ?? "")
      : `${small[value % 10]}und${tens[Math.floor(value / 10) - 2]}`;
const ordinalStem = (value: number): string => irregular[value] ?? `${nameOf(value)}${value < 20 ? "t" : "st"}`;
const endings = ["e", "en", "er", "es", "em"];
const spellings = (word: string): readonly string[] =>
  word.includes("ß") || word.includes("ü") ? [word, plain(word), word.replaceAll("ü", "ue")] : [word];

export const numberWords = {
  numberWord: [
    ...countingWords(
      "null/keine/kein/keinen eins/ein/eine/einen/einem/einer zwei/zwo drei vier fünf/fuenf sechs sieben acht neun",
      { from: 0 },
    ),
    ...countingWords("zehn elf zwölf/zwoelf dreizehn vierzehn fünfzehn/fuenfzehn sechzehn siebzehn achtzehn neunzehn", {
      from: 10,
    }),
    ...countingWords("zwanzig dreißig/dreissig vierzig fünfzig/fuenfzig sechzig siebzig achtzig neunzig", {
      from: 20,
      step: 10,
    }),
    [{ kind: "hundred" }, "hundert|hunderte"],
    [{ kind: "scale", value: 100, isAlone: true }, "hundert"],
    [{ kind: "scale", value: 1000, isAlone: true }, "tausend|tausende|tsd|tsd.|mille"],
    [{ kind: "scale", value: 1_000_000 }, "million|millionen|mio|mio."],
    [{ kind: "scale", value: 1_000_000_000 }, "milliarde|milliarden|mrd|mrd."],
    [{ kind: "group", value: 12 }, "dutzend"],
  ],
  article: [[1, "ein|eine|einen|einem|einer|eines|nen|ne|n|'n|'ne"]],
  fraction: [
    [0.5, "halbe|halber|halbes|halben|halbem|halb|hälfte"],
    [0.25, "viertel"],
    [1 / 3, "drittel"],
    [0.2, "fünftel"],
    [0.125, "achtel"],
    [0.1, "zehntel"],
  ],
  joinTen: [],
  joinMore: [[1, "und|u.|&"]],
  minus: [[-1, "minus"]],
  point: [[1, "komma|punkt"]],
  numberSuffix: [
    [1000, "k"],
    [1_000_000, "m|mio"],
  ],
  ordinalWord: Array.from({ length: 100 }, (_, index) => index + 1).map(
    (value) =>
      [
        value,
        spellings(value === 100 ? "hundertst" : ordinalStem(value))
          .flatMap((stem) => endings.map((ending) => stem + ending))
          .join("|"),
      ] as const,
  ),
  ordinalSuffix: [[1, "te|ten|ter|tes|ste|sten|ster"]],
  place: [
    [
      -1,
      "letzte|letzter|letztes|letzten|letztere|letzterer|letzteres|unterste|unterster|unterstes|ganz unten|hinterste",
    ],
    [-2, "vorletzte|vorletzter|vorletztes|vorletzten|zweitletzte|zweitletzter|zweitletztes"],
    [-3, "drittletzte|drittletzter|drittletztes|vorvorletzte"],
    [1, "erstere|ersterer|ersteres|oberste|oberster|oberstes|ganz oben|vorderste"],
  ],
} as const satisfies Partial<Words>;

export const numberRules = {
  number_phrase: [
    "zwischen <number:low> und <number:high>",
    "von? <number:low> bis (zu)? <number:high>",
    "ein paar => value=3 hedge=about",
    "(ein paar|einige) hundert => value=300 hedge=about",
    "(ein paar|einige) tausend => value=3000 hedge=about",
    "(einige|mehrere|ein paar wenige|wenige) => value=3 weak=1",
    "(beide|alle beide|alle zwei) => value=2",
    "die hälfte => value=0.5",
    "(ein einziger|eine einzige|ein einziges|einen einzigen|nur einer|nur eine|nur eins) => value=1",
  ],
  ordinal_phrase: [
    "(option|antwort|auswahl|buchstabe) <letter:value>",
    "(nummer|nr|option|antwort|punkt|auswahl|no) .? <whole:value>",
    "# <whole:value>",
    "(der|die|das|den|dem) (mittlere|mittleren|mittlerer|mittleres|in der mitte) => of=3",
    "(der|die|das|den|dem) (mittlere|mittleren) (von|der) (den)? <whole:of>",
    "(der|die|das|den|dem|zum|zur|als|am)? <ordinal:value> (von oben|von vorn|von vorne|von links|von anfang an)",
    "(der|die|das|den|dem|zum|zur)? <ordinal:value> (von unten|von hinten|vom ende|von rechts) => fromEnd=1",
    "(der|die|das|den|dem|zum|zur|als) <ordinal:value>",
    "(der|die|das|den|dem|zum|zur) <place:value>",
    "(die|der|das) <whole:value>",
    "<whole:value> => weak=1",
  ],
} as const satisfies Partial<Rules>;
