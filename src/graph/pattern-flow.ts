import type { Outcome, PatternName, TemplateValues } from "../domain/outcome.ts";
import type { FlowPattern } from "../domain/settings.ts";
import type { DialogueState } from "../domain/state.ts";
import { conforms } from "../flow/conforms.ts";
import { isFilled, slotDefinition, storeSlot } from "../flow/slots.ts";
import { pushFrame } from "../flow/stack.ts";
import type { Stages } from "./stages.ts";
import { contextOf, type Work } from "./work.ts";

/** The system texts that a flow of the assistant's own can stand for. */
const patternOf: Readonly<Partial<Record<PatternName, FlowPattern>>> = {
  slot_corrected: "correction",
  flow_cancelled: "cancellation",
  not_understood: "misunderstanding",
  not_understood_again: "misunderstanding",
  chitchat: "chitchat",
  out_of_scope: "out_of_scope",
  nothing_to_repeat: "repeat",
  flow_restarted: "restart",
  message_too_long: "message_too_long",
  message_empty: "message_empty",
};

/**
 * Where the assistant has a flow for what would be said, the flow runs above the one that is active, whose question
 * comes back after it. What commands led to is looked at once, when all of them have run.
 */
export function runPatternFlows(work: Work, stages: Stages): Work {
  const asked = isAmbiguous(work.state) ? startPatternFlow(work, stages, { pattern: "ambiguity" }) : null;
  // The last one pushed runs first: they are told in the order in which they came up.
  return causesIn(work).reduceRight<Work>((now, { outcome, ...cause }) => {
    const begun = startPatternFlow(now, stages, cause);
    return begun === null ? now : { ...begun, outcomes: begun.outcomes.filter((other) => other !== outcome) };
  }, asked ?? work);
}

interface Cause {
  readonly pattern: FlowPattern;
  readonly values?: TemplateValues;
  /** What the flow is run instead of. */
  readonly outcome?: Outcome;
}

function causesIn({ state, outcomes }: Work): readonly Cause[] {
  const causes = outcomes.flatMap((outcome): readonly Cause[] => {
    if (outcome.kind === "repeated") return [{ pattern: "repeat", outcome }];
    if (outcome.kind !== "pattern" && outcome.kind !== "answered") return [];
    const pattern = patternOf[outcome.pattern];
    return pattern === undefined ? [] : [{ pattern, values: outcome.values, outcome }];
  });
  // Where only the open question was said, there is nothing to say again before it.
  const isBareRepeat =
    state.turn?.commands.some(({ command }) => command.type === "repeat") === true &&
    causes.every(({ pattern }) => pattern !== "repeat");
  return isBareRepeat ? [...causes, { pattern: "repeat" }] : causes;
}

const isAmbiguous = ({ pending }: DialogueState): boolean =>
  pending?.kind === "choice" && pending.options.every(({ command }) => command.type === "start_flow");

/**
 * Null if there is no such flow, or if the pattern came up within it or after it in the same turn: what is said then
 * cannot go round in circles. A flow that declares inputs named like the text's values gets them.
 */
export function startPatternFlow(work: Work, stages: Stages, cause: Omit<Cause, "outcome">): Work | null {
  const { state } = work;
  const { assistant } = stages;
  const flow = assistant.patterns.flows[cause.pattern];
  if (flow === undefined || isUnderWay(state, flow)) return null;
  const pushed = pushFrame(state, contextOf(state, stages), { flow, by: "system", caller: null });
  const { flowId } = pushed.frame;
  const inputs = assistant.flows.get(flow)?.inputs ?? [];
  const filled = inputs.reduce((now, { name }) => {
    const slot = slotDefinition(assistant, pushed.frame, name);
    const value = cause.values?.[name]?.value ?? null;
    if (slot === null || !isFilled(value) || !conforms(slot, value)) return now;
    return storeSlot(now, { flowId, slot, value, provenance: { by: "input", from: cause.pattern } });
  }, pushed.state);
  return { ...work, state: filled };
}

const isUnderWay = (state: DialogueState, flow: string): boolean =>
  state.flowStack.some((frame) => frame.flow === flow) ||
  (state.turn?.events ?? []).some(
    (event) => (event.type === "flow_started" || event.type === "flow_ended") && event.flow === flow,
  );
