import type { Target } from "../../engine/assistant/step.ts";
import type { FlowDraft } from "../draft/draft.ts";
import { exits } from "../names.ts";
import type { At } from "./scope.ts";

/** Where a jump leads; undefined if there is none, or none that exists. */
export function compileTarget(text: string | undefined, flow: FlowDraft, at: At): Target | undefined {
  if (text === undefined) return undefined;
  const exit = exits.find((word) => word === text);
  if (exit !== undefined) return { to: exit };
  if (flow.stepNames.has(text)) return { to: "step", step: text };
  const valid = [...flow.stepNames, ...exits];
  at.scope.report.unknown({ code: "flow.unknown_target", path: at.path, kind: "step", name: text, valid });
  return undefined;
}
