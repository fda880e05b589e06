import { type Act, actNames, symbolOfAct } from "./acts.ts";
import type { Found } from "./fold-text.ts";
import { createChart } from "./grammar/chart.ts";
import { languageOf } from "./languages.ts";
import { symbolsOf } from "./symbols.ts";

/** Longer texts are cut: an act is said in few words, and early. */
const longestText = 2000;

/**
 * Every act that a text says in a language, in the order of the text: at each place the longest phrase of each act. Acts overlap on
 * purpose. "Wait" asks for a moment and may begin a correction; the caller knows which of them can be meant.
 */
export function findActs(text: string, language: string): readonly Found<Act>[] {
  const spoken = languageOf(language);
  const chart = createChart(text.slice(0, longestText), symbolsOf(spoken), spoken.hasElision);
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
