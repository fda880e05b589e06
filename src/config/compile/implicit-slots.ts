import type { Slot } from "../../engine/assistant/slot.ts";
import type { SlotType } from "../../engine/slot-types/slot-types.ts";
import type { Draft, FlowDraft, StepDraft } from "../draft/draft.ts";
import type { Path } from "../locate.ts";
import { checkName } from "../names.ts";
import type { Report } from "../report.ts";
import { outputSlots } from "./steps/action.ts";
import { outputsOf } from "./steps/call.ts";

interface Implied {
  readonly name: string;
  readonly type: SlotType;
  readonly setBy: Slot["setBy"];
  readonly path: Path;
}

/** Slots that nobody declared but that a step computes or an input brings: read-only for the user. */
export function implicitSlots(flow: FlowDraft, draft: Draft, report: Report): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  const inputs = flow.inputs.map(({ name, path }): Implied => ({ name, type: "any", setBy: "action", path }));
  for (const { name, type, setBy, path } of [...inputs, ...flow.steps.flatMap((step) => implied(step, draft))]) {
    if (flow.slots.has(name) || draft.slots.has(name)) continue;
    if (!checkName({ kind: "slot", name, path }, report)) continue;
    // What can be chosen from a list is the user's, whoever else writes it.
    if (!slots.has(name) || setBy === "user") slots.set(name, implicitSlot(name, type, setBy));
  }
  return slots;
}

const implicitSlot = (name: string, type: SlotType, setBy: Slot["setBy"]): Slot => ({
  name,
  type,
  description: "",
  examples: [],
  values: [],
  constraints: [],
  required: true,
  sensitive: false,
  setBy,
});

function implied({ content, path }: StepDraft, draft: Draft): readonly Implied[] {
  const byAction =
    (type: SlotType, key: string) =>
    (name: string): Implied => ({
      name,
      type,
      setBy: "action",
      path: [...path, key],
    });
  switch (content.type) {
    case "action":
      return outputSlots(draft.actions.get(content.call)?.action, content.map_outputs ?? {}).map(
        byAction("any", "map_outputs"),
      );
    case "set":
      return Object.keys(content.slots).map((name) => byAction("any", "slots")(name));
    case "call":
      return Object.values(outputsOf(content.outputs)).map(byAction("any", "outputs"));
    case "confirm":
      return content.slot === undefined ? [] : [byAction("boolean", "slot")(content.slot)];
    case "generate":
      return content.store_as === undefined ? [] : [byAction("string", "store_as")(content.store_as)];
    case "collect":
      return content.from === undefined
        ? []
        : [{ name: content.slot, type: "any", setBy: "user", path: [...path, "slot"] }];
    case "say":
    case "branch":
    case "while":
    case "link":
    case "handoff":
      return [];
    default:
      return content satisfies never;
  }
}
