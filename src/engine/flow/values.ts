import type { Assistant } from "../assistant/assistant.ts";
import type { Flow } from "../assistant/flow.ts";
import type { Slot } from "../assistant/slot.ts";
import type { Outcome, PatternName, TemplateValue, TemplateValues } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { startableFlows } from "./startable.ts";
import type { TurnContext } from "./turn-context.ts";

/** Facts for system texts, under the names that the catalogues use. */
export const pattern = (name: PatternName, values: TemplateValues = {}): Outcome => ({
  kind: "pattern",
  pattern: name,
  values,
});

export const words = (value: string): TemplateValue => ({ value, type: "string" });

export const aboutFlow = (flow: Pick<Flow, "description">): TemplateValues => ({
  flow_description: words(flow.description),
});

export const aboutSlot = (slot: Slot): TemplateValues => ({ slot_description: words(slot.description) });

export const descriptionOf = (assistant: Assistant, flow: string): string =>
  assistant.flows.get(flow)?.description ?? flow;

/** What the user could start now. */
export const aboutScope = (state: DialogueState, context: Pick<TurnContext, "assistant" | "now">): TemplateValues => ({
  flows: { value: startableFlows(state, context).map((flow) => flow.description), type: "list" },
});
