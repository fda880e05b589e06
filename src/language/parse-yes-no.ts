import { foldText } from "./fold-text.ts";

/** Folded: no accents, no capitals, no punctuation. English and Spanish. */
const yes =
  "yes|y|yeah|yea|yep|yup|sure|ok|okay|true|1|correct|right|absolutely|definitely|certainly|affirmative|indeed|of course|why not|sounds good|go ahead|please do|i do|i am|i would|i will|no problem|that is right|thats right|that works|perfect|great|si|claro|vale|verdadero|correcto|por supuesto|desde luego|de acuerdo|exacto|adelante|asi es".split(
    "|",
  );
const no =
  "no|n|nope|nah|not|never|false|0|negative|incorrect|wrong|not really|not at all|i do not|i dont|i am not|im not|i would not|i wouldnt|no way|falso|nunca|jamas|incorrecto|para nada|en absoluto|de ninguna manera|claro que no".split(
    "|",
  );
const unsure =
  "no idea|not sure|i do not know|i dont know|dont know|do not know|maybe|perhaps|no se|no lo se|ni idea|quizas|tal vez|no estoy seguro|no estoy segura|im not sure|i am not sure".split(
    "|",
  );

/** The longest phrase wins: `no problem` is a yes and `no idea` is neither, though both begin with a no. */
const answers: readonly (readonly [readonly string[], boolean | null])[] = [
  ...yes.map((phrase) => [phrase.split(" "), true] as const),
  ...no.map((phrase) => [phrase.split(" "), false] as const),
  ...unsure.map((phrase) => [phrase.split(" "), null] as const),
].sort(([left], [right]) => right.length - left.length);

/** Words before the answer that say nothing about it. */
const fillers: ReadonlySet<string> = new Set([
  "oh",
  "um",
  "uh",
  "well",
  "hmm",
  "i",
  "think",
  "so",
  "pues",
  "bueno",
  "hola",
  "hi",
  "mm",
]);

/** What a text answers to a yes-or-no question, judged by how it begins; null if that is neither, or both are said. */
export function parseYesNo(text: string): boolean | null {
  const words =
    foldText(text)
      .replaceAll(/['’]/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  for (let start = 0; start < words.length; start += 1) {
    const answer = answerAt(words, start);
    if (answer) return isContradicted(words.slice(start + answer.length), answer.value) ? null : answer.value;
    if (!fillers.has(words[start] ?? "")) return null;
  }
  return null;
}

function answerAt(words: readonly string[], start: number): { value: boolean | null; length: number } | null {
  const found = answers.find(([phrase]) => phrase.every((word, index) => words[start + index] === word));
  return found ? { value: found[1], length: found[0].length } : null;
}

/** `yes, no, I mean no` answers nothing; `no, that is right` is left to its first word. */
function isContradicted(rest: readonly string[], value: boolean | null): boolean {
  const opposites = value === true ? ["no", "nope", "not"] : ["yes", "yeah", "yep", "si"];
  return opposites.some((word) => rest.includes(word));
}
