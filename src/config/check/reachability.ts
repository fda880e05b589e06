import type { CompiledFlow } from "../compile/flow.ts";
import type { Report } from "../report.ts";
import { reachableSteps } from "./edges.ts";

export function checkReachability({ flow, draft, whole }: CompiledFlow, report: Report): void {
  if (draft.steps.length === 0 && draft.whole) {
    const message = `The flow '${flow.name}' has no steps; it ends as soon as it starts.`;
    report.add({ code: "flow.no_steps", severity: "warning", path: draft.path, atKey: true, message });
  }
  // Where a way could not be followed, what lies behind it would seem unreachable.
  if (!whole) return;
  const reached = reachableSteps(flow);
  let told = false;
  for (const { name, path } of draft.steps) {
    // Of a run of unreachable steps the first one tells it all.
    const lost = !reached.has(name);
    if (lost && !told) {
      const message = `Nothing leads to the step '${name}'. Jump to it, or remove it.`;
      report.add({ code: "flow.unreachable_step", path: [...path, "step"], message });
    }
    told = lost;
  }
}
