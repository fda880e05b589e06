import type { Chart, Match, Scan } from "../grammar/chart.ts";
import type { Captures } from "../grammar/pattern.ts";
import { type Compose, type Composed, capturesIn, numberIn } from "./composed.ts";

/** The same in every language. */
export const countRules: readonly string[] = ["<number:value>", "<people_list:list>"];

/** Tokens of the longest word with hyphens. */
const longestNoun = 8;

/** A word that may name people: none of the words that hold a list together. */
export const scanNoun: Scan = (at, chart) => {
  const isTaken = ["listJoin", "determiner", "self", "article", "light", "filler", "also"].some(
    (table) => chart.matches(table, at).length > 0,
  );
  if (chart.tokens[at]?.kind !== "word" || isTaken) return [];
  let end = at + 1;
  // `mother-in-law`
  while (chart.tokens[end]?.text === "-" && chart.tokens[end + 1]?.isGlued && end - at < longestNoun) end += 2;
  return [{ end, value: 1 }];
};

/** A word that begins with a capital. */
export const scanProper: Scan = (at, { tokens, source }) => {
  const token = tokens[at];
  return token?.kind === "word" && /^\p{Lu}/u.test(source.slice(token.start, token.start + 2))
    ? [{ end: at + 1, value: 1 }]
    : [];
};

const longestList = 12;

/** Several parties of people, joined by commas and `and`. */
export const scanPeopleList: Scan = (at, chart) => {
  const items: Captures[] = [];
  let end = at;
  for (let next: number | null = at; next !== null && items.length < longestList; next = separatorAt(end, chart)) {
    const [item] = chart.matches("people", next);
    if (item === undefined) break;
    items.push(item.value as Captures);
    end = item.end;
  }
  return items.length === 0 ? [] : [{ end, value: { items } }];
};

function separatorAt(at: number, chart: Chart): number | null {
  const isComma = chart.tokens[at]?.text === ",";
  const [join]: readonly Match[] = chart.matches("listJoin", isComma ? at + 1 : at);
  return join?.end ?? (isComma ? at + 1 : null);
}

/** How many people. Keys: `value`, or a `list` of `people`, each with `count`, `self` or `named`; or the `total` of those named before; `more` or `beside` the speaker; `yields` if it may be the subject of a sentence. */
export const composeCount: Compose<number> = (captures) => {
  const value = numberIn(captures, "value") ?? numberIn(captures, "self");
  if (value !== null) {
    const all = value + (numberIn(captures, "more") ?? 0);
    return Number.isInteger(all) && all >= 0 && all < 1e6 ? [{ value: all, ...manner(captures) }] : [];
  }
  const items = (capturesIn(captures, "list")?.["items"] ?? []) as readonly Captures[];
  const total = items.length < 2 ? undefined : items.find((item) => item["total"] !== undefined);
  const beside = numberIn(captures, "beside") ?? 0;
  const sum = total === undefined ? items.reduce((all, item) => all + sizeOf(item), beside) : sizeOf(total);
  if (!Number.isInteger(sum) || sum >= 1e6) return [];
  // Where all nouns have capitals, two of them are hardly two people.
  if (items.length < 3 && items.every((item) => item["named"] === 1) && items.length > 0) return [];
  const hasSelf = items.some((item) => item["self"] !== undefined);
  const isOneThing = items.length === 1 && !hasSelf && beside === 0;
  // "My wife and three friends" may leave the speaker out.
  const hasKin = items.some((item) => item["kin"] === 1);
  return [
    { value: sum, ...(isOneThing ? { isWeak: true } : {}) },
    ...(hasSelf || !hasKin || isOneThing ? [] : [{ value: sum + 1, sense: "other" as const }]),
  ];
};

const sizeOf = (party: Captures): number =>
  numberIn(party, "total") ?? numberIn(party, "count") ?? numberIn(party, "self") ?? 1;

const manner = ({ weak, yields }: Captures): Pick<Composed<number>, "isWeak" | "yields"> => ({
  ...(weak === 1 ? { isWeak: true } : {}),
  ...(yields === 1 ? { yields: "to_words" } : {}),
});
