import type { Assistant } from "../assistant/assistant.ts";
import type { Slot } from "../assistant/slot.ts";
import type { DialogueState } from "../state/state.ts";

type Declared = Pick<Assistant, "slots" | "flows">;

const known = new WeakMap<Declared, ReadonlySet<string>>();

/** Names of the slots whose values are secrets. */
export function sensitiveSlots(assistant: Declared): ReadonlySet<string> {
  const cached = known.get(assistant);
  if (cached !== undefined) return cached;
  const names = new Set(
    declaredSlots(assistant)
      .filter(isSensitive)
      .map(({ name }) => name),
  );
  known.set(assistant, names);
  return names;
}

export const isSensitive = ({ sensitive }: Pick<Slot, "sensitive">): boolean => sensitive !== false;

/** What decides whether anything in this folder has work to do. An assistant without secrets pays nothing for them. */
export const hasSecrets = (assistant: Declared): boolean => sensitiveSlots(assistant).size > 0;

export const declaredSlots = ({ slots, flows }: Declared): readonly Slot[] => [
  ...slots.values(),
  ...[...flows.values()].flatMap((flow) => [...flow.slots.values()]),
];

/** The sensitive slot that the assistant has just asked for. */
export function awaitedSecret({ pending, flowStack }: DialogueState, assistant: Assistant): Slot | null {
  if (pending?.kind !== "slot" && pending?.kind !== "choice") return null;
  const slot = assistant.flows.get(flowStack.at(-1)?.flow ?? "")?.slots.get(pending.slot ?? "");
  return slot !== undefined && isSensitive(slot) ? slot : null;
}
