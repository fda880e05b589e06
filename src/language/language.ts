import type { Acts } from "./acts.ts";
import type { Cuts } from "./grammar/tokens.ts";
import type { Hedge } from "./reading.ts";

/** What phrases mean: `[12, "december|dec"]`. Phrases may have several words; capitals and accents do not matter. */
export type Table<Value> = readonly (readonly [Value, string])[];

/** A word of which numbers are built. `room` is what may follow it: after twenty only numbers below 10. */
export type NumberWord =
  | { readonly kind: "part"; readonly value: number; readonly room: number }
  | { readonly kind: "hundred" }
  | { readonly kind: "scale"; readonly value: number; readonly isAlone?: true }
  | { readonly kind: "group"; readonly value: number };

/** A length of time in the units that can't be converted into each other. */
export interface Span {
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
}

export type Period = "day" | "week" | "weekend" | "month" | "quarter" | "year";
export type DayPart = "morning" | "noon" | "afternoon" | "evening" | "night";

/** A day of the year by its name: a fixed one, one counted from Easter, or the nth weekday of a month, `plus` days. */
export type Holiday =
  | { readonly month: number; readonly day: number }
  | { readonly easter: number }
  | { readonly nth: number; readonly weekday: number; readonly month: number; readonly plus?: number };

/** Which one: this (0), the next (1), the last (-1), the one after the next (2). */
export type Shift = -1 | 0 | 1 | 2;

/** By what choices are told apart when they are shown with their data. */
export type Measure = "price" | "time";
export interface Extreme {
  readonly by: Measure;
  readonly isHighest: boolean;
}

export type PageTurn = "next" | "previous";

/** What a request does, whatever it is about. */
export type RequestKind = "find" | "book" | "buy" | "play" | "add" | "remove" | "change" | "send" | "rent";

/** The words of a language, by what they are. The name of each table is also its symbol in patterns: `<month>`. */
export interface Words {
  // Numbers
  readonly numberWord: Table<NumberWord>;
  /** One, before a hundred, a dozen, a half, a unit: "a hundred". */
  readonly article: Table<1>;
  readonly fraction: Table<number>;
  /** Joins a ten to a unit: "treinta y cinco". */
  readonly joinTen: Table<1>;
  /** Joins what follows a hundred, and a half: "two hundred and five", "two and a half". */
  readonly joinMore: Table<1>;
  readonly minus: Table<-1>;
  readonly point: Table<1>;
  /** Behind digits: k, m. */
  readonly numberSuffix: Table<number>;
  readonly ordinalWord: Table<number>;
  readonly ordinalSuffix: Table<1>;
  /** Places without a number: "last", "second to last", "the former". */
  readonly place: Table<number>;
  // Dates
  readonly month: Table<number>;
  /** 0 is Sunday. */
  readonly weekday: Table<number>;
  /** Days counted from today: "tomorrow". */
  readonly dayWord: Table<number>;
  readonly shift: Table<Shift>;
  readonly holiday: Table<Holiday>;
  readonly period: Table<Period>;
  /** Where in a period: 0 its beginning, 0.5 its middle, 1 its end. */
  readonly edge: Table<number>;
  // Times
  readonly timeUnit: Table<Span>;
  readonly half: Table<DayPart>;
  readonly part: Table<DayPart>;
  readonly clockWord: Table<string>;
  readonly minuteWord: Table<number>;
  /** Words that only the clock can resolve, besides the parts of the day. */
  readonly clockBound: Table<1>;
  // Amounts
  readonly unit: Table<string>;
  readonly currency: Table<string>;
  /** Before the amount. */
  readonly currencyMark: Table<string>;
  /** A hundredth of a currency; several where the word alone does not tell which. */
  readonly cent: Table<readonly string[]>;
  readonly note: Table<readonly [number, string]>;
  // Marks
  /** Null is a longer phrase that is no hedge, though it ends like one: "how about friday". */
  readonly hedgeBefore: Table<Hedge | null>;
  /** Those that only days and times have: "by friday" is at most. */
  readonly timeHedgeBefore: Table<Hedge>;
  readonly hedgeAfter: Table<Hedge>;
  readonly excludeBefore: Table<1>;
  readonly excludeAfter: Table<1>;
  /** Among `excludeBefore`, those that bring back what is meant: "not monday but tuesday". */
  readonly contrast: Table<1>;
  /** "No, sorry, I mean": what was said before is replaced. */
  readonly takeBack: Table<1>;
  /** Words that a mark passes over on its way to what it marks. */
  readonly light: Table<1>;
  /** Carries an exclusion on: "not monday or tuesday". */
  readonly also: Table<1>;
  // Answers
  readonly answer: Table<"yes" | "no" | "maybe">;
  /** Words that a yes may consist of besides those of `answer`. */
  readonly agreeing: Table<1>;
  /** What was asked for, told as an order: "book it". */
  readonly order: Table<1>;
  /** The last word of a short yes ("I do", "I want to") that is none where its verb or object follows. */
  readonly unfinished: Table<1>;
  /** How a question begins that can't be answered with yes or no. */
  readonly questionWord: Table<1>;
  /** Words before an answer that say nothing about it. */
  readonly filler: Table<1>;
  // People
  readonly self: Table<number>;
  readonly determiner: Table<1>;
  /** Nouns that are more than one person: "twins". */
  readonly severalPeople: Table<number>;
  /** One other person, without an article: "him", "mum". */
  readonly person: Table<1>;
  readonly listJoin: Table<1>;
  /** "My name is". */
  readonly nameCue: Table<1>;
  readonly nameTitle: Table<1>;
  readonly notName: Table<1>;
  readonly addressCue: Table<1>;
  readonly streetWord: Table<1>;
  // Choices
  /** Which one of several, by what sets it apart: "the cheapest". */
  readonly extreme: Table<Extreme>;
  /** What was offered is not wanted. */
  readonly noneOfThem: Table<1>;
  /** The one that was left: "the other one", "the earlier one". */
  readonly otherOne: Table<1>;
  /** Another page of a list that is shown in parts. */
  readonly pageWord: Table<PageTurn>;
  /** A word for any task. */
  readonly taskNoun: Table<1>;
  // Online
  /** The signs of an e-mail address, spoken. */
  readonly atSign: Table<1>;
  readonly spokenSign: Table<"." | "_" | "-" | "+">;
  /** How often the next digit is dialled: "double seven". */
  readonly repeat: Table<number>;
  /** Zero, in nothing but a number that is dialled: "oh". */
  readonly spokenZero: Table<0>;
}

