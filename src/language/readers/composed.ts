import type { Captures } from "../grammar/pattern.ts";
import type { Language } from "../language.ts";
import type { Hedge, ReadingContext, Sense } from "../reading.ts";

/** One meaning of a phrase. */
export interface Composed<Value> {
  readonly value: Value;
  readonly sense?: Sense;
  readonly isWeak?: true;
  /** Where the phrase itself says so: "since monday". */
  readonly hedge?: Hedge;
  /** It is weak beside other words, or beside a part of it. */
  readonly yields?: "to_words" | "to_its_part";
  /** A number without its unit, which it may get from what it replaces: the 3 of "2 kilos, sorry, 3". */
  readonly bare?: number;
  /** The value of a bare number that replaces this. */
  readonly lend?: (bare: number) => Value;
}

/** When, where and in which language something is said. */
export interface Situation {
  readonly language: Language;
  readonly context: ReadingContext;
  readonly region: string;
  /** Days since 1970, on the local calendar. */
  readonly today: number;
  /** Minutes since midnight, on the local clock. */
  readonly minute: number;
}

/**
 * The meanings of a phrase, the likeliest first. Nothing: this is no such phrase after all. `refused`: it is one, but it
 * names what does not exist, and no part of it means something else.
 */
export type Meanings<Value> = readonly Composed<Value>[] | "refused";
export type Compose<Value> = (captures: Captures, situation: Situation) => Meanings<Value>;

export const numberIn = (captures: Captures, key: string): number | null => {
  const value = captures[key];
  return typeof value === "number" ? value : null;
};

export const capturesIn = (captures: Captures, key: string): Captures | null => {
  const value = captures[key];
  return typeof value === "object" && value !== null ? (value as Captures) : null;
};

/** Binary fractions add dust: 0.1 + 0.2. */
export const rounded = (value: number): number => Number(value.toPrecision(12));
