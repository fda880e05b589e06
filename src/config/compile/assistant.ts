import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Slot } from "../../engine/assistant/slot.ts";
import type { Programs } from "../check/programs.ts";
import type { Draft } from "../draft/draft.ts";
import type { Report } from "../report.ts";
import { type CompiledFlow, compileFlow } from "./flow.ts";
import { implicitSlots } from "./implicit-slots.ts";
import type { Scope } from "./scope.ts";
import { compileKnowledge, compilePatterns, compileSettings } from "./settings.ts";
import { compileSlot } from "./slot.ts";

export interface Compiled {
  readonly assistant: Assistant;
  readonly flows: readonly CompiledFlow[];
}

export function compileAssistant(
  draft: Draft,
  given: { readonly hash: string; readonly programs: Programs },
  report: Report,
): Compiled {
  const globals = compileGlobals(draft, report);
  const flows = [...draft.flows.values()].map((flow) => compileFlow(flow, { draft, report, globals }));
  const everySlot = [
    ...globals.values(),
    ...flows.flatMap(({ draft, flow }) => [...draft.slots.keys()].flatMap((name) => flow.slots.get(name) ?? [])),
  ];
  const steps = flows.flatMap(({ flow }) => [...flow.steps.values()]);
  const named = [...everySlot, ...steps.filter((step) => step.type === "collect")];
  return {
    flows,
    assistant: {
      hash: given.hash,
      version: draft.version,
      settings: compileSettings(draft.settings, given.programs),
      patterns: compilePatterns(draft.patterns),
      slots: globals,
      actions: new Map([...draft.actions].map(([name, { action }]) => [name, action])),
      flows: new Map(flows.map(({ flow }) => [flow.name, flow])),
      responses: draft.responses,
      knowledge: compileKnowledge(draft.knowledge),
      validators: new Set(named.flatMap(({ validator }) => validator ?? [])),
      normalizers: new Set(everySlot.flatMap(({ normalizer }) => normalizer ?? [])),
    },
  };
}

/** A global slot's texts may name whatever some flow holds beside it. */
function compileGlobals(draft: Draft, report: Report): ReadonlyMap<string, Slot> {
  const quiet: Report = { findings: [], add: () => {}, unknown: () => {} };
  const names = new Set(draft.slots.keys());
  for (const flow of draft.flows.values()) {
    for (const name of flow.slots.keys()) names.add(name);
    for (const name of implicitSlots(flow, draft, quiet).keys()) names.add(name);
  }
  const globals = new Map<string, Slot>();
  const scope: Scope = { draft, report, names, use: () => {}, slot: (name) => globals.get(name) };
  for (const [name, slot] of draft.slots) globals.set(name, compileSlot(name, slot, scope));
  return globals;
}