/** How phrases of a kind are built, in the form of `grammar/pattern.ts`. What the keys mean is said by the readers. */
export interface Rules {
  readonly number_phrase: readonly string[];
  readonly ordinal_phrase: readonly string[];
  readonly count: readonly string[];
  /** One party of people in a list of them. */
  readonly people: readonly string[];
  readonly quantity: readonly string[];
  readonly money: readonly string[];
  /** One part of a length of time: `two hours`. */
  readonly span: readonly string[];
  readonly duration: readonly string[];
  /** A day from which others can be counted. */
  readonly anchor: readonly string[];
  readonly date: readonly string[];
  readonly date_range: readonly string[];
  readonly time: readonly string[];
  readonly time_range: readonly string[];
}

/** A language: words and patterns, and the few habits that neither can say. */
export interface Language extends Cuts {
  readonly code: string;
  readonly words: Words;
  readonly rules: Rules;
  readonly acts: Acts;
  /** One form for all forms of a word, without capitals and accents: `bookings` and `booked` are `book`. */
  readonly stem: (word: string) => string;
  /** Folded words that only hold a sentence together: nobody looks for anything by them. */
  readonly stopWords: ReadonlySet<string>;
  /** Folded words of questions that say nothing about their subject: "which kinds are available". */
  readonly askingWords: ReadonlySet<string>;
  /** Words of each kind of request, separated by blanks. */
  readonly requestWords: Readonly<Record<RequestKind, string>>;
  /** A description ends with its verb: "Einen Flug buchen". */
  readonly hasVerbLast?: true;
  /** How authors name the data by which choices are compared: parts of names, separated by blanks. */
  readonly measureNames: Readonly<Record<Measure, string>>;
  /** How a question begins that leans on the one before: "and for dogs?", "what about Saturdays?". Folded words, longest first. */
  readonly followUps: readonly string[];
  /** The sign before decimals. */
  readonly decimal: "." | ",";
  /** Dates are written `24.12.`, and `3.` is an ordinal. */
  readonly hasDottedDates?: true;
  /** "Next friday" is the coming one first, or that of the next week. */
  readonly nextWeekday: "coming" | "of_next_week";
  /** Regions that write the month before the day. */
  readonly monthFirstRegions: readonly string[];
  /** The region if nothing else tells it. */
  readonly region: string;
  /** Numbers that are one long word: `dreiundzwanzig`. */
  readonly compoundNumber?: (word: string) => number | null;
}
