import type { Assistant } from "../assistant/assistant.ts";
import { flowLabel } from "../describe.ts";
import {
  aboutFlow,
  type Outcome,
  type PatternName,
  type TemplateValue,
  type TemplateValues,
} from "../state/outcome.ts";
import type { ChoiceOption, DialogueState } from "../state/state.ts";
import { startableFlows } from "./startable.ts";
import type { TurnContext } from "./turn-context.ts";

export { aboutFlow, aboutSlot } from "../state/outcome.ts";

/** Facts for system texts, under the names that the catalogues use. */
export const pattern = (name: PatternName, values: TemplateValues = {}): Outcome => ({
  kind: "pattern",
  pattern: name,
  values,
});

export const words = (value: string): TemplateValue => ({ value, type: "string" });

/** A flow by its name, which the assistant may no longer have. */
export const aboutFlowNamed = (assistant: Assistant, flow: string): TemplateValues =>
  aboutFlow(assistant.flows.get(flow) ?? { name: flow, description: "" });

export const flowLabelOf = (assistant: Assistant, flow: string): string =>
  flowLabel(assistant.flows.get(flow) ?? { name: flow, description: "" });

/** A task by what its option is called, which tells it from others of the same flow. */
export const aboutOption = (option: ChoiceOption | undefined): TemplateValues =>
  option === undefined ? {} : { flow_label: words(option.label), flow_description: words(option.label) };

/** What the user could start now. */
export const aboutScope = (state: DialogueState, context: Pick<TurnContext, "assistant" | "now">): TemplateValues => ({
  flows: { value: startableFlows(state, context).map(flowLabel), type: "list" },
});
