import type { Flow } from "../../domain/flow.ts";
import type { Step } from "../../domain/step.ts";
import type { CompiledFlow } from "../compile/flow.ts";
import type { Report } from "../report.ts";

/** Warns of outputs and slots that the flow uses though nothing in it ever fills them. */
export function checkNeverFilled({ flow, draft, whole }: CompiledFlow, report: Report): void {
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
    // What an action lacks is an error of its own.
    if (step === undefined || step.type === "action") continue;
    for (const slot of [...step.reads, ...shownBy(step, flow)]) {
      if (filled.has(slot) || told.has(slot)) continue;
      told.add(slot);
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
    ...[...flow.slots.values()].filter((slot) => slot.default !== undefined).map(({ name }) => name),
    ...steps.flatMap((step) => (step.type === "collect" ? [step.slot] : step.writes)),
  ]);
}

/** A change of what is merely said re-runs nothing, so `reads` leaves it out. */
function shownBy(step: Step, flow: Flow): readonly string[] {
  if (step.type !== "say" || step.message === undefined) return [];
  const roots = step.message.parts.map((part) => (part.kind === "path" ? (part.path[0] ?? "") : ""));
  return roots.filter((root) => flow.slots.has(root));
}
