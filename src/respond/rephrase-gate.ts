import type { RephraseLexicon } from "../language/rephrase-lexicon.ts";
import { commonElsewhere, lexiconFor } from "./rephrase-languages.ts";
import { type Occurrence, occurrencesOf } from "./rephrase-values.ts";

export interface Rewording {
  /** The template, filled: what goes out unless the rewording is right. */
  readonly original: string;
  readonly text: string;
  /** The values in the original, as they are written there. */
  readonly values: readonly string[];
  readonly language: string;
}

export type GateReason =
  | "language"
  | "empty"
  | "length"
  | "markup"
  | "value"
  | "value_role"
  | "number"
  | "address"
  | "name"
  | "question"
  | "offer"
  | "fact"
  | "content";

/** Null if the rewording says what the original says; else the first thing that is wrong with it. */
export function faultOf(rewording: Rewording): GateReason | null {
  const lexicon = lexiconFor(rewording.language);
  if (lexicon === null) return "language";
  return checks.find(([, isRight]) => !isRight(rewording, lexicon))?.[0] ?? null;
}

type Check = readonly [GateReason, (rewording: Rewording, lexicon: RephraseLexicon) => boolean];

/** Strict on purpose: a template that goes out where another wording would have done costs nothing. */
const checks: readonly Check[] = [
  ["empty", ({ text }) => /\p{L}/u.test(text)],
  ["length", hasFittingLength],
  ["markup", ({ original, text }) => isWithin(matches(text, markup), matches(original, markup))],
  ["question", ({ original, text }) => sameSequence(matches(original, questionMark), matches(text, questionMark))],
  ["value", keepsValues],
  ["value_role", keepsRoles],
  ["number", ({ original, text }) => sameSequence(numbersIn(original), numbersIn(text))],
  ["address", ({ original, text }) => sameSequence(matches(original, address), matches(text, address))],
  ["fact", keepsFacts],
  ["offer", addsNoOffer],
  ["name", keepsNames],
  ["language", isInLanguage],
  ["content", addsLittle],
];

