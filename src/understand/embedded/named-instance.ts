import type { InstanceInScope } from "../understander.ts";
import { stemsOf, wordsOfName } from "./text/tokens.ts";

/** "The first one", "my second flight", "the other booking": a place in the order in which they were begun. */
const ordinal =
  /\b(?:the|my|that) (first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|other|earlier|previous)(?: (\p{L}+))?/iu;
const anyTask = /^(?:one|task|thing|)$/i;
const places: ReadonlyMap<string, number> = new Map(
  [
    ["first", "1st"],
    ["second", "2nd"],
    ["third", "3rd"],
    ["fourth", "4th"],
    ["fifth", "5th"],
  ].flatMap((names, index) => names.map((name) => [name, index] as const)),
);

/** The open task that a text names: by its place in the order, or by a value that only it has. */
export function namedInstance(text: string, instances: readonly InstanceInScope[]): InstanceInScope | null {
  return byPlace(text, instances) ?? byValue(text, instances);
}

function byPlace(text: string, instances: readonly InstanceInScope[]): InstanceInScope | null {
  const [, place = "", noun = ""] = ordinal.exec(text) ?? [];
  if (place === "") return null;
  const called = stemsOf(noun);
  const named = instances.filter((one) => called.some((word) => stemsOfFlow(one).has(word)));
  // "The first of January" is no task.
  if (named.length === 0 && !anyTask.test(noun)) return null;
  const meant = named.length > 0 ? named : instances;
  const index = places.get(place.toLowerCase());
  if (index !== undefined) return meant[index] ?? null;
  const others = meant.filter(({ active }) => !active);
  return others.length === 1 ? (others[0] ?? null) : null;
}

const stemsOfFlow = ({ flow, label }: InstanceInScope): ReadonlySet<string> =>
  new Set(stemsOf(`${wordsOfName(flow)} ${label}`));

/** "The one to Rome". Words that are in two labels tell nothing. */
function byValue(text: string, instances: readonly InstanceInScope[]): InstanceInScope | null {
  const said = new Set(stemsOf(text));
  const fitting = instances.filter((one) => {
    const others = new Set(instances.filter((other) => other !== one).flatMap(({ label }) => stemsOf(label)));
    return isOneOfSeveral(one, instances) && stemsOf(one.label).some((word) => said.has(word) && !others.has(word));
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** Alone of its flow it is named by the flow. */
const isOneOfSeveral = ({ flow }: InstanceInScope, instances: readonly InstanceInScope[]): boolean =>
  instances.filter((other) => other.flow === flow).length > 1;
