import { type RandomNumbers, randomNumbers } from "../random-numbers.ts";
import { familyTexts } from "./nasty-families.ts";
import type { NastyText } from "./nasty-text.ts";
import { nearMatches } from "./near-matches.ts";
import { readSources } from "./read-patterns.ts";

/**
 * Texts that are hard to read: a third of them of the families, half near-matches of the patterns in the sources, the rest two of
 * those crossed. The same seed makes the same texts of the same sources.
 */
export function nastyTexts(count: number, seed: number): readonly NastyText[] {
  const random = randomNumbers(seed);
  const { patterns, words } = readSources();
  const near = shuffled(
    patterns.flatMap((pattern) => nearMatches(pattern, random)),
    random,
  ).slice(0, Math.ceil(count / 2));
  const made = familyTexts(random, words, Math.ceil(count / 3));
  const known = [...near, ...made];
  const crossed = Array.from({ length: Math.max(0, count - known.length) }, () => cross(known, random));
  return shuffled([...known, ...crossed], random).slice(0, count);
}

/** Every near-match there is: more than a server can be asked for each question. */
export function allNearMatches(seed: number): readonly NastyText[] {
  const random = randomNumbers(seed);
  return readSources().patterns.flatMap((pattern) => nearMatches(pattern, random));
}

/** Half of one, then half of another. */
function cross(texts: readonly NastyText[], random: RandomNumbers): NastyText {
  const [first, second] = [texts[random(texts.length)], texts[random(texts.length)]] as [NastyText, NastyText];
  return {
    name: `${first.name} x ${second.name}`,
    ofLength: (length) => `${first.ofLength(Math.floor(length / 2))}${second.ofLength(Math.ceil(length / 2))}`,
  };
}

function shuffled<Value>(values: readonly Value[], random: RandomNumbers): readonly Value[] {
  return values
    .map((value) => ({ value, place: random(1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
