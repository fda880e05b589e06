import { type Act, actNames, symbolOfAct } from "./acts.ts";
import { chartOf } from "./chart-of.ts";
import type { Found } from "./fold-text.ts";
import { languageOf } from "./languages.ts";

/** Longer texts are cut: an act is said in few words, and early. */
const longestText = 2000;

/**
 * Every act that a text says in a language, in the order of the text: at each place the longest phrase of each act. Acts overlap on
 * purpose. "Wait" asks for a moment and may begin a correction; the caller knows which of them can be meant.
 */
export function findActs(text: string, language: string): readonly Found<Act>[] {
  const chart = chartOf(text.slice(0, longestText), languageOf(language));
  const found: Found<Act>[] = [];
  const covered = new Map<Act, number>();
  for (const [at, { start }] of chart.tokens.entries()) {
    for (const act of actNames) {
      const [longest] = at < (covered.get(act) ?? 0) ? [] : chart.matches(symbolOfAct(act), at);
      if (longest === undefined) continue;
      covered.set(act, longest.end);
      found.push({ value: act, start, end: chart.tokens[longest.end - 1]?.end ?? start });
    }
  }
  return found;
}
