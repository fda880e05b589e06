import { chartOf } from "../../language/chart-of.ts";
import { find } from "../../language/find.ts";
import type { Chart } from "../../language/grammar/chart.ts";
import { languageOf } from "../../language/languages.ts";
import type { InstanceInScope } from "../understander.ts";
import { stemsOf, wordsOfName } from "./text/tokens.ts";

/** The open task that a text names: by its place in the order, or by a value that only it has. */
export function namedInstance(
  text: string,
  instances: readonly InstanceInScope[],
  language = "en",
): InstanceInScope | null {
  return byPlace(text, instances, language) ?? byValue(text, instances, language);
}

/** A place among tasks: where the words for it end, and the number; null for the one that is not active. */
interface Place {
  readonly end: number;
  readonly number: number | null;
}

/** "The first one", "my second flight", "the other booking": a place in the order in which they were begun. */
function byPlace(text: string, instances: readonly InstanceInScope[], language: string): InstanceInScope | null {
  const chart = chartOf(text, languageOf(language));
  for (const { end, number } of placesIn(text, chart, language)) {
    const called = stemsOf(chart.tokens[end]?.text ?? "", language);
    const named = instances.filter((one) => called.some((word) => stemsOfFlow(one, language).has(word)));
    // "The first of January" is no task.
    if (named.length === 0 && !isAnyTask(chart, end)) continue;
    const meant = named.length > 0 ? named : instances;
    if (number !== null) return meant[number - 1] ?? null;
    const others = meant.filter(({ active }) => !active);
    return others.length === 1 ? (others[0] ?? null) : null;
  }
  return null;
}

/** Nobody names more tasks than these in one message. */
const mostPlaces = 8;

function placesIn(text: string, chart: Chart, language: string): readonly Place[] {
  const counted = find("ordinal", text, { now: 0, timezone: "UTC", language }).slice(0, mostPlaces);
  return chart.tokens.flatMap((token, at): readonly Place[] => {
    if (chart.matches("determiner", at).length === 0) return [];
    const [other] = chart.matches("otherOne", at + 1);
    if (other !== undefined) return [{ end: other.end, number: null }];
    const place = counted.find(({ start }) => start === token.start || start === chart.tokens[at + 1]?.start);
    if (place === undefined || place.value < 1) return [];
    const end = chart.tokens.findIndex(({ start }) => start >= place.end);
    return [{ end: end === -1 ? chart.tokens.length : end, number: place.value }];
  });
}

/** Nothing follows, or a word that any task may have; the words for the place may have taken it in. */
const isAnyTask = (chart: Chart, at: number): boolean =>
  chart.tokens[at]?.kind !== "word" || [at, at - 1].some((each) => chart.matches("taskNoun", each).length > 0);

const stemsOfFlow = ({ flow, label }: InstanceInScope, language: string): ReadonlySet<string> =>
  new Set(stemsOf(`${wordsOfName(flow)} ${label}`, language));

/** "The one to Rome". Words that are in two labels tell nothing. */
function byValue(text: string, instances: readonly InstanceInScope[], language: string): InstanceInScope | null {
  const said = new Set(stemsOf(text, language));
  const fitting = instances.filter((one) => {
    const others = new Set(instances.filter((other) => other !== one).flatMap(({ label }) => stemsOf(label, language)));
    const own = stemsOf(one.label, language);
    return isOneOfSeveral(one, instances) && own.some((word) => said.has(word) && !others.has(word));
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** Alone of its flow it is named by the flow. */
const isOneOfSeveral = ({ flow }: InstanceInScope, instances: readonly InstanceInScope[]): boolean =>
  instances.filter((other) => other.flow === flow).length > 1;
