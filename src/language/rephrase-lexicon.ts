import { tableWords } from "./table-words.ts";

/** Words by which the gate judges another wording. All in lower case. */
export interface RephraseLexicon {
  /** Words that carry a fact (numbers, days, amounts, hedges): the same ones must stand in the same order. */
  readonly facts: ReadonlySet<string>;
  /** They must deny the same word as before. */
  readonly negations: ReadonlySet<string>;
  /** Patterns of offers, promises and questions without a mark; none may be added. */
  readonly offers: readonly RegExp[];
  /** Words that say what the value after them is: `from` Madrid, `to` Paris. */
  readonly roles: ReadonlySet<string>;
  /** What may begin a sentence with a capital without being a name. */
  readonly openers: ReadonlySet<string>;
  /** The small words by which the language is known. */
  readonly common: ReadonlySet<string>;
  /** Rewrites contractions, so that "can't" and "cannot" count alike. */
  expand(text: string): string;
}

/** Lists of words, separated by spaces. */
export const set = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(" ").split(" "));

/** Among the numbers of Spanish: an article, and what denies a word. */
const noFacts = new Set(["una", "ninguno", "ninguna"]);

/** The numbers, days, months and lengths of time of the language, and these. */
export const factWords = (language: string, others: readonly string[]): ReadonlySet<string> => {
  const tables = ["numberWord", "ordinalWord", "month", "weekday", "dayWord", "part", "clockWord", "timeUnit"] as const;
  return new Set([...tableWords(language, ...tables), ...set(...others)].filter((word) => !noFacts.has(word)));
};
