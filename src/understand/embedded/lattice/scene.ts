import type { Act } from "../../../language/acts.ts";
import { findActs } from "../../../language/find-acts.ts";
import type { Found } from "../../../language/fold-text.ts";
import type { Chart } from "../../../language/grammar/chart.ts";
import { languageOf } from "../../../language/languages.ts";
import { read } from "../../../language/read.ts";
import type { Kind, Reading } from "../../../language/reading.ts";
import type { UnderstandingContext } from "../../understander.ts";
import type { EngineInput } from "../engine-input.ts";
import { type Phrases, phrasesIn, type Stretch } from "./phrases.ts";

/** A word of the message; `at` is its place among the tokens. */
export interface Word {
  readonly text: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  readonly isLight: boolean;
}

/** A part of the message that says one thing. */
export interface Clause {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** It says what is not wished. */
  readonly isUnwanted: boolean;
}

export type Answer = Found<"yes" | "no" | "maybe">;

/** A message in its situation, with everything that does not depend on what it may mean. */
export interface Scene {
  readonly message: string;
  readonly context: UnderstandingContext;
  readonly language: string;
  readonly chart: Chart;
  readonly phrases: Phrases;
  /** One for each token of the chart; null for signs. */
  readonly words: readonly (Word | null)[];
  /** How many words carry meaning. */
  readonly contentWords: number;
  readonly clauses: readonly Clause[];
  readonly acts: readonly Found<Act>[];
  readonly answers: readonly Answer[];
  readonly form: Form;
  /** How near a question is in meaning to the slots of the active flow, by name. */
  readonly topics: ReadonlyMap<string, number>;
  /** Values of the awaited slot that are near in meaning. */
  readonly near: ReadonlyMap<string, number>;
  has(act: Act): boolean;
  /** All readings of a kind, in the order of the text. */
  readings<Name extends Kind>(kind: Name, options?: ReadingOptions): readonly Reading<Name>[];
  /** The tokens of a stretch of characters. */
  tokensIn(start: number, end: number): Stretch;
  /** Content words in a stretch of characters. */
  contentIn(start: number, end: number): number;
}

/** What a reading depends on besides the message. */
export interface ReadingOptions {
  readonly unit?: string;
  readonly past?: boolean;
  /** The known date or time that "a week later" counts from. */
  readonly relativeTo?: string;
  /** As it would be read at another time. */
  readonly now?: number;
}

export interface Form {
  readonly mark: boolean;
  readonly asks: boolean;
  readonly requests: boolean;
  readonly corrects: boolean;
  readonly turns: boolean;
  readonly isPersonal: boolean;
}

/** Longer messages are cut for everything but vectors: nobody names a value behind that. */
const longestMessage = 4_000;

export function sceneOf({ message: whole, context }: EngineInput): Scene {
  const message = whole.slice(0, longestMessage).replaceAll("’", "'");
  const { code: language, stem } = languageOf(context.language);
  const { chart, phrases } = phrasesIn(message, language);
  const acts = findActs(message, language);
  const clauses = clausesOf(message, { chart, phrases, acts });
  const form = formOf(message, { acts, clauses, phrases });
  const announced = announcementIn(message, acts, form);
  const words = chart.tokens.map((token, at): Word | null =>
    token.kind === "sign"
      ? null
      : {
          text: token.text,
          stem: stem(token.text),
          start: token.start,
          end: token.end,
          isLight: token.end <= announced || (token.kind === "word" && phrases.from("light", at) !== null),
        },
  );
  const sums = [0];
  for (const word of words) sums.push((sums.at(-1) ?? 0) + (word !== null && !word.isLight ? 1 : 0));
  const memory = new Map<string, readonly Reading[]>();
  const tokensIn = (start: number, end: number): Stretch => {
    const from = firstAtOrAfter(chart, start);
    return { from, to: Math.max(from, firstAtOrAfter(chart, end)) };
  };
  return {
    message,
    context,
    language,
    chart,
    phrases,
    words,
    contentWords: sums.at(-1) ?? 0,
    clauses,
    acts,
    answers: answersIn(message, context),
    form,
    near: new Map(),
    topics: new Map(),
    has: (act) => acts.some(({ value }) => value === act),
    readings<Name extends Kind>(kind: Name, options: ReadingOptions = {}) {
      const { unit, past = false, relativeTo, now = context.now } = options;
      const key = [kind, unit, past, relativeTo, now].join(" ");
      const known = memory.get(key);
      if (known !== undefined) return known as readonly Reading<Name>[];
      const inLanguage = (tag: string): readonly Reading<Name>[] =>
        read(kind, message, {
          now,
          timezone: context.timezone,
          language: tag,
          ...(unit === undefined ? {} : { unit }),
          ...(relativeTo === undefined ? {} : { relativeTo }),
          ...(past ? { expects: "past" as const } : {}),
        });
      const own = inLanguage(context.language);
      // Who was heard in one language may answer in another.
      const found = own.length === 0 && language !== "en" && isTemporal(kind) ? inLanguage("en") : own;
      memory.set(key, found);
      return found;
    },
    tokensIn,
    contentIn(start, end) {
      const { from, to } = tokensIn(start, end);
      return (sums[to] ?? 0) - (sums[from] ?? 0);
    },
  };
}

