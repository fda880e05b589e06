import type { Measure, RequestKind, Words } from "../language.ts";
import { foldedWords } from "../stemmer.ts";

export const choiceWords = {
  extreme: [
    [{ by: "price", isHighest: false }, "cheapest|least expensive|lowest|best price|lowest price"],
    [{ by: "price", isHighest: true }, "most expensive|dearest|priciest"],
    [{ by: "time", isHighest: false }, "earliest|soonest"],
    [{ by: "time", isHighest: true }, "latest|most recent|newest"],
  ],
  noneOfThem: [
    [
      1,
      "none|neither|nothing|not any|none of them|none of these|none of those|none of the two|none of the above|neither of them|neither of these|neither of the two|nothing of these|not any of them|not any of these",
    ],
  ],
  otherOne: [[1, "other|earlier|previous|other one|earlier one|previous one"]],
  pageWord: [
    ["next", "next|more"],
    ["previous", "previous|back"],
  ],
  taskNoun: [[1, "one|task|thing"]],
} as const satisfies Partial<Words>;

export const askingWords = foldedWords(
  "a about accept accepted all allowed an any are available be can choice choices choose could did do does exist exists for from give have help",
  "how i in is it its kind kinds list many may me mean means must my need of offer on one option options or our possible put say should some",
  "support supported that the their there these they this those to type types use value values was we what when where which who why will with",
  "would you your",
);

/** Verbs of one kind stand for each other, and so do the nouns made of them. */
export const requestWords: Readonly<Record<RequestKind, string>> = {
  find: "find search look lookup browse discover explore see show list get check tell display view fetch retrieve recommend suggest what which when where any",
  book: "book reserve reservation schedule arrange appointment",
  buy: "buy purchase order ticket",
  play: "play listen hear put cast stream",
  add: "add set create new insert put save",
  remove: "cancel delete remove stop erase clear drop",
  change: "change update edit modify switch reset replace move",
  send: "send transfer pay wire give",
  rent: "rent hire",
};

export const measureNames: Readonly<Record<Measure, string>> = {
  price: "price cost fare total rate fee",
  time: "depart leave start time hour date day",
};
