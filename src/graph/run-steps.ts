import type { FlowId } from "../domain/ids.ts";
import type { Outcome } from "../domain/outcome.ts";
import { withEntry } from "../domain/records.ts";
import { isSensitive } from "../domain/secrets/sensitive-slots.ts";
import type { DialogueState } from "../domain/state.ts";
import { currentStep } from "../flow/current-step.ts";
import { completeStep } from "../flow/cursor.ts";
import { changeFrame, frameOf } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { capture } from "../flow/scope.ts";
import { clearSlots, slotDefinition, slotsOf, slotValue } from "../flow/slots.ts";
import { transition } from "../flow/transitions.ts";
import { runFlow, type Stop } from "../steps/run-flow.ts";
import { tooManyInvalidAnswers } from "../steps/step-result.ts";
import { runValidator } from "../validate/run-validator.ts";
import { generateText } from "./generate.ts";
import { startHandoff } from "./hand-off.ts";
import { withMaskedCalls } from "./masked-log.ts";
import { startPatternFlow } from "./pattern-flow.ts";
import { requestAction } from "./request-action.ts";
import type { TurnStages } from "./stages.ts";
import { contextOf, type Work, withOutcomes } from "./work.ts";

/** Runs pure steps, and the users' validators between them, until the flow waits, acts or ends. */
export async function runSteps(
  start: Work,
  stages: TurnStages,
  only: FlowId | null,
): Promise<{ work: Work; stop: Stop }> {
  let work = start;
  for (;;) {
    const context = contextOf(work.state, stages);
    const { state, outcomes, stop } = runFlow(work.state, context, only);
    work = withOutcomes({ ...work, state }, outcomes);
    switch (stop.kind) {
      case "validate":
        work = await validateCollected(work, withMaskedCalls(work.state, stages), stop);
        break;
      case "generate":
        work = await generateText(work, stages, stop.flowId);
        break;
      case "act": {
        const acting = transition(work.state, "executing_action");
        const purpose = { kind: "step", flowId: stop.flowId, step: stop.step } as const;
        return { work: { ...work, state: requestAction(acting, { purpose, request: stop.request }) }, stop };
      }
      case "handoff": {
        const isStuck = stop.reason === tooManyInvalidAnswers;
        const instead = isStuck ? startPatternFlow(work, stages, { pattern: "invalid_answers" }) : null;
        if (instead !== null) {
          work = instead;
          break;
        }
        const flowId = work.state.flowStack.at(-1)?.flowId ?? null;
        work = startHandoff(work, context, { reason: stop.reason, queue: stop.queue, flowId });
        if (work.state.turn?.action !== null) return { work, stop };
        break;
      }
      default:
        return { work, stop };
    }
  }
}

/** A validator on a `collect` step runs when the cursor reaches it, also on a value that was there before. */
async function validateCollected(
  work: Work,
  stages: TurnStages,
  stop: Extract<Stop, { kind: "validate" }>,
): Promise<Work> {
  const context = contextOf(work.state, stages);
  const { state } = work;
  const frame = frameOf(state, stop.flowId);
  const slot = frame === null ? null : slotDefinition(context.assistant, frame, stop.slot);
  if (frame === null || slot === null) return work;
  const { timezone, language } = stages.assistant.settings;
  const check = await runValidator({
    name: stop.validator,
    value: slotValue(state, frame.flowId, stop.slot),
    context: {
      slot: stop.slot,
      slots: slotsOf(state, frame.flowId),
      session: state.session,
      now: context.now,
      timezone,
      language: state.metadata.language ?? language,
    },
    validators: stages.validators,
    caller: stages.caller,
  });
  if (check.ok) return { ...work, state: completeStep(state, context, { flowId: frame.flowId }) };
  const step = currentStep(context.assistant, frame);
  const message = (step?.type === "collect" ? step.invalidMessage : undefined) ?? slot.invalidMessage;
  const outcome: Outcome = {
    kind: "slot_rejected",
    slot,
    value: isSensitive(slot) ? null : slotValue(state, frame.flowId, stop.slot),
    reason: "validator",
    ...(message === undefined ? {} : { message }),
    ...(check.text === undefined ? {} : { text: check.text }),
    values: capture(state, message, { frame, context }),
  };
  return withOutcomes({ ...work, state: rejectCollected(state, stop) }, [outcome]);
}

/** The value goes, the attempt counts: the step asks again. */
function rejectCollected(state: DialogueState, stop: Extract<Stop, { kind: "validate" }>): DialogueState {
  const frame = frameOf(state, stop.flowId);
  if (frame === null) return state;
  const attempts = withEntry(frame.attempts, stop.slot, (frame.attempts[stop.slot] ?? 0) + 1);
  const cleared = clearSlots(changeFrame(state, frame.flowId, { attempts, answered: false }), frame.flowId, [
    stop.slot,
  ]);
  return record(cleared, { type: "slot_rejected", slot: stop.slot, code: "slot.invalid" });
}
