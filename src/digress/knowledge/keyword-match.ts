import type { DatabaseSync } from "node:sqlite";
import type { ConceptMatch, PassageIndex } from "./indexed-passages.ts";
import { searchableText } from "./passage-index.ts";
import type { Concept } from "./words/concepts.ts";

/** A word in a heading says what the passage is about; in the text it may stand by the way. */
const textWorth = 0.75;
const weakShare = 0.25;

/** Asks the keyword table for each concept and what may stand for it. */
export function matchConcepts(
  database: DatabaseSync,
  index: PassageIndex,
  concepts: readonly Concept[],
): readonly ConceptMatch[] {
  const find = database.prepare("SELECT rowid AS id FROM words WHERE words MATCH ?");
  const worthsOf = (groups: ReadonlyMap<number, readonly string[]>): Float64Array => {
    const worths = new Float64Array(index.passages.length);
    for (const [worth, words] of groups) {
      for (const [column, share] of [
        ["title", 1],
        ["text", textWorth],
      ] as const) {
        for (const { id } of find.all(`${column} : (${words.map((word) => quoted(word, index)).join(" OR ")})`) as {
          id: number;
        }[]) {
          const place = index.places.get(id);
          if (place !== undefined) worths[place] = Math.max(worths[place] ?? 0, worth * share);
        }
      }
    }
    return worths;
  };
  return concepts.map((concept) => {
    const { word, alternatives, authored } = concept;
    const others = [...alternatives].filter(([other]) => !authored.has(other));
    const plain = worthsOf(byWorth([[word, 1], ...others]));
    const byAuthor = worthsOf(byWorth([...authored]));
    const authoredWorths = byAuthor.map((worth, place) => (worth > (plain[place] ?? 0) ? worth : 0));
    const worths = plain.map((worth, place) => Math.max(worth, byAuthor[place] ?? 0));
    const found = worths.reduce((count, worth) => count + (worth > 0 ? 1 : 0), 0);
    const weight = rarity(found, worths.length) * (concept.weak ? weakShare : 1);
    return { concept, weight, worths, authoredWorths };
  });
}

/** The inverse document frequency of BM25, in the form that never turns negative. */
export const rarity = (found: number, all: number): number => Math.log(1 + (all - found + 0.5) / (found + 0.5));

function byWorth(words: readonly (readonly [string, number])[]): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const [word, worth] of words) groups.set(worth, [...(groups.get(worth) ?? []), word]);
  return groups;
}

/** As a phrase: nothing that a user writes is read as search syntax. */
const quoted = (word: string, index: PassageIndex): string =>
  `"${searchableText(word.replaceAll("_", " "), index).replaceAll('"', '""')}"`;