/** Where "hang on, " ends, if it only announces a question, a correction or a figure: it says nothing of its own there. */
function announcementIn(message: string, acts: readonly Found<Act>[], form: Form): number {
  const end = Math.max(0, ...acts.filter(({ value, start }) => value === "wait" && start === 0).map((act) => act.end));
  const rest = message.slice(end);
  const says = form.mark || form.asks || form.corrects ? /[\p{L}\p{N}]/u : /\d/;
  return says.test(rest) ? end : 0;
}

const isTemporal = (kind: Kind): boolean => kind === "date" || kind === "time" || kind === "date_range";

function firstAtOrAfter({ tokens }: Chart, place: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const answersIn = (message: string, { now, timezone, language }: UnderstandingContext): readonly Answer[] =>
  read("yes_no", message, { now, timezone, language })
    .map(({ value, start, end }) => ({ value, start, end }))
    .sort((left, right) => left.start - right.start);

function formOf(message: string, { acts, clauses, phrases }: Pick<Scene, "acts" | "clauses" | "phrases">): Form {
  const begins = new Set(clauses.map(({ start }) => start));
  return {
    mark: /\?(?![\p{L}\p{N}=&])/u.test(message),
    asks: acts.some(({ value, start }) => value === "question" && begins.has(start)),
    requests: phrases.all("request").length > 0,
    corrects: acts.some(({ value }) => value === "correction"),
    turns: phrases.all("turn").length > 0,
    isPersonal: phrases.all("personal").length > 0,
  };
}

const isOpening = /^[¿¡"'“«(]$/;

/** Ends of sentences, commas and words that begin a new thought. */
function clausesOf(
  message: string,
  { chart, phrases, acts }: Pick<Scene, "chart" | "phrases" | "acts">,
): readonly Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  const close = (to: number): void => {
    // "¿Cuánto es?" begins with its first word.
    while (from < to && isOpening.test(chart.tokens[from]?.text ?? "")) from += 1;
    const [first, last] = [chart.tokens[from], chart.tokens[to - 1]];
    if (to > from && first !== undefined && last !== undefined) {
      const isUnwanted = chart.tokens
        .slice(from, to)
        .some((_, index) => phrases.from("unwanted", from + index) !== null);
      clauses.push({ start: first.start, end: last.end, text: message.slice(first.start, last.end), isUnwanted });
    }
    from = to;
  };
  for (const [at, token] of chart.tokens.entries()) {
    const next = chart.tokens[at + 1];
    if (token.kind === "sign" && /^[.?!;,:\n]$/.test(token.text) && !(next?.isGlued ?? false)) {
      close(at);
      from = at + 1;
    } else if (at > from + 1 && phrases.from("second", at) !== null) close(at);
  }
  close(chart.tokens.length);
  // "It wasn't stolen, I just want more data": the second clause is the wish, and not the first.
  const begins = ({ from }: Stretch, { start, end }: Clause): boolean => {
    const at = chart.tokens[from]?.start ?? -1;
    return start <= at && at < end;
  };
  return clauses.map((clause, index) => {
    const next = clauses[index + 1];
    const isContrasted =
      next !== undefined &&
      acts.some(({ value, start }) => value === "negation" && clause.start <= start && start < clause.end) &&
      (["contrast", "request"] as const).every((table) => phrases.all(table).some((phrase) => begins(phrase, next)));
    return isContrasted ? { ...clause, isUnwanted: true } : clause;
  });
}
