import type { FlowInScope } from "../../understander.ts";
import { lightWords } from "../lexicon/light-words.ts";
import { questionForm } from "../questions/question-form.ts";
import type { SlotProfile } from "../slots/slot-profile.ts";
import { stem, tokensOf, wordsOfName } from "../text/tokens.ts";

/** "Another", "one more", "a second", "an additional": words that ask for one besides. */
const besides =
  /\b(?:another|one more|an? (?:second|third|fourth|fifth|sixth|additional|extra|further|separate|new)|(?:two|three) more)\b/i;
/** "A flight as well": any indefinite one, if it is said to come on top. */
const indefinite = /\b(?:an?|one)\b/i;
const onTop = /\b(?:as well|too|besides|in addition|on top of (?:it|that))[\s.!]*$/i;
/** "To another day", "for one more person": a detail of what is going on, not another of its kind. */
const oblique = /\b(?:to|for|on|at|in|into|from|with|by|of|until|till|before|after|about|than)\s+$/i;
/** What the object of a wish ends at: "another flight to Rome". */
const objectEnd =
  /[,.;:!?]|\s(?:to|for|on|at|in|into|from|with|by|of|and|but|then|as|too|also|please|now|that|which|next|this|tomorrow|today)\b/i;
const askedPolitely = /^(?:and|also|then|please|now|ok|okay|so|plus|\s)+/i;

export interface OneMoreRequest {
  readonly text: string;
  readonly flow: FlowInScope;
  /** Slots that were asked for or are filled: another value for one of them is no other task. */
  readonly touched: readonly SlotProfile[];
  /** The assistant waits for one of several options: "another one" is one of those. */
  readonly chooses: boolean;
  /** The message says that it comes on top: "also". */
  readonly also: boolean;
}

/**
 * How surely a clause asks for another one of what a flow does, beside the one that is going on: `plainly`, or `perhaps`, if no
 * other flow fits better. Null: it does not.
 */
export function asksForOneMore({ text, flow, touched, chooses, also }: OneMoreRequest): "plainly" | "perhaps" | null {
  const found = besides.exec(text) ?? (also || onTop.test(text) ? indefinite.exec(text) : null);
  if (found === null) return null;
  const before = text.slice(0, found.index);
  if (oblique.test(before)) return null;
  const rest = text.slice(found.index + found[0].length);
  const object = contentOf(rest.slice(0, objectEnd.exec(rest)?.index));
  const { verbs, nouns, name } = wordsOf(flow);
  // "Book another", "book me one more": the deed itself, with or without a name for it.
  const deed = contentOf(before).at(-1);
  const isDone = deed !== undefined && verbs.has(deed);
  if (object.length === 0) return isDone && !chooses ? "perhaps" : null;
  const isDeed = (word: string): boolean => [...verbs].some((verb) => isSameDeed(word, verb));
  const isNamed = object.some((word) => isDeed(word) || nouns.has(word));
  if (isDone) return isNamed ? "perhaps" : null;
  // "One more booking": the deed as a thing. With another deed before it, it may be what that one is done to.
  if (object.some(isDeed)) return deed === undefined ? "plainly" : "perhaps";
  // "Day of the flight" is called a day; a flight is what the flow itself is called by.
  const isTouched = touched.some(({ words, nameWords }) =>
    object.some((word) => nameWords.has(word) || (words.has(word) && !name.has(word))),
  );
  const isWish = questionForm(text, false).requests || before.replace(askedPolitely, "").trim() === "";
  return isNamed && isWish && !isTouched && !chooses ? "perhaps" : null;
}

/** "Reservation" is to reserve; a shorter beginning may be that of any word. */
const isSameDeed = (word: string, verb: string): boolean =>
  word === verb || (verb.length >= shortestBeginning && word.startsWith(verb));
const shortestBeginning = 5;

interface FlowWords {
  /** What is done: the first telling word of each text about the flow. */
  readonly verbs: ReadonlySet<string>;
  readonly nouns: ReadonlySet<string>;
  readonly name: ReadonlySet<string>;
}

/** Flows outlive messages: what they are called is found out once. */
const known = new WeakMap<FlowInScope, FlowWords>();

function wordsOf(flow: FlowInScope): FlowWords {
  const before = known.get(flow);
  if (before !== undefined) return before;
  const about = [wordsOfName(flow.name), flow.description].map(contentOf);
  const examples = flow.examples.map((example) => contentOf(example.replaceAll(/\{[^{}]*\}/g, " ")));
  const things = new Set(about.flatMap((stems) => stems.slice(1)));
  const first = [...about, ...examples].flatMap((stems) => stems.slice(0, 1));
  const words: FlowWords = {
    verbs: new Set(first.filter((word) => !things.has(word))),
    nouns: new Set([...things, ...examples.flat()]),
    name: new Set(about[0]),
  };
  known.set(flow, words);
  return words;
}

const contentOf = (text: string): readonly string[] =>
  tokensOf(text)
    .filter(({ lower }) => !lightWords.has(lower.replaceAll("'", "")))
    .map(({ lower }) => stem(lower));
