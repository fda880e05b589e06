import { type Chart, createChart } from "./grammar/chart.ts";
import type { Language } from "./language.ts";
import { symbolsOf } from "./symbols.ts";

/** A message is read for every kind of value, and so are a few parts of it. */
const mostKept = 4;
let kept = new WeakMap<Language, readonly Chart[]>();

/** For measurements: the next reader of a text finds nothing that another one left. */
export function forgetCharts(): void {
  kept = new WeakMap();
}

/** What a text says in the words of a language. Readers that look at the same text after each other share what they find. */
export function chartOf(text: string, language: Language): Chart {
  const recent = kept.get(language) ?? [];
  const known = recent.find(({ source }) => source === text);
  if (known !== undefined) return known;
  const chart = createChart(text, symbolsOf(language), language);
  kept.set(language, [chart, ...recent.slice(0, mostKept - 1)]);
  return chart;
}
