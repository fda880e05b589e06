/** What is looked for in a text. */
export type Kind =
  | "number"
  | "count"
  | "ordinal"
  | "quantity"
  | "money"
  | "date"
  | "time"
  | "date_range"
  | "time_range"
  | "duration"
  | "yes_no"
  | "email"
  | "phone"
  | "url"
  | "iban"
  | "code"
  | "plate"
  | "address"
  | "name";

/** Days and times of day. */
export const temporalKinds: ReadonlySet<string> = new Set<Kind>(["date", "date_range", "time", "time_range"]);
/** Told by their form alone: what looks like one is nothing else. */
export const closedForms: ReadonlySet<string> = new Set<Kind>(["email", "phone", "url", "iban"]);

export interface Range<Value> {
  readonly from: Value;
  readonly to: Value;
}

export interface Quantity {
  readonly amount: number;
  readonly unit: string;
}
export interface QuantityRange extends Range<number> {
  readonly unit: string;
}
export interface Money {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}
export interface MoneyRange extends Range<number> {
  readonly currency: string;
}

/** The value of each kind. Dates, times and durations are written as ISO 8601. */
export interface Values {
  readonly number: number | Range<number>;
  readonly count: number;
  /** From the end if negative: -1 is the last. */
  readonly ordinal: number;
  readonly quantity: Quantity | QuantityRange;
  readonly money: Money | MoneyRange;
  readonly date: string;
  readonly time: string;
  readonly date_range: Range<string>;
  readonly time_range: Range<string>;
  readonly duration: string | Range<string>;
  readonly yes_no: "yes" | "no" | "maybe";
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly url: string;
  readonly iban: string;
  readonly code: string;
  readonly plate: string;
  readonly address: string;
  readonly name: string;
}

export type Hedge = "about" | "at_least" | "at_most" | "more_than" | "less_than";

/** Why there is another reading of the same words. */
export type Sense = "past" | "future" | "day_first" | "month_first" | "morning" | "evening" | "other";

/** One thing that a part of a text may mean. */
export interface Reading<Name extends Kind = Kind> {
  readonly kind: Name;
  readonly value: Values[Name];
  /** Where the words are, in characters of the text. */
  readonly start: number;
  readonly end: number;
  /** 0 for the likeliest reading of these words. */
  readonly rank: number;
  /** Which of several meanings this is. */
  readonly sense?: Sense;
  readonly hedge?: Hedge;
  /** "Anything but this." */
  readonly isExcluded?: true;
  /** Said, and then replaced: "monday, no, tuesday". */
  readonly isTakenBack?: true;
  /** Only words around it could tell that it is meant: a bare 5 for a time. */
  readonly isWeak?: true;
}

/** Everything besides the text that a meaning depends on. */
export interface ReadingContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timezone: string;
  /** `es`, `es-MX`. */
  readonly language: string;
  /** ISO 3166: whose habits count for day and month, phone numbers and currencies. Default: that of the language's tag. */
  readonly region?: string;
  /** The question is about something that has happened. */
  readonly expects?: "past";
  /** The known date or time from which "a week later" counts. */
  readonly relativeTo?: string;
  /** The unit of the slot that is filled. */
  readonly unit?: string;
}
