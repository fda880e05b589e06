import { distance } from "fastest-levenshtein";
import { wordings } from "../../../language/wordings.ts";
import type { FlowInScope } from "../../understander.ts";
import { tokensOf } from "./tokens.ts";

/** The text with words that nobody knows replaced by the nearest known ones: "bok a fligth" is "book a flight". */
export function respelled(text: string, vocabulary: ReadonlySet<string>): string {
  let result = "";
  let at = 0;
  for (const token of tokensOf(text)) {
    const word = token.lower;
    const known = vocabulary.has(word) || word.length < 3 || /\d/.test(word);
    result += text.slice(at, token.start) + (known ? token.text : (nearest(word, vocabulary) ?? token.text));
    at = token.end;
  }
  return result + text.slice(at);
}

/** One slip for short words, two for longer ones; two letters swapped are one slip. */
function nearest(word: string, vocabulary: ReadonlySet<string>): string | null {
  const most = word.length >= 6 ? 2 : 1;
  let best: string | null = null;
  let least = most + 1;
  for (const candidate of vocabulary) {
    if (Math.abs(candidate.length - word.length) > most || candidate.length < 3) continue;
    const slips = isSwapped(word, candidate) ? 1 : distance(word, candidate);
    if (slips < least && (word[0] === candidate[0] || slips === 1)) {
      least = slips;
      best = candidate;
    }
  }
  return best;
}

function isSwapped(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  const differ = [...left].flatMap((letter, index) => (letter === right[index] ? [] : [index]));
  const [first = 0, second = 0] = differ;
  return differ.length === 2 && second === first + 1 && left[first] === right[second] && left[second] === right[first];
}

/** Words that are spelled well: those of the flows' own texts, and those that every sentence is made of. */
export function vocabularyOf(flows: readonly FlowInScope[], language: string): ReadonlySet<string> {
  const texts = flows.flatMap((flow) => [
    flow.description,
    ...flow.examples,
    ...flow.slots.map((slot) => slot.description),
  ]);
  const { light = "", social = "" } = wordings[language] ?? wordings["en"] ?? {};
  return new Set([
    ...`${light}|${social}`.split(/[| ]/),
    ...texts.flatMap((text) => tokensOf(text).map((token) => token.lower)),
  ]);
}
