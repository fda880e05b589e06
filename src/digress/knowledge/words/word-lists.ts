import type { Language } from "../../../language/language.ts";
import type { SearchWords } from "../../../language/search-words.ts";

/** How well another word stands for the one that was asked for. */
export type Alternatives = ReadonlyMap<string, number>;

export interface Vocabulary {
  /** The language in which its numbers are read. */
  readonly language: string;
  readonly stem: Language["stem"];
  readonly stopWords: ReadonlySet<string>;
  /** How a question begins that leans on the one before. */
  readonly followUps: readonly string[];
  /** Words before a noun that stand for one another: "a dog" in the place of "my cat". */
  readonly determiners: ReadonlySet<string>;
  readonly weakWords: ReadonlySet<string>;
  /** By the word as asked, or by the stems of its words, joined by `_`. */
  readonly alternatives: ReadonlyMap<string, Alternatives>;
  /** Those of the alternatives that only the author gave: they say what these documents call a thing. */
  readonly authored: ReadonlyMap<string, Alternatives>;
}

const synonymWorth = 0.8;
const wholeWorth = 0.7;

export function readVocabulary(
  { weakWords, same, kinds }: SearchWords,
  { code, stem, stopWords, followUps, words }: Language,
  authoredKinds = "",
): Vocabulary {
  const alternatives = new Map<string, Map<string, number>>();
  const offer = (word: string, other: string, worth: number): void => {
    const offered = alternatives.get(word) ?? new Map<string, number>();
    alternatives.set(word, offered.set(other, Math.max(worth, offered.get(other) ?? 0)));
  };
  for (const group of linesOf(same).map(wordsOf)) {
    for (const word of group) for (const other of group) if (other !== word) offer(word, other, synonymWorth);
  }
  const authored = new Map<string, Map<string, number>>();
  for (const [lines, byAuthor] of [[linesOf(kinds), false] as const, [linesOf(authoredKinds), true] as const]) {
    for (const line of lines) {
      const [whole = "", members = ""] = line.split(":");
      const names = [whole.trim(), ...(alternatives.get(whole.trim())?.keys() ?? [])];
      for (const kind of wordsOf(members)) {
        for (const name of names.filter((each) => each !== kind)) {
          const known = alternatives.get(kind)?.has(name) === true;
          if (byAuthor && !known) authored.set(kind, (authored.get(kind) ?? new Map()).set(name, wholeWorth));
          offer(kind, name, wholeWorth);
        }
      }
    }
  }
  return {
    language: code,
    stem,
    stopWords,
    followUps,
    determiners: new Set(words.determiner.flatMap(([, phrases]) => phrases.split("|"))),
    weakWords: new Set(wordsOf(weakWords)),
    alternatives: byStems(alternatives, stem),
    authored: byStems(authored, stem),
  };
}

/** Lists name a word in one or two forms; people use them all. A form that is listed itself keeps its own line. */
function byStems(listed: ReadonlyMap<string, Alternatives>, stem: Language["stem"]): ReadonlyMap<string, Alternatives> {
  const found = new Map(listed);
  for (const [key, alternatives] of listed) {
    const stems = phraseKey(key.split("_"), stem);
    if (!found.has(stems)) found.set(stems, alternatives);
  }
  return found;
}

/** The same however the words are bent: "called off" as "calling off". */
export const phraseKey = (words: readonly string[], stem: Language["stem"]): string => words.map(stem).join("_");

const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line.trim() !== "");
const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "");
