import type { FlowPattern } from "../engine/assistant/settings.ts";
import type { Slot } from "../engine/assistant/slot.ts";
import { enterBySystem } from "../engine/flow/enter.ts";
import { writeSlots } from "../engine/flow/rules.ts";
import { isFilled } from "../engine/flow/slots.ts";
import type { Json } from "../engine/json.ts";
import { conforms } from "../engine/slot-types/slot-types.ts";
import type { Change } from "../engine/state/change.ts";
import type { Outcome, PatternName, TemplateValues } from "../engine/state/outcome.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { contextOf, type Stages } from "./stages.ts";

/** The system texts that a flow of the assistant's own can stand for. */
const patternOf: Readonly<Partial<Record<PatternName, FlowPattern>>> = {
  slot_corrected: "correction",
  flow_cancelled: "cancellation",
  not_understood: "misunderstanding",
  not_understood_again: "misunderstanding",
  other_language: "misunderstanding",
  chitchat_greeting: "chitchat",
  chitchat_thanks: "chitchat",
  chitchat_goodbye: "chitchat",
  chitchat_wait: "chitchat",
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
export function runPatternFlows(work: Change, stages: Stages): Change {
  const asked = isAmbiguous(work.state) ? startPatternFlow(work, stages, { pattern: "ambiguity" }) : null;
  // The last one pushed runs first: they are told in the order in which they came up.
  return causesIn(work).reduceRight<Change>((now, { outcome, ...cause }) => {
    const begun = startPatternFlow(now, stages, cause);
    return begun === null ? now : { ...begun, say: begun.say.filter((other) => other !== outcome) };
  }, asked ?? work);
}

interface Cause {
  readonly pattern: FlowPattern;
  readonly values?: TemplateValues;
  /** What the flow is run instead of. */
  readonly outcome?: Outcome;
}

function causesIn({ state, say }: Change): readonly Cause[] {
  const causes = say.flatMap((outcome): readonly Cause[] => {
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
  pending?.kind === "choice" &&
  pending.asks === undefined &&
  pending.options.every(({ command }) => command.type === "start_flow");

/**
 * Null if there is no such flow, or if the pattern came up within it or after it in the same turn: what is said then
 * cannot go round in circles. A flow that declares inputs named like the text's values gets them.
 */
export function startPatternFlow(work: Change, stages: Stages, cause: Omit<Cause, "outcome">): Change | null {
  const { state } = work;
  const { assistant } = stages;
  const flow = assistant.patterns.flows[cause.pattern];
  if (flow === undefined || isUnderWay(state, flow)) return null;
  const { inputs, slots } = assistant.flows.get(flow) ?? { inputs: [], slots: new Map<string, Slot>() };
  const given = inputs.flatMap(({ name }): readonly [string, Json][] => {
    const slot = slots.get(name);
    const value = cause.values?.[name]?.value ?? null;
    return slot === undefined || !isFilled(value) || !conforms(slot, value) ? [] : [[name, value]];
  });
  const context = contextOf(state, stages);
  const started = enterBySystem(state, context, { flow, inputs: Object.fromEntries(given) });
  const filled = writeSlots(started.state, context, {
    frame: started.frame,
    values: given,
    provenance: { by: "input", from: cause.pattern },
  });
  return { ...work, state: filled.ok ? filled.state : started.state };
}

const isUnderWay = (state: DialogueState, flow: string): boolean =>
  state.flowStack.some((frame) => frame.flow === flow) ||
  (state.turn?.events ?? []).some(
    (event) => (event.type === "flow_started" || event.type === "flow_ended") && event.flow === flow,
  );
