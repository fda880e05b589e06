import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Flow } from "../../engine/assistant/flow.ts";

/** What a conversation would notice of a change, flow by flow. */
export interface FlowDifference {
  readonly flow: string;
  readonly change: "added" | "removed" | "changed";
  readonly stepsAdded: readonly string[];
  readonly stepsRemoved: readonly string[];
  /** `day: date -> integer`. */
  readonly slots: readonly string[];
}

export function compareAssistants(before: Assistant, after: Assistant): readonly FlowDifference[] {
  const names = new Set([...before.flows.keys(), ...after.flows.keys()]);
  return [...names].flatMap((name) => {
    const old = before.flows.get(name);
    const now = after.flows.get(name);
    const nothing = { flow: name, stepsAdded: [], stepsRemoved: [], slots: [] };
    if (old === undefined) return [{ ...nothing, change: "added" as const }];
    if (now === undefined) return [{ ...nothing, change: "removed" as const }];
    const difference: FlowDifference = {
      flow: name,
      change: "changed",
      stepsAdded: missing(now.steps, old.steps),
      stepsRemoved: missing(old.steps, now.steps),
      slots: slotDifferences(old, now),
    };
    const { stepsAdded, stepsRemoved, slots } = difference;
    return stepsAdded.length + stepsRemoved.length + slots.length === 0 ? [] : [difference];
  });
}

const missing = (from: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): readonly string[] =>
  [...from.keys()].filter((name) => !other.has(name));

function slotDifferences(old: Flow, now: Flow): readonly string[] {
  const names = new Set([...old.slots.keys(), ...now.slots.keys()]);
  return [...names].flatMap((name) => {
    const before = old.slots.get(name)?.type ?? "none";
    const after = now.slots.get(name)?.type ?? "none";
    return before === after ? [] : [`${name}: ${before} -> ${after}`];
  });
}
