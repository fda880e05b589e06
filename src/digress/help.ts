import type { Slot } from "../engine/assistant/slot.ts";
import { flowLabel, slotLabel } from "../engine/describe.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import {
  aboutFlow,
  aboutSlot as namesOf,
  type Outcome,
  ofSlot,
  type PatternName,
  type TemplateValue,
  type TemplateValues,
  text,
} from "../engine/state/outcome.ts";
import type { ActiveFlowView, DigressionView } from "./digression-view.ts";

/** Help where the user stands: about the question that is open, the flow, or all that can be done. */
export function help(view: DigressionView): Outcome {
  const { active } = view;
  if (active === null) return answered("help", "what_i_can_do", capabilities(view));
  const slot = awaitedSlot(view);
  if (slot === null) {
    return answered("help", "help_flow", {
      ...aboutFlow(active),
      missing: missing(active),
      flows: otherFlows(view),
    });
  }
  const values = choices(slot);
  return answered("help", "help_step", {
    ...namesOf(slot),
    ...aboutFlow(active),
    ...(values === null ? { examples: list(slot.examples) } : { values }),
    flows: otherFlows(view),
  });
}

/** What is going on, what is known and what is missing. */
export function status(view: DigressionView): Outcome {
  const { active } = view;
  if (active === null) return answered("status", "status_nothing", capabilities(view));
  return answered("status", "status", {
    ...aboutFlow(active),
    filled: filled(active),
    missing: missing(active),
  });
}

/** Everything that the task holds, also what actions found out: "how much is it?" at a confirmation. */
export function held(view: DigressionView): Outcome | null {
  const { active } = view;
  const values = active === null ? [] : labelled(active.slots, active.known);
  return active === null || values.length === 0
    ? null
    : answered("question", "status", { ...aboutFlow(active), filled: list(values) });
}

/** What the task holds in some of its slots. */
export function heldIn(active: ActiveFlowView, slots: readonly Slot[]): Outcome | null {
  const values = labelled(slots, active.known);
  return values.length === 0 ? null : answered("question", "status", { filled: list(values) });
}

/** What the slot is for, from the flow that asks for it. */
export function why(slot: Slot, flow: Pick<ActiveFlowView, "name" | "label" | "description">): Outcome {
  return answered("clarification", "why_slot", { ...namesOf(slot), ...aboutFlow(flow) });
}

/** What can be chosen, or what the slot means, with examples and what it holds now. */
export function aboutSlot(slot: Slot, view: DigressionView): Outcome {
  const names = namesOf(slot);
  const values = choices(slot);
  const value = view.active?.known[slot.name] ?? null;
  if (values !== null) {
    return answered("question", "slot_values", {
      ...names,
      values,
      ...(value === null ? {} : { value: ofSlot(slot, value) }),
    });
  }
  return answered("question", "slot_about", {
    // Its label alone explains nothing.
    ...(slot.description.trim() === "" ? { slot_label: { value: slotLabel(slot), type: "string" } } : names),
    ...limitsOf(slot),
    examples: list(slot.examples),
    ...(value === null ? {} : { value: ofSlot(slot, value) }),
  });
}

/** What is said of a value that breaks a rule tells what may be given: "We carry 1 to 8 cups." */
function limitsOf({ constraints }: Slot): TemplateValues {
  const said = constraints.flatMap(({ message }) =>
    message?.parts.every(({ kind }) => kind === "text") === true ? [message.source] : [],
  );
  return said.length === 0 ? {} : { limits: text(said.join(" ").replace(/[.!]$/, "")) };
}

/** Not the raw output of an action, which nobody described and nobody wants to read. */
export function isDeclared(slot: Slot): boolean {
  return slot.type !== "any";
}

/** There is more to say than the description, and than that it is a matter of yes or no. */
export function isInformative(slot: Slot): boolean {
  return slot.values.length > 0 || slot.examples.length > 0;
}

export function awaitedSlot({ active, awaited }: DigressionView): Slot | null {
  return active?.slots.find((slot) => slot.name === awaited) ?? null;
}

export function capabilities({ flows }: DigressionView): TemplateValues {
  return { flows: list(flows.map(flowLabel)) };
}

export function answered(digression: string, pattern: PatternName, values: TemplateValues): Outcome {
  return { kind: "answered", digression, pattern, values };
}

/** The active one is under way already. */
function otherFlows({ flows, active }: DigressionView): TemplateValue {
  return list(flows.filter((flow) => flow.name !== active?.name).map(flowLabel));
}

function choices(slot: Slot): TemplateValue | null {
  if (slot.values.length > 0) return list(slot.values.map((allowed) => allowed.value));
  return slot.type === "boolean" ? list([true, false]) : null;
}

/** Each value with its type, because `respond/` formats a date and a number differently. */
const filled = ({ slots, filled: known }: ActiveFlowView): TemplateValue => list(labelled(slots, known));

function labelled(slots: readonly Slot[], known: JsonObject): readonly Json[] {
  return slots.filter(isDeclared).flatMap((slot) => {
    const value = known[slot.name] ?? null;
    return value === null ? [] : [{ label: slotLabel(slot), ...ofSlot(slot, value) }];
  });
}

function missing({ slots, missing: names }: ActiveFlowView): TemplateValue {
  const byName = new Map(slots.map((slot) => [slot.name, slot]));
  return list(names.map((name) => slotLabel(byName.get(name) ?? { name })));
}

function list(value: readonly Json[]): TemplateValue {
  return { value, type: "list" };
}
