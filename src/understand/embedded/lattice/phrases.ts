import { type Chart, createChart, type Scan, scanPhrases } from "../../../language/grammar/chart.ts";
import { tokensOf } from "../../../language/grammar/tokens.ts";
import type { Language } from "../../../language/language.ts";
import { languageOf, languages } from "../../../language/languages.ts";
import type { Wording } from "../../../language/wording.ts";
import { wordings } from "../../../language/wordings.ts";

/** A stretch of the words of a message: from the first to the one after the last. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

type PhraseTable = keyof Wording | "page";

/** Where phrases of a table stand in a text. */
export interface Phrases {
  /** The longest phrase that begins at each place, in the order of the text; they do not overlap. */
  all(table: PhraseTable): readonly Stretch[];
  /** The end of the longest phrase from a place on; null where none begins. */
  from(table: PhraseTable, at: number): number | null;
  /** The start of the longest phrase that ends at a place; null where none does. */
  endingAt(table: PhraseTable, at: number): number | null;
}

const built = new Map<string, ReadonlyMap<string, Scan>>();
const longestPhrase = 6;

export function phrasesIn(text: string, language: string): { readonly phrases: Phrases; readonly chart: Chart } {
  const { code } = languageOf(language);
  const chart = createChart(text, symbolsOf(code));
  const from = (table: PhraseTable, at: number): number | null => chart.matches(table, at)[0]?.end ?? null;
  const known = new Map<PhraseTable, readonly Stretch[]>();
  function stretchesOf(table: PhraseTable): readonly Stretch[] {
    const found: Stretch[] = [];
    for (let at = 0; at < chart.tokens.length; ) {
      const end = from(table, at);
      if (end !== null) found.push({ from: at, to: end });
      at = end ?? at + 1;
    }
    return found;
  }
  return {
    chart,
    phrases: {
      from,
      all(table) {
        const found = known.get(table) ?? stretchesOf(table);
        known.set(table, found);
        return found;
      },
      endingAt(table, at) {
        for (let start = Math.max(0, at - longestPhrase); start < at; start += 1)
          if (chart.matches(table, start).some(({ end }) => end === at)) return start;
        return null;
      },
    },
  };
}

function symbolsOf(code: string): ReadonlyMap<string, Scan> {
  const known = built.get(code);
  if (known !== undefined) return known;
  const wording = wordings[code] ?? withOwnWords(languageOf(code));
  const symbols = new Map(
    Object.entries({ ...wording, page: pageWords }).map(([table, phrases]): [string, Scan] => [
      table,
      scanPhrases(split(phrases)),
    ]),
  );
  built.set(code, symbols);
  return symbols;
}

/** A language without a wording has English phrases, and light words of its own: "die" and "nicht" carry no meaning in German. */
function withOwnWords({ stopWords, words: { filler, light } }: Language): Partial<Wording> {
  const own = [...stopWords, ...[...filler, ...light].map(([, phrases]) => phrases)];
  return { ...wordings["en"], light: own.join("|") };
}

/** People mix languages. */
const pageWords = Object.values(languages)
  .flatMap(({ words }) => words.pageWord.map(([, phrases]) => phrases))
  .join("|");

const split = (phrases: string): readonly (readonly [readonly string[], unknown])[] =>
  phrases.split("|").map((phrase) => [tokensOf(phrase).map(({ text }) => text), 1]);