/** Also what hides text, or shows it elsewhere than it stands. */
const markup = /[<>[\]{}|`*_#~^\\"“”«»]|[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\p{Extended_Pictographic}/gu;
const questionMark = /[?¿？؟\u037e]/g;
const address = /(?<!\S)\S*(?:\/\/|@|\bwww\.|\p{L}\.\p{L}{2,})\S*[^\s.,;:!?)]/gu;

/** In characters too, and first: what is huge is not looked at more closely. */
function hasFittingLength({ original, text }: Rewording): boolean {
  if (text.length > original.length * 2 + 40) return false;
  const before = wordsIn(original).length;
  const after = wordsIn(text).length;
  return after <= Math.max(before + 2, Math.floor(before * 1.6)) && after >= Math.ceil(before * 0.5);
}

/** Every value as often as before and in the same order: swapped values would be false. */
function keepsValues({ original, text, values }: Rewording): boolean {
  const before = occurrencesOf(values, original).map(valueAt);
  // A value that is glued to something else ("{price}EUR") cannot be followed.
  const canFollow = values.every((value) => before.some((found) => found.includes(value)));
  return canFollow && sameSequence(before, occurrencesOf(values, text).map(valueAt));
}

const valueAt = ({ value }: Occurrence): string => value;

/** Characters before a value among which the word is looked for that tells its role. */
const longestRole = 60;

/** "from Madrid to Paris" must not become "to Madrid from Paris". */
function keepsRoles({ original, text, values }: Rewording, { roles }: RephraseLexicon): boolean {
  const rolesIn = (whole: string): readonly string[] =>
    occurrencesOf(values, whole).map(({ start }) => {
      const before = whole.slice(Math.max(0, start - longestRole), start).toLowerCase();
      const word = before.match(/\p{L}+/gu)?.at(-1) ?? "";
      return roles.has(word) ? word : "";
    });
  return sameSequence(rolesIn(original), rolesIn(text));
}

/** Whatever holds a digit, with its signs and units, and the signs that stand alone. */
function numbersIn(text: string): readonly string[] {
  return matches(text, /(?<!\S)\S*\p{N}\S*|[\p{Sc}%‰]/gu).map((token) =>
    token.replace(/^[("'‘“«¿¡]+|(?<![.,;:!?…)"'’”»])[.,;:!?…)"'’”»]+$/gu, ""),
  );
}

function keepsFacts({ original, text }: Rewording, lexicon: RephraseLexicon): boolean {
  return sameSequence(factsIn(original, lexicon), factsIn(text, lexicon));
}

/** In order; a negation together with the word that it denies. */
function factsIn(text: string, { facts, negations, common, expand }: RephraseLexicon): readonly string[] {
  const words = wordsIn(expand(plain(text)));
  const found: string[] = [];
  let denied = "";
  // From the end, so that the word which a negation denies is known when it comes.
  for (const word of words.toReversed()) {
    if (facts.has(word)) found.push(word);
    else if (negations.has(word)) found.push(`${word} ${denied}`);
    if (!common.has(word)) denied = word;
  }
  return found.toReversed();
}

function addsNoOffer({ original, text }: Rewording, { offers, expand }: RephraseLexicon): boolean {
  const before = expand(plain(original));
  const after = expand(plain(text));
  return offers.every((pattern) => isWithin(matches(after, pattern), matches(before, pattern)));
}

/** No name comes and none goes. A capital at the start of a sentence is none if the word is known. */
function keepsNames({ original, text }: Rewording, { openers }: RephraseLexicon): boolean {
  const known = new Set(wordsIn(plain(original)));
  const isNew = ({ word, starts }: CapitalWord): boolean => {
    const small = plain(word);
    if (known.has(small)) return false;
    const isPlainOpener = /^\p{Lu}[\p{Ll}']*$/u.test(word) && openers.has(small);
    return !(isPlainOpener && (starts || /^i\b/.test(small)));
  };
  const isName = ({ word, starts }: CapitalWord): boolean =>
    (!starts || /\p{L}\p{Lu}/u.test(word)) && !openers.has(plain(word));
  const names = new Set(capitalWordsIn(original).flatMap((word) => (isName(word) ? [plain(word.word)] : [])));
  const namesIn = (whole: string): readonly string[] => wordsIn(plain(whole)).filter((word) => names.has(word));
  return !capitalWordsIn(text).some(isNew) && sameSequence(namesIn(original), namesIn(text));
}

interface CapitalWord {
  readonly word: string;
  readonly starts: boolean;
}

function capitalWordsIn(text: string): readonly CapitalWord[] {
  return [
    ...text.replaceAll("’", "'").matchAll(/(?<![\p{L}\p{M}\p{N}'-])[\p{L}\p{M}\p{N}'-]*\p{Lu}[\p{L}\p{M}\p{N}'-]*/gu),
  ].map((match) => ({
    word: match[0].replace(/^['-]+|(?<!['-])['-]+$/g, ""),
    starts: /(?:^|[.!?:…]\s{1,20}|\n\s{0,20}|[¿¡(])$/u.test(text.slice(Math.max(0, match.index - 20), match.index)),
  }));
}

/** By its small words; where it has none, by the words of the original. Letters of another script are new. */
function isInLanguage({ original, text, language }: Rewording, { common, openers }: RephraseLexicon): boolean {
  const before = new Set(wordsIn(plain(original)));
  const words = wordsIn(plain(text));
  const added = words.filter((word) => !before.has(word));
  if (added.some((word) => !/^[\p{Script=Latin}\p{N}\p{M}'-]+$/u.test(word))) return false;
  const own = words.filter((word) => common.has(word)).length;
  if (own === 0) return added.every((word) => openers.has(word));
  return commonElsewhere(language).every((other) => {
    const foreign = added.filter((word) => other.has(word) && !common.has(word) && !openers.has(word));
    return foreign.length < 2 && foreign.length * 2 <= own;
  });
}

/** Other words for the same thing are few; more of them are another message. */
function addsLittle({ original, text }: Rewording, { common, openers }: RephraseLexicon): boolean {
  const known = new Set(wordsIn(plain(original)));
  const words = wordsIn(plain(text));
  const added = words.filter((word) => !known.has(word) && !common.has(word) && !openers.has(word));
  return added.length <= Math.max(1, Math.floor(words.length * 0.4));
}

const plain = (text: string): string => text.replaceAll("’", "'").toLowerCase();
const wordsIn = (text: string): readonly string[] => matches(text, /[\p{L}\p{N}\p{M}]+(?:['-][\p{L}\p{N}\p{M}]+)*/gu);
const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([found]) => found);
const sameSequence = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

/** Nothing stands more often in the first than in the second. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((item) => {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}
