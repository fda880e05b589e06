import { hasDefault } from "../../engine/assistant/slot.ts";
import { parseTemplate } from "../../engine/flow/template.ts";
import type { CompiledFlow } from "../compile/flow.ts";
import type { Report } from "../report.ts";
import type { Checking } from "./checking.ts";

export function checkFlows({ draft, compiled, report }: Checking): void {
  if (draft.flows.size === 0) {
    report.add({
      code: "config.missing_key",
      path: ["flows"],
      message: "An assistant needs a flow: 'flows' is missing or empty.",
    });
  }
  for (const compiledFlow of compiled.flows) {
    checkHead(compiledFlow, report);
    checkNeededInputs(compiledFlow, report);
  }
}

function checkHead({ flow, draft }: CompiledFlow, report: Report): void {
  if (flow.trigger === undefined) return;
  if (flow.description.trim() === "" && draft.whole) {
    const message = `The flow '${flow.name}' has no description; the model chooses flows by it.`;
    report.add({ code: "flow.no_description", severity: "warning", path: draft.path, atKey: true, message });
  }
  for (const [index, intent] of flow.trigger.intents.entries()) {
    const parsed = parseTemplate(intent);
    for (const part of parsed.ok ? parsed.template.parts : []) {
      const name = part.kind === "path" ? (part.path[0] ?? "") : "";
      const slot = flow.slots.get(name) ?? null;
      if (part.kind === "text" || flow.owned.has(name) || (slot === null && !draft.whole)) continue;
      const message = `The flow '${flow.name}' does not take '${name}' from the user, so what stands there is lost. Collect it, or make it an input.`;
      const path = [...draft.path, "trigger", "intents", index];
      report.add({
        code: "flow.untaken_slot",
        severity: "warning",
        path,
        message,
        offset: Math.max(intent.indexOf(name), 0),
      });
    }
  }
}

/** A user who starts the flow gives no inputs: what it needs must be asked for, and users must be allowed to say it. */
function checkNeededInputs({ flow, draft, whole }: CompiledFlow, report: Report): void {
  if (flow.trigger === undefined || !whole) return;
  const steps = [...flow.steps.values()];
  for (const { name, optional, source, path } of draft.inputs) {
    const slot = flow.slots.get(name);
    if (optional || slot === undefined || hasDefault(slot) || flow.owned.has(name)) continue;
    if (steps.some((step) => step.writes.includes(name))) continue;
    const when = source === undefined ? "" : ` before there is a '${source}'`;
    const message = `A user who starts '${flow.name}'${when} has no way to give '${name}', which it needs. Declare a slot '${name}' that users may set, and it is asked for; or write '${name}?' if the flow can do without it.`;
    report.add({ code: "flow.missing_input", path, message });
  }
}
