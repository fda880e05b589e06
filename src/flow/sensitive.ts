import type { Assistant } from "../domain/assistant.ts";

const known = new WeakMap<Assistant, ReadonlySet<string>>();

/** Names of slots whose values are masked in logs, traces, audit and the inspector. */
export function sensitiveSlots(assistant: Assistant): ReadonlySet<string> {
  const cached = known.get(assistant);
  if (cached !== undefined) return cached;
  const declared = [
    ...assistant.slots.values(),
    ...[...assistant.flows.values()].flatMap((flow) => [...flow.slots.values()]),
  ];
  const names = new Set(declared.filter((slot) => slot.sensitive).map((slot) => slot.name));
  known.set(assistant, names);
  return names;
}
