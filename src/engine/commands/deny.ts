import { askPlainly } from "../flow/ask-plainly.ts";
import { changeFrame, flowOf, frameNow, topFrame } from "../flow/frames.ts";
import { markDigressed, record } from "../flow/record.ts";
import { writeSlots } from "../flow/rules.ts";
import type { FoundSlot } from "../flow/slot-target.ts";
import { answerBehind, cellOf, isGivenByStep, slotDefinition } from "../flow/slots.ts";
import { note } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutFlowNamed, aboutScope, aboutSlot, pattern, words } from "../flow/values.ts";
import type { Change } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { DialogueState, Pending } from "../state/state.ts";
import type { Confirmation } from "../steps/confirm.ts";
import { cancelNow } from "./cancel-flow.ts";
import { takeBack } from "./clear-slot.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse } from "./command-next.ts";
import { answeredBy, pendingPrompt, refusePrompt, withoutPrompt } from "./confirmation.ts";
import { defineCommand } from "./define-command.ts";
import { activeSlot, confidence, type DataOf, optional, prompt } from "./field.ts";
import { answerOffer } from "./offered-input.ts";

const fields = {
  slot: optional(activeSlot),
  promptId: optional(prompt),
  confidence: optional(confidence),
} as const;

declare module "./command.ts" {
  interface Commands {
    readonly deny: DataOf<typeof fields>;
  }
}

export const deny = defineCommand({
  type: "deny",
  fields,
  prompt: {
    when: 'no to the question in "awaiting"; it names the slot that the user says is wrong, if any',
    fields: ["slot"],
  },
  typed: { about: "no; with a slot: that one is wrong", words: ["slot"] },
  button: true,
  takesBackYes: "always",
  execute: decline,
});

/** A denial never falls through to the next step: it goes where the flow says, or asks what to change. */
function decline(state: DialogueState, command: CommandOf<"deny">, given: CommandGiven): Change<CommandNext> {
  const { context } = given;
  const top = topFrame(state);
  if (state.pending?.kind === "change" && top !== null && command.promptId === undefined) {
    return command.slot === undefined
      ? cancelNow({ ...state, pending: null }, context, "the user denied twice")
      : askAgain(state, given, { frame: top, slot: command.slot });
  }
  if (declinesChoice(state, command)) return leaveChoice(state, context);
  if (declinesValue(state, command)) return done(askPlainly(markDigressed(state), context, state.pending.slot));
  const declined = answerOffer(state, command, given);
  if (declined !== null) return declined;
  const prompt = pendingPrompt(state, context, command);
  if (prompt.kind === "refused") return refusePrompt(state, context, prompt.code);
  if (prompt.kind === "cancel_confirmation") {
    const values = aboutFlowNamed(context.assistant, prompt.frame.flow);
    return done({ ...state, pending: null }, [pattern("flow_kept", values)]);
  }
  const { confirmation } = prompt;
  const { frame, step, flow } = confirmation;
  const answered = record(state, {
    type: "confirmation_answered",
    flow,
    step: step.name,
    answer: "denied",
  });
  if (command.slot !== undefined) return askAgain(answered, given, { frame, slot: command.slot });
  return goWhereDenied(answered, context, confirmation);
}

/** A no to "which of these?", or to the only one of them. */
const declinesChoice = ({ pending }: DialogueState, command: CommandOf<"deny">): boolean =>
  pending?.kind === "choice" && pending.slot === undefined && command.promptId === undefined;

type ValueInDoubt = Extract<Pending, { readonly kind: "choice" }> & { readonly slot: string };

/** "Neither": none of the ways in which a value can be read was meant. */
function declinesValue(
  state: DialogueState,
  command: CommandOf<"deny">,
): state is DialogueState & { readonly pending: ValueInDoubt } {
  const { pending } = state;
  if (pending?.kind !== "choice" || pending.asks !== "value" || command.promptId !== undefined) return false;
  return pending.turn !== state.turnCount && (command.slot === undefined || command.slot === pending.slot);
}

function leaveChoice(state: DialogueState, context: TurnContext): Change<CommandNext> {
  const top = topFrame(state);
  const told =
    top === null
      ? pattern("what_i_can_do", aboutScope(state, context))
      : pattern("flow_kept", aboutFlowNamed(context.assistant, top.flow));
  return done({ ...state, pending: null }, [told]);
}

/**
 * The answer goes, and is asked for where the flow asks for it, or else right here. A value that only a step gave stays until
 * there is another one: the step would give it again.
 */
function askAgain(
  state: DialogueState,
  given: CommandGiven,
  denied: { readonly frame: Frame; readonly slot: string },
): Change<CommandNext> {
  const { context } = given;
  const { frame } = denied;
  const slot = slotDefinition(context.assistant, frame, denied.slot);
  if (slot?.setBy === "action") return refuse(state, "slot.read_only", [pattern("slot_read_only", aboutSlot(slot))]);
  if (slot === null || !flowOf(context.assistant, frame).owned.has(slot.name)) {
    return refuse(state, slot === null ? "slot.unknown" : "slot.not_in_scope", [
      pattern("slot_unknown", { slot: words(denied.slot) }),
    ]);
  }
  const cell = cellOf(state, frame.flowId, slot.name);
  const target: FoundSlot = { frame, slot, cell };
  if (isGivenByStep(state, target) && answerBehind(state, cell) === undefined)
    return done(changeFrame(withoutPrompt(state), frame.flowId, { question: { ...frame.question, reask: slot.name } }));
  const taken = takeBack(withoutPrompt(state), given, target);
  if ("refused" in taken) return taken.refused;
  const { question } = frameNow(taken.state, frame);
  return done(changeFrame(taken.state, frame.flowId, { question: { ...question, reask: slot.name } }));
}

/** The flow takes its own way once it runs again: the no is known there. */
function goWhereDenied(state: DialogueState, context: TurnContext, confirmation: Confirmation): Change<CommandNext> {
  const { frame, step, key } = confirmation;
  const closed = withoutPrompt(state);
  // Asked once more at an action, there is no other way to go.
  if (step.onDeny !== undefined && step.name === frame.step)
    return done(note(closed, frame.flowId, key, answeredBy(confirmation, "no")));
  const written = writeSlots(closed, context, {
    frame,
    values: step.slot === undefined ? [] : [[step.slot, false]],
    provenance: { by: "confirm", step: step.name },
  });
  return done({ ...(written.ok ? written.state : closed), pending: { kind: "change" } });
}
