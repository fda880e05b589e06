import type { Flow } from "../../engine/assistant/flow.ts";
import { hasDefault } from "../../engine/assistant/slot.ts";
import type { Step } from "../../engine/assistant/step.ts";
import type { CompiledFlow } from "../compile/flow.ts";
import type { Draft } from "../draft/draft.ts";
import type { Report } from "../report.ts";

/**
 * Warns of outputs and slots that the flow uses though nothing in it ever fills them. It is an error where a flow that it calls
 * would fill them, if only the call listed that output.
 */
export function checkNeverFilled(
  { flow, draft, whole }: CompiledFlow,
  { flows }: Pick<Draft, "flows">,
  report: Report,
): void {
  if (!whole) return;
  const filled = fillable(flow);
  for (const [index, name] of flow.outputs.entries()) {
    if (filled.has(name) || !flow.slots.has(name)) continue;
    const message = `Nothing in this flow fills its output '${name}'.`;
    report.add({ code: "flow.unfilled_output", severity: "warning", path: [...draft.path, "outputs", index], message });
  }
  const told = new Set<string>();
  for (const { name, path } of draft.steps) {
    const step = flow.steps.get(name);
    if (step === undefined) continue;
    for (const slot of [...step.reads, ...shownBy(step, flow)]) {
      if (filled.has(slot) || told.has(slot)) continue;
      const call = [...flow.steps.values()].find(
        (each) => each.type === "call" && flows.get(each.flow)?.content.outputs.includes(slot) === true,
      );
      // What an action lacks otherwise is an error of its own.
      if (call === undefined && step.type === "action") continue;
      told.add(slot);
      if (call?.type === "call") {
        const listed = [...Object.keys(call.outputs), slot].join(", ");
        const message = `'${slot}' is an output of '${call.flow}', but the call '${call.name}' does not list it. Add to '${call.name}': outputs: [${listed}]`;
        report.add({ code: "flow.unlisted_output", path, message });
        continue;
      }
      const message = `Nothing in this flow fills '${slot}', so it is always empty here. Collect it, or make it an input.`;
      report.add({ code: "slot.never_filled", severity: "warning", path, message });
    }
  }
}

function fillable(flow: Flow): ReadonlySet<string> {
  const steps = [...flow.steps.values()];
  return new Set([
    ...flow.owned,
    ...flow.inputs.map(({ name }) => name),
    ...[...flow.slots.values()].filter(hasDefault).map(({ name }) => name),
    ...steps.flatMap((step) => (step.type === "collect" ? [step.slot] : step.writes)),
  ]);
}

/** A change of what is merely said re-runs nothing, so `reads` leaves it out. */
function shownBy(step: Step, flow: Flow): readonly string[] {
  if (step.type !== "say" || step.message === undefined) return [];
  const roots = step.message.parts.map((part) => (part.kind === "path" ? (part.path[0] ?? "") : ""));
  return roots.filter((root) => flow.slots.has(root));
}
