import type { CommandOf } from "../domain/command.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { ConfirmStep } from "../domain/step.ts";
import { completeStep } from "../flow/cursor.ts";
import { changeFrame, flowOf, topFrame } from "../flow/frames.ts";
import { markProgress, record } from "../flow/record.ts";
import { impactOf, rewindTo } from "../flow/rewind.ts";
import { clearSlots, slotDefinition, storeSlot } from "../flow/slots.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutScope, aboutSlot, descriptionOf, pattern, words } from "../flow/values.ts";
import { cancelNow } from "./cancel-flow.ts";
import { pendingPrompt, refusePrompt } from "./confirmation.ts";
import { done, type Effect, refuse } from "./effect.ts";

/** A denial never falls through to the next step: it goes where the flow says, or asks what to change. */
export function deny(state: DialogueState, command: CommandOf<"deny">, { context }: { context: TurnContext }): Effect {
  const top = topFrame(state);
  if (state.pending?.kind === "change" && top !== null && command.promptId === undefined) {
    return command.slot === undefined
      ? cancelNow({ ...state, pending: null }, context, "the user denied twice")
      : askAgain(state, context, { frame: top, slot: command.slot });
  }
  if (declinesChoice(state, command)) return leaveChoice(state, context);
  const prompt = pendingPrompt(state, context, command);
  if (prompt.kind === "refused") return refusePrompt(state, context, prompt.code);
  if (prompt.kind === "cancel_confirmation") {
    const values = { flow_description: words(descriptionOf(context.assistant, prompt.frame.flow)) };
    return done({ ...state, pending: null }, [pattern("flow_kept", values)]);
  }
  const { frame, step } = prompt;
  const answered = record(state, {
    type: "confirmation_answered",
    flow: frame.flow,
    step: step.name,
    answer: "denied",
  });
  if (command.slot !== undefined) return askAgain(answered, context, { frame, slot: command.slot });
  return goWhereDenied(answered, context, { frame, step });
}

/** A no to "which of these?", or to the only one of them. */
const declinesChoice = ({ pending }: DialogueState, command: CommandOf<"deny">): boolean =>
  pending?.kind === "choice" && pending.slot === undefined && command.promptId === undefined;

function leaveChoice(state: DialogueState, context: TurnContext): Effect {
  const top = topFrame(state);
  const told =
    top === null
      ? pattern("what_i_can_do", aboutScope(state, context))
      : pattern("flow_kept", { flow_description: words(descriptionOf(context.assistant, top.flow)) });
  return done({ ...state, pending: null }, [told]);
}

function askAgain(state: DialogueState, context: TurnContext, denied: { frame: Frame; slot: string }): Effect {
  const { frame } = denied;
  const slot = slotDefinition(context.assistant, frame, denied.slot);
  if (slot === null || !flowOf(context.assistant, frame).owned.has(slot.name)) {
    return refuse(state, slot === null ? "slot.unknown" : "slot.not_in_scope", [
      pattern("slot_unknown", { slot: words(denied.slot) }),
    ]);
  }
  if (slot.setBy === "action") return refuse(state, "slot.read_only", [pattern("slot_read_only", aboutSlot(slot))]);
  const impact = impactOf(state, context, { flowId: frame.flowId, slot: slot.name });
  if (impact.kind === "settled") return refuse(state, "slot.already_done", [pattern("already_done", aboutSlot(slot))]);
  const cleared = clearSlots({ ...state, pending: null }, frame.flowId, [slot.name]);
  const rewound =
    impact.kind === "rewind"
      ? rewindTo(cleared, context, { flowId: frame.flowId, impact, because: slot.name })
      : cleared;
  return done(markProgress(changeFrame(rewound, frame.flowId, { reask: slot.name })));
}

function goWhereDenied(
  state: DialogueState,
  context: TurnContext,
  denied: { frame: Frame; step: ConfirmStep },
): Effect {
  const { frame, step } = denied;
  const slot = step.slot === undefined ? null : slotDefinition(context.assistant, frame, step.slot);
  const stored =
    slot === null
      ? state
      : storeSlot(state, { flowId: frame.flowId, slot, value: false, provenance: { by: "confirm", step: step.name } });
  if (step.onDeny === undefined) return done({ ...stored, pending: { kind: "change" } });
  return done(completeStep({ ...stored, pending: null }, context, { flowId: frame.flowId, target: step.onDeny }));
}
