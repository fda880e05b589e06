import { cuesIn } from "./cues-in.ts";
import { type Chart, createChart } from "./grammar/chart.ts";
import type { Span } from "./language.ts";
import { languageOf } from "./languages.ts";
import { currencyOf } from "./readers/amounts.ts";
import { symbolsOf } from "./symbols.ts";
import type { LanguageCode } from "./texts.ts";

export type UnitFamily = "measure" | "time" | "currency";

/** The units in which a text says that something is counted: "in kilograms", "how many minutes", "(€)", "kilos". */
export function unitsIn(
  text: string,
  language: LanguageCode,
): readonly { readonly family: UnitFamily; readonly unit: string }[] {
  const own = languageOf(language);
  const chart = createChart(text, symbolsOf(own));
  const leads = cuesIn(text, language).traits.filter(({ name }) => name === "unit_next");
  // A text may begin with it: "Square metres of the garden".
  const places = new Set([0, ...leads.map(({ end }) => end)]);
  return [...places].flatMap((at) => {
    const isAlone = at > 0 || (chart.tokens[0]?.text.length ?? 0) > 2;
    return isAlone ? unitsAt(chart, at, own.region) : [];
  });
}

function unitsAt(chart: Chart, at: number, region: string): readonly { family: UnitFamily; unit: string }[] {
  const longest = (symbol: string): unknown => chart.matches(symbol, at)[0]?.value;
  const [measure, time] = [longest("unit") as string | undefined, longest("timeUnit") as Span | undefined];
  const currency = (longest("currency") ?? longest("currencyMark")) as string | undefined;
  const name = time === undefined ? undefined : unitOfSpan(time);
  return [
    ...(measure === undefined ? [] : [{ family: "measure" as const, unit: measure }]),
    ...(name === undefined ? [] : [{ family: "time" as const, unit: name }]),
    ...(currency === undefined ? [] : [{ family: "currency" as const, unit: currencyOf(currency, region) }]),
  ];
}

const unitOfSpan = ({ months, days, seconds }: Span): string | undefined =>
  timeUnits.find(([, span]) => span.months === months && span.days === days && span.seconds === seconds)?.[0];

/** The units in which lengths of time are counted. */
const timeUnits: readonly (readonly [string, Span])[] = [
  ["second", { months: 0, days: 0, seconds: 1 }],
  ["minute", { months: 0, days: 0, seconds: 60 }],
  ["hour", { months: 0, days: 0, seconds: 3600 }],
  ["day", { months: 0, days: 1, seconds: 0 }],
  ["week", { months: 0, days: 7, seconds: 0 }],
  ["month", { months: 1, days: 0, seconds: 0 }],
  ["year", { months: 12, days: 0, seconds: 0 }],
];
