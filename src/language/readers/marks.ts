import type { Chart, Match } from "../grammar/chart.ts";
import type { Hedge } from "../reading.ts";

/** Which tokens a phrase has. */
export interface Segment {
  readonly start: number;
  readonly end: number;
}

export interface Marks {
  readonly hedge?: Hedge;
  readonly isExcluded?: true;
  readonly isTakenBack?: true;
}

/** Tokens of the longest mark, and of the words between a mark and what it marks. */
const longestMark = 5;
const mostLight = 3;
/** Nobody says more marks before one thing; a text of nothing else must not be walked back for each of its words. */
const mostMarks = 6;
const mostBetween = 10;

/** What the words around phrases say about them, in the order of the phrases. */
export function marksOf(segments: readonly Segment[], chart: Chart, isTemporal: boolean): readonly Marks[] {
  const tables = isTemporal ? ["timeHedgeBefore", "hedgeBefore"] : ["hedgeBefore"];
  const own: Marks[] = [];
  for (const segment of segments) {
    const isContrasted = own.at(-1)?.isExcluded === true && isContrast(segment.start, chart);
    const { isExcluded, ...marks } = marksAround(segment, chart, tables);
    own.push(isExcluded && !isContrasted ? { ...marks, isExcluded } : marks);
  }
  return segments.map((segment, index) => {
    const next = segments[index + 1];
    const previous = segments[index - 1];
    const isTakenBack = next !== undefined && own[index + 1]?.isExcluded !== true && isReplaced(segment, next, chart);
    // An exclusion goes on over `or` and `nor`, and not over a comma.
    const isCarried =
      previous !== undefined &&
      own[index - 1]?.isExcluded === true &&
      own[index - 1]?.hedge === undefined &&
      isJoined(previous, segment, chart);
    return { ...own[index], ...(isCarried ? { isExcluded: true } : {}), ...(isTakenBack ? { isTakenBack: true } : {}) };
  });
}

/** "Not two days but three": what follows is meant instead. */
export const isContrast = (at: number, chart: Chart): boolean => endingAt(["contrast"], at, chart) !== null;

function marksAround({ start, end }: Segment, chart: Chart, tables: readonly string[]): Marks {
  let marks: Marks = {};
  let light = 0;
  let said = 0;
  let hedgedAt = -1;
  for (let at = start; at > 0 && said < mostMarks; ) {
    const hedge = endingAt(tables, at, chart);
    const excluded = endingAt(["excludeBefore"], at, chart);
    const longest = Math.min(hedge?.from ?? at, excluded?.from ?? at);
    if (longest < at) {
      if (hedge?.from === longest && marks.hedge === undefined) marks = withMark(marks, hedge.value as Hedge | null);
      else if (excluded?.from === longest)
        marks = hedgedAt === at && marks.hedge !== undefined ? denied(marks) : { ...marks, isExcluded: true };
      if (hedge?.from === longest) hedgedAt = longest;
      at = longest;
      said += 1;
      continue;
    }
    if (light >= mostLight || chart.matches("light", at - 1).every((match) => match.end !== at)) break;
    light += 1;
    at -= 1;
  }
  const [after] = chart.matches("hedgeAfter", end);
  const [out] = chart.matches("excludeAfter", end);
  if (after !== undefined && marks.hedge === undefined) marks = { ...marks, hedge: after.value as Hedge };
  return out === undefined ? marks : { ...marks, isExcluded: true };
}

/** "Can't before five", "not fewer than six": what is denied is the limit, not what it limits. */
function denied(marks: Marks): Marks {
  if (marks.hedge === "less_than") return { ...marks, hedge: "at_least" };
  return marks.hedge === "more_than" ? { ...marks, hedge: "at_most" } : { ...marks, isExcluded: true };
}

const withMark = (marks: Marks, hedge: Hedge | null): Marks => (hedge === null ? marks : { ...marks, hedge });

/** The longest phrase of these tables that ends at a place. */
function endingAt(tables: readonly string[], at: number, chart: Chart): { from: number; value: unknown } | null {
  for (let from = Math.max(0, at - longestMark); from < at; from += 1) {
    for (const table of tables) {
      const match = chart.matches(table, from).find(({ end }) => end === at);
      if (match !== undefined) return { from, value: match.value };
    }
  }
  return null;
}

/** `$50, no sorry, $60`: the words before the second, back to a comma or to the first, take the first back. */
export function isReplaced(first: Segment, second: Segment, chart: Chart): boolean {
  if (second.start - first.end > mostBetween) return false;
  for (let from = first.end; from < second.start; from += 1) {
    const isBegin = from === first.end || chart.tokens[from - 1]?.kind === "sign";
    if (isBegin && isTakingBack(from, second.start, chart)) return true;
  }
  return false;
}

function isTakingBack(from: number, to: number, chart: Chart): boolean {
  let isSaid = false;
  for (let at = from; at < to; ) {
    // "Oui, enfin non": the end of a longer one may be the second thing itself.
    const said: Match | undefined = chart.matches("takeBack", at).find(({ end }) => end <= to);
    if (said !== undefined) {
      isSaid = true;
      at = said.end;
      continue;
    }
    const isPassed =
      chart.tokens[at]?.kind === "sign" ||
      ["light", "filler", "hedgeBefore", "article"].some((table) => chart.matches(table, at).length > 0);
    if (!isPassed) return false;
    at += 1;
  }
  return isSaid;
}

function isJoined(first: Segment, second: Segment, chart: Chart): boolean {
  const [join] = chart.matches("also", first.end);
  if (join === undefined) return false;
  for (let at = join.end; at < second.start; at += 1) {
    if (chart.matches("light", at).length === 0) return false;
  }
  return true;
}
