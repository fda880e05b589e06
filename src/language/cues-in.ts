import { slotCues as german } from "./de/slot-cues.ts";
import { slotCues as english } from "./en/slot-cues.ts";
import { slotCues as spanish } from "./es/slot-cues.ts";
import { slotCues as french } from "./fr/slot-cues.ts";
import { type Chart, createChart, type Scan, scanPhrases } from "./grammar/chart.ts";
import { tokensOf } from "./grammar/tokens.ts";
import type { CuePhrases, SlotCues, Subject, Trait } from "./slot-cues.ts";
import type { LanguageCode } from "./texts.ts";

const languages: Readonly<Record<LanguageCode, SlotCues>> = { en: english, es: spanish, de: german, fr: french };

/** A cue and the tokens that it stands in. */
export interface FoundCue<Name> {
  readonly name: Name;
  readonly isSure: boolean;
  readonly start: number;
  readonly end: number;
}

export interface FoundCues {
  readonly subjects: readonly FoundCue<Subject>[];
  readonly traits: readonly FoundCue<Trait>[];
}

type Cue = readonly [name: string, isSure: boolean];
const built = new Map<SlotCues, ReadonlyMap<string, Scan>>();

/** What a text of an author says about a slot. In each place the longest phrase counts: "e-mail address" is no address. */
export function cuesIn(text: string, language: LanguageCode): FoundCues {
  const chart = createChart(text, symbolsOf(languages[language]));
  return { subjects: longest<Subject>("subjects", chart), traits: longest<Trait>("traits", chart) };
}

function longest<Name extends string>(symbol: keyof SlotCues, chart: Chart): readonly FoundCue<Name>[] {
  const found: FoundCue<Name>[] = [];
  for (let start = 0; start < chart.tokens.length; ) {
    const matches = chart.matches(symbol, start);
    const end = matches[0]?.end ?? start + 1;
    for (const match of matches) {
      const [name, isSure] = match.value as Cue;
      if (match.end === end) found.push({ name: name as Name, isSure, start, end });
    }
    start = end;
  }
  return found;
}

function symbolsOf(cues: SlotCues): ReadonlyMap<string, Scan> {
  const known = built.get(cues);
  if (known !== undefined) return known;
  const symbols = new Map([
    ["subjects", scanPhrases(phrasesOf(cues.subjects))],
    ["traits", scanPhrases(phrasesOf(cues.traits))],
  ]);
  built.set(cues, symbols);
  return symbols;
}

const phrasesOf = (cues: Readonly<Record<string, CuePhrases>>): readonly (readonly [readonly string[], Cue])[] =>
  Object.entries(cues).flatMap(([name, { sure, maybe = "" }]) =>
    [[sure, true] as const, [maybe, false] as const].flatMap(([phrases, isSure]) =>
      phrases
        .split("|")
        .map((phrase) => tokensOf(phrase).map(({ text }) => text))
        .filter((words) => words.length > 0)
        .map((words): readonly [readonly string[], Cue] => [words, [name, isSure]]),
    ),
  );
