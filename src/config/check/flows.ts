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
  for (const compiledFlow of compiled.flows) checkHead(compiledFlow, report);
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
