import { baseLanguage } from "./locale.ts";

/**
 * The language that a message is surely written in, if it is another one than the conversation's; else null. A single
 * word never tells, and neither does a name: whoever answers "Las Palmas" goes on in the language they began in.
 */
export function detectLanguage(message: string, current: string): string | null {
  const own = languageSigns.get(baseLanguage(current));
  const words = wordsOf(message);
  if (own === undefined || words.length < 2) return null;
  const mine = scoreOf(words, own);
  const [best] = [...languageSigns]
    .filter(([language]) => language !== baseLanguage(current))
    .map(([language, signs]) => ({ language, ...scoreOf(words, signs) }))
    .sort((left, right) => right.score - left.score);
  if (best === undefined || best.score < 3 * mine.score) return null;
  return best.isSure || best.score >= 3 ? best.language : null;
}

function scoreOf(words: readonly string[], { sure, common, inNames }: LanguageSigns) {
  const count = (signs: ReadonlySet<string>): number => new Set(words.filter((word) => signs.has(word))).size;
  const score = 2 * count(sure) + count(common);
  return { isSure: count(sure) > 0, score: score === 0 ? 0 : score + count(inNames) };
}

/** Composed letters, so that "dónde" is one word however it was typed. */
const wordsOf = (message: string): readonly string[] =>
  message
    .normalize("NFC")
    .replaceAll("’", "'")
    .toLowerCase()
    .match(/\p{L}+(?:'\p{L}+)*/gu) ?? [];

/** Small words that tell a language. What two languages share tells nothing and stands in neither. */
interface LanguageSigns {
  /** One of them is enough, in a message of several words: nothing else is written like this. */
  readonly sure: ReadonlySet<string>;
  readonly common: ReadonlySet<string>;
  /** They stand in names too ("Las Palmas de Gran Canaria"), so they count only beside other signs. */
  readonly inNames: ReadonlySet<string>;
}

const set = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(" ").split(" "));

/** One entry for each language that has texts. */
export const languageSigns: ReadonlyMap<string, LanguageSigns> = new Map([
  [
    "en",
    {
      sure: set(
        "i i'd i'm i'll i've want would could should please what what's which how where when why who thanks thank hello",
        "don't can't doesn't isn't need you your there something anything",
      ),
      common: set(
        "to from for and with my is are be do does did can have has had it this that these those we our they not yes",
        "about if or but an in on at by as was were will go get make",
      ),
      inNames: set("the of"),
    },
  ],
  [
    "es",
    {
      sure: set(
        "quiero quisiera quería necesito puedo puedes puede podría podrías hola gracias favor cuánto cuántos cuánta cuántas",
        "cuál cuáles dónde adónde cómo qué quién días tardes noches estoy está están tengo tiene tienes hay también",
        "mañana hoy ayer sí quieres quiere busco dime eres soy ningún ninguna nada porque pero hacer usted",
      ),
      common: set(
        "un una unos unas en por para que mi mis tu su sus se es con lo le les nos te y o más muy ya desde hasta este esta",
        "esto ese esa eso cuando donde como cual si al buenos buenas otra otro gustaría ser",
      ),
      inNames: set("el la los las de del"),
    },
  ],
]);
