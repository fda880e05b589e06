import type { Slot } from "../../engine/assistant/slot.ts";
import type { Draft, FlowDraft } from "../draft/draft.ts";
import type { Path } from "../locate.ts";
import { checkName } from "../names.ts";
import type { Report } from "../report.ts";

/** Slots that nobody declared but that a step computes or an input brings: read-only for the user. */
export function implicitSlots(flow: FlowDraft, draft: Draft, report: Report): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  const add = (path: Path, { name, type, setBy }: Pick<Slot, "name" | "type" | "setBy">): void => {
    if (flow.slots.has(name) || draft.slots.has(name)) return;
    if (!checkName({ kind: "slot", name, path }, report)) return;
    // What can be chosen from a list is the user's, whoever else writes it.
    if (!slots.has(name) || setBy === "user") slots.set(name, { ...undeclared, name, type, setBy });
  };
  for (const { name, path } of flow.inputs) add(path, { name, type: "any", setBy: "action" });
  for (const { content, path } of flow.steps) {
    const implied = draft.stepTypes.get(content.type)?.definition.implied?.(content, draft) ?? [];
    for (const { key, ...slot } of implied) add([...path, key], slot);
  }
  return slots;
}

const undeclared = {
  description: "",
  examples: [],
  values: [],
  constraints: [],
  required: true,
  sensitive: false,
} as const;
