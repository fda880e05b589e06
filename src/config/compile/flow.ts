import type { Flow, FlowInput, Trigger } from "../../engine/assistant/flow.ts";
import type { Slot } from "../../engine/assistant/slot.ts";
import { parseTemplate } from "../../engine/flow/template.ts";
import type { Draft, FlowDraft, InputDraft } from "../draft/draft.ts";
import type { Report } from "../report.ts";
import { implicitSlots } from "./implicit-slots.ts";
import { orderSteps } from "./order.ts";
import type { Scope } from "./scope.ts";
import { compileSlot } from "./slot.ts";
import { compileStep } from "./step.ts";
import { compileTarget } from "./target.ts";
import { compileExpression } from "./text.ts";

export interface CompiledFlow {
  readonly flow: Flow;
  readonly draft: FlowDraft;
  /** False if a way through it could not be followed: then nothing is said about what can be reached. */
  readonly whole: boolean;
}

interface FlowContext {
  readonly draft: Draft;
  readonly report: Report;
  readonly globals: ReadonlyMap<string, Slot>;
}

export function compileFlow(flow: FlowDraft, { draft, report, globals }: FlowContext): CompiledFlow {
  const implicit = implicitSlots(flow, draft, report);
  const names = new Set([...draft.slots.keys(), ...flow.slots.keys(), ...implicit.keys()]);
  const used = new Set<string>([...flow.slots.keys(), ...flow.named, ...flow.inputs.map(({ name }) => name)]);
  const own = new Map<string, Slot>();
  const slotNamed = (name: string) => own.get(name) ?? globals.get(name) ?? implicit.get(name);
  const scope: Scope = { draft, report, names, flow, use: (slot) => used.add(slot), slot: slotNamed };
  // What a slot's own texts name is not thereby part of the flow.
  for (const [name, slot] of flow.slots) own.set(name, compileSlot(name, slot, { ...scope, use: () => {} }));

  let whole = flow.whole;
  const lost = (): void => {
    whole = false;
  };
  const steps = flow.steps.flatMap((step) => compileStep({ scope, flow, draft: step, lost }) ?? []);
  for (const step of steps) {
    for (const slot of step.writes) used.add(slot);
    if (step.type === "collect") used.add(step.slot);
  }
  const { steps: ordered, first } = orderSteps(steps, flow, report);
  const targets = flowTargets(flow, scope, lost);
  const trigger = compileTrigger(flow, scope);
  for (const [index, name] of flow.content.outputs.entries()) {
    const path = [...flow.path, "outputs", index];
    if (names.has(name)) used.add(name);
    else report.unknown({ code: "slot.unknown", path, kind: "slot", name, valid: names });
  }
  const slots = new Map<string, Slot>();
  for (const name of names) {
    const slot = used.has(name) ? slotNamed(name) : undefined;
    if (slot !== undefined) slots.set(name, slot);
  }
  const asked = steps.flatMap((step) =>
    step.type === "collect" ? [step.slot] : step.type === "action" ? step.reads : [],
  );
  const candidates = [...flow.inputs.map(({ name }) => name), ...flow.named, ...flow.slots.keys(), ...asked];
  return {
    draft: flow,
    whole,
    flow: {
      name: flow.name,
      ...(flow.content.label === undefined ? {} : { label: flow.content.label.trim() }),
      description: flow.content.description ?? "",
      ...(trigger === null ? {} : { trigger }),
      inputs: flow.inputs.map((input) => compileFlowInput(input, { draft, report })),
      outputs: flow.content.outputs,
      ...targets,
      slots,
      constraints: constraintsOf(slots),
      owned: new Set(candidates.filter((name) => slots.get(name)?.setBy === "user")),
      steps: ordered,
      first,
    },
  };
}

function constraintsOf(slots: Flow["slots"]): Flow["constraints"] {
  const all = [...slots.values()].flatMap(({ constraints }) => constraints);
  const read = new Set(all.flatMap((constraint) => constraint.slots));
  return new Map([...read].map((name) => [name, all.filter((constraint) => constraint.slots.includes(name))]));
}

function flowTargets(flow: FlowDraft, scope: Scope, lost: () => void): Pick<Flow, "onError" | "onChange"> {
  const find = (key: "on_error" | "on_change") => {
    const text = flow.content[key];
    const target = compileTarget(text, flow, { scope, path: [...flow.path, key] });
    if (target === undefined && text !== undefined) lost();
    return target;
  };
  const onError = find("on_error");
  const onChange = find("on_change");
  return { ...(onError === undefined ? {} : { onError }), ...(onChange === undefined ? {} : { onChange }) };
}

function compileTrigger(flow: FlowDraft, scope: Scope): Trigger | null {
  const { trigger } = flow.content;
  if (trigger === undefined) return null;
  for (const [index, intent] of trigger.intents.entries())
    checkIntent(intent, [...flow.path, "trigger", "intents", index], scope);
  const at = { scope, path: [...flow.path, "trigger", "condition"] };
  const condition = trigger.condition === undefined ? null : compileExpression(trigger.condition, at);
  return { intents: trigger.intents, ...(condition === null ? {} : { condition }) };
}

/** `fly from {origin}`: the braces mark where a value of that slot stands. */
function checkIntent(intent: string, path: readonly (string | number)[], { report, names }: Scope): void {
  const parsed = parseTemplate(intent);
  if (!parsed.ok) {
    report.add({ code: "template.syntax", path, message: parsed.message, offset: parsed.offset });
    return;
  }
  for (const part of parsed.template.parts) {
    const name = part.kind === "path" ? part.path.join(".") : "";
    if (part.kind === "text" || names.has(name)) continue;
    const offset = Math.max(intent.indexOf(name), 0);
    report.unknown({ code: "template.unknown_name", path, kind: "slot", name, valid: names, offset });
  }
}

/** `from` names a flow and one of its outputs. */
function compileFlowInput(
  { name, optional, source, path }: InputDraft,
  { draft, report }: Pick<FlowContext, "draft" | "report">,
): FlowInput {
  if (source === undefined) return { name, optional };
  const [flow = "", output = "", ...more] = source.split(".");
  const place = [...path, "from"];
  const found = draft.flows.get(flow);
  if (output === "" || more.length > 0) {
    const message = `'${source}' is no output of a flow. Write 'flow.output', such as book_flight.booking_ref.`;
    report.add({ code: "config.invalid_value", path: place, message });
  } else if (found === undefined) {
    report.unknown({ code: "flow.unknown", path: place, kind: "flow", name: flow, valid: draft.flows.keys() });
  } else if (found.content.outputs.includes(output)) {
    return { name, optional, from: { flow, output } };
  } else if (found.whole) {
    const valid = found.content.outputs;
    report.unknown({ code: "flow.unknown_output", path: place, kind: "output", name: output, valid });
  }
  return { name, optional };
}
