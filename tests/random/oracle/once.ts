import { allSteps, type Plan } from "../plan.ts";
import type { Conversation, Violation } from "../record.ts";
import { happeningsOf } from "./prompts.ts";
import { callsOf, isInCircle, type Place, placeOfAction, sitesOf, waysOf } from "./ways.ts";

const invariant = "I2 an effect runs once for one place";

/** No effect runs more often than the tasks so far have places for it. */
export function onceForOnePlace(conversation: Conversation): Violation[] {
  const { plan } = conversation;
  const allowed = new Map<string, number>();
  const done = new Map<string, number>();
  const effects = Object.entries(plan.actions ?? {}).flatMap(([name, { effect }]) => (effect === true ? [name] : []));
  return happeningsOf(conversation).flatMap((happening): Violation[] => {
    if (happening.type === "started" && happening.by !== "call" && happening.by !== "link") {
      for (const action of effects) {
        const place = placeOfAction(plan, action);
        const more = place === undefined ? 0 : timesOf(plan, happening.flow, place);
        allowed.set(action, (allowed.get(action) ?? 0) + more);
      }
    }
    if (happening.type !== "call" || happening.call.result === "failed") return [];
    const { action, input } = happening.call;
    if (!effects.includes(action)) return [];
    const count = (done.get(action) ?? 0) + 1;
    done.set(action, count);
    if (count <= (allowed.get(action) ?? 0)) return [];
    return [
      {
        invariant,
        kind: "more often than there are places",
        detail: `${action} ${JSON.stringify(input)} was called ${count} times, in tasks with ${allowed.get(action) ?? 0} places for it`,
      },
    ];
  });
}

/** Each call has a key of its own, so an action that is said to start is really called: nobody else's result is taken for it. */
export function ownKeys({ turns }: Conversation): Violation[] {
  const known = new Set<string>();
  return turns.flatMap(({ events, calls }): Violation[] => {
    const again = calls.filter(({ key }) => known.has(key));
    for (const { key } of calls) known.add(key);
    const really = calls.map(({ key }) => key);
    const unreal = events.flatMap((event) =>
      event.type === "action_started" && !really.includes(event.key) ? [event] : [],
    );
    return [
      ...again.map(({ action, key }) => ({ invariant, kind: "two calls with one key", detail: `${action} ${key}` })),
      ...unreal.map(({ action, key }) => ({
        invariant,
        kind: "said to start, not called",
        detail: `${action} ${key}`,
      })),
    ];
  });
}

/** How often a task of this flow can get to the step at most. */
export function timesOf(plan: Plan, root: string, place: Place): number {
  if (isInCircle(plan, root)) return Number.POSITIVE_INFINITY;
  const within = new Set([root, ...callsOf(plan, root)]);
  const entered = (flow: string): number =>
    (flow === root ? 1 : 0) +
    sitesOf(plan, flow).reduce((sum, site) => sum + (within.has(site.flow) ? at(site) : 0), 0);
  const at = (site: Place): number => {
    const times = entered(site.flow);
    return times === 0 ? 0 : times * rounds(plan, site);
  };
  return within.has(place.flow) ? at(place) : 0;
}

/** Rounds of the loops around a step; no end to it where something leads back. */
function rounds(plan: Plan, { flow, step }: Place): number {
  const found = plan.flows[flow];
  if (found === undefined) return 0;
  const steps = allSteps(found.steps);
  const order = new Map(steps.map((each, index) => [each.step, index]));
  const position = order.get(step) ?? 0;
  const leadsBack = [...waysOf(found)].some(([from, { normal, other }]) =>
    [...normal, ...other].some((to) => {
      const target = order.get(to) ?? Number.POSITIVE_INFINITY;
      const isLoop =
        steps[target]?.do !== undefined && allSteps(steps[target]?.do ?? []).some((each) => each.step === from);
      return !isLoop && target <= (order.get(from) ?? 0) && target <= position;
    }),
  );
  if (leadsBack) return Number.POSITIVE_INFINITY;
  const around = steps.filter((each) => allSteps(each.do ?? []).some((inner) => inner.step === step));
  return around.reduce((product, loop) => {
    const limit = /^(\w+) < (\d+)$/.exec(loop.condition ?? "");
    const counts = loop.do?.[0]?.slots?.[limit?.[1] ?? ""] === `{{ ${limit?.[1]} + 1 }}`;
    return product * (counts ? Number(limit?.[2]) : Number.POSITIVE_INFINITY);
  }, 1);
}
