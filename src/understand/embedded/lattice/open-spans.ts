import { readingAt } from "./cover.ts";
import type { Scene } from "./scene.ts";
import { textOf } from "./segments.ts";
import type { Place } from "./span.ts";

const mostOpen = 20;

export interface OpenSpan extends Place {
  readonly isCalled: boolean;
  /** It goes on to the end of its clause over prepositions. */
  readonly isLong: boolean;
}

const opened = new WeakMap<Scene, readonly OpenSpan[]>();

/** Words that follow a preposition, an article or a verb, up to the next border or reading. */
export function openSpans(scene: Scene): readonly OpenSpan[] {
  const known = opened.get(scene);
  if (known !== undefined) return known;
  const found = new Map<string, OpenSpan>();
  const { tokens } = scene.chart;
  for (let at = 0; at < tokens.length && found.size < mostOpen; at += 1) {
    const word = scene.words[at];
    if (word === null || word === undefined || word.isLight) continue;
    const called = scene.phrases.endingAt("called", at) !== null;
    if (!called && at > 0 && scene.words[at - 1] !== null && scene.phrases.endingAt("before", at) === null) continue;
    if (readingAt(scene, at) !== undefined) continue;
    for (const stop of ["before", "second", null] as const) {
      const to = endOfOpen(scene, at, stop);
      const isLong = stop !== "before";
      const place = textOf(scene, { from: at, to });
      const key = `${place.start} ${place.end}`;
      if (to > at && !found.has(key)) found.set(key, { start: place.start, end: place.end, isCalled: called, isLong });
    }
  }
  const all = [...found.values()];
  opened.set(scene, all);
  return all;
}

const longestOpen = 12;

function endOfOpen(scene: Scene, from: number, stop: "before" | "second" | null): number {
  let at = from;
  for (; at < scene.chart.tokens.length && at - from < longestOpen; at += 1) {
    const token = scene.chart.tokens[at];
    if (token?.kind === "sign" && !(token.isGlued && scene.chart.tokens[at + 1]?.isGlued)) break;
    if (at === from) continue;
    if ((stop !== null && scene.phrases.from(stop, at) !== null) || scene.phrases.from("ending", at) !== null) break;
    if (readingAt(scene, at) !== undefined) break;
  }
  while (at > from + 1 && scene.words[at - 1]?.isLight === true) at -= 1;
  return at;
}
