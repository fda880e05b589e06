import type { Flow } from "../../engine/assistant/flow.ts";
import { hasDefault } from "../../engine/assistant/slot.ts";
import type { Step, StepOf } from "../../engine/assistant/step.ts";
import type { CompiledFlow } from "../compile/flow.ts";
import type { Draft } from "../draft/draft.ts";
import type { Report } from "../report.ts";
import { hint, nearest } from "../suggest.ts";
import { edgesOf } from "./edges.ts";

/** Reports what an action needs and no way to it can have filled. */
export function checkUnfilledInputs(
  { flow, draft: flowDraft, whole }: CompiledFlow,
  draft: Draft,
  report: Report,
): void {
  if (!whole) return;
  const filled = possiblyFilled(flow);
  for (const { name, path } of flowDraft.steps) {
    const step = flow.steps.get(name);
    const before = filled.get(name);
    if (step?.type !== "action" || before === undefined) continue;
    for (const slot of neededSlots(step, draft)) {
      if (before.has(slot)) continue;
      const isSlot = flow.slots.has(slot);
      const suggestion = isSlot ? undefined : nearest(slot, flow.slots.keys());
      const message = isSlot
        ? `'${step.call}' needs '${slot}', which no step before '${name}' fills.`
        : `'${step.call}' needs '${slot}', but no slot here has that name.${hint(suggestion, [])} Collect it, or map it in 'inputs'.`;
      report.add({ code: "action.unfilled_input", path: [...path, "call"], message, suggestion });
    }
  }
}

/** The slots that must hold something for the action to run. */
function neededSlots(step: StepOf<"action">, draft: Draft): readonly string[] {
  const inputs = draft.actions.get(step.call)?.action.inputs ?? [];
  return inputs.flatMap(({ name, optional }) => {
    if (optional) return [];
    const given = Object.hasOwn(step.inputs, name) ? step.inputs[name] : undefined;
    if (given === undefined) return [name];
    // Only a plain slot is surely empty if nobody filled it; an expression may have a value all the same.
    const root =
      given.kind === "expression" && given.expression.root.kind === "path" ? given.expression.root.path[0] : undefined;
    return root !== undefined && root !== "session" && root !== "outputs" && !root.startsWith("_") ? [root] : [];
  });
}

/** For each step that can be reached, the slots that some way to it can have filled. */
function possiblyFilled(flow: Flow): ReadonlyMap<string, ReadonlySet<string>> {
  const before = new Map<string, Set<string>>();
  if (flow.first === null) return before;
  before.set(flow.first, new Set(filledFromTheStart(flow)));
  const open = [flow.first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const step = flow.steps.get(name);
    const known = before.get(name);
    if (step === undefined || known === undefined) continue;
    const after = [...known, ...filledBy(step)];
    for (const { to, undone } of edgesOf(step, flow)) {
      if (to === null) continue;
      const there = before.get(to);
      const arriving = undone === true ? [...known] : after;
      if (there !== undefined && arriving.every((slot) => there.has(slot))) continue;
      before.set(to, new Set([...(there ?? []), ...arriving]));
      open.push(to);
    }
  }
  return before;
}

/** What the user may volunteer at any time, what a caller brings and what has a default. */
const filledFromTheStart = (flow: Flow): readonly string[] => [
  ...flow.owned,
  ...flow.inputs.map(({ name }) => name),
  ...[...flow.slots.values()].filter(hasDefault).map(({ name }) => name),
];

const filledBy = (step: Step): readonly string[] =>
  step.type === "collect" ? [step.slot, ...step.writes] : step.writes;
