import { flowPatterns } from "../../engine/assistant/settings.ts";
import type { Draft, FlowDraft } from "../draft/draft.ts";
import type { Checking } from "./checking.ts";

/** The system runs these actions and flows itself, so no step would show that they are missing. */
export function checkPatterns({ draft, report }: Checking): void {
  const { action } = draft.patterns.handoff;
  if (action !== undefined && !draft.actions.has(action)) {
    const unknown = { kind: "action", name: action, valid: draft.actions.keys() };
    report.unknown({ code: "action.unknown", path: ["patterns", "handoff", "action"], ...unknown });
  }
  for (const pattern of flowPatterns) {
    const { flow: name } = draft.patterns[pattern];
    if (name === undefined) continue;
    const path = ["patterns", pattern, "flow"];
    const flow = draft.flows.get(name);
    if (flow === undefined) {
      report.unknown({ code: "flow.unknown", path, kind: "flow", name, valid: draft.flows.keys() });
      continue;
    }
    for (const input of neededInputs(flow, draft)) {
      const message = `The flow '${name}' needs the input '${input}', which a pattern may not have. Make it '${input}?' there.`;
      report.add({ code: "flow.missing_input", path, message });
    }
  }
}

/** What the flow neither asks for itself nor can do without. */
function neededInputs(flow: FlowDraft, draft: Draft): readonly string[] {
  const collected = new Set(flow.steps.flatMap(({ content }) => (content.type === "collect" ? [content.slot] : [])));
  return flow.inputs
    .filter(({ name, optional, source }) => !optional && source === undefined && !collected.has(name))
    .map(({ name }) => name)
    .filter((name) => (flow.slots.get(name) ?? draft.slots.get(name))?.content.default === undefined);
}
