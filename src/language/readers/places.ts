import { type Compose, numberIn } from "./composed.ts";

/** The same in every language. */
export const ordinalRules: readonly string[] = ["<ordinal:value>", "<place:value>"];

/** A place in a list. Keys: `value`; `of`: the number of places, for the middle one; `fromEnd` counts from the end. */
export const composeOrdinal: Compose<number> = (captures) => {
  const all = numberIn(captures, "of");
  if (all !== null) return all % 2 === 1 ? [{ value: (all + 1) / 2 }] : [];
  const value = numberIn(captures, "value");
  if (value === null || value === 0 || !Number.isInteger(value)) return [];
  return [{ value: captures["fromEnd"] === 1 ? -value : value, ...(captures["weak"] === 1 ? { isWeak: true } : {}) }];
};
