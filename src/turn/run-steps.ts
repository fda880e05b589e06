import { currentStep } from "../engine/flow/cursor.ts";
import { changeFrame, frameOf } from "../engine/flow/frames.ts";
import { record } from "../engine/flow/record.ts";
import { beginEpoch } from "../engine/flow/rules.ts";
import { capture } from "../engine/flow/scope.ts";
import { cellOf, slotDefinition, slotsOf } from "../engine/flow/slots.ts";
import { note } from "../engine/flow/tasks.ts";
import { transition } from "../engine/flow/transitions.ts";
import type { FlowId } from "../engine/ids.ts";
import { withEntry } from "../engine/json.ts";
import { isSensitive } from "../engine/secrets/mask.ts";
import type { Change, Stop } from "../engine/state/change.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { drive } from "../engine/steps/drive.ts";
import { tooManyInvalidAnswers } from "../engine/steps/step.ts";
import { generateText } from "./generate.ts";
import { startHandoff } from "./hand-off.ts";
import { runOwnStep } from "./own-step.ts";
import { startPatternFlow } from "./pattern-flow.ts";
import { requestAction } from "./request-action.ts";
import { contextOf, isWriting, type TurnStages, withMaskedCalls, withOutcomes } from "./stages.ts";
import { validated } from "./validated.ts";

/** Runs pure steps, and what they want from the project between them, until the flow waits, acts or ends. */
export async function runSteps(start: Change, stages: TurnStages, only: FlowId | null): Promise<Change> {
  let work = start;
  for (;;) {
    const context = contextOf(work.state, stages);
    const { state, say, next } = drive(work.state, context, only);
    work = withOutcomes({ ...work, state }, say);
    switch (next?.do) {
      case "check":
        work = await checkCollected(work, withMaskedCalls(work.state, stages), next);
        break;
      case "generate":
        work = await generateText(work, stages, next);
        if (isWriting(work.state)) return work;
        break;
      case "own":
        work = await runOwnStep(work, withMaskedCalls(work.state, stages), next);
        break;
      case "act": {
        const { flowId, place, request } = next;
        const acting = transition(work.state, "executing_action");
        const purpose = { kind: "step", flowId, place } as const;
        return { ...work, state: requestAction(acting, { purpose, request }) };
      }
      case "hand_off": {
        const isStuck = next.reason === tooManyInvalidAnswers;
        const instead = isStuck ? startPatternFlow(work, stages, { pattern: "invalid_answers" }) : null;
        if (instead !== null) {
          work = instead;
          break;
        }
        const flowId = work.state.flowStack.at(-1)?.flowId ?? null;
        work = startHandoff(work, context, { ...next, flowId });
        if (work.state.turn?.action !== null) return work;
        break;
      }
      default:
        return work;
    }
  }
}

type WantedCheck = Extract<Stop, { readonly do: "check" }>;

/** A validator on a `collect` step runs when the cursor reaches it, also on a value that was there before. */
async function checkCollected(work: Change, stages: TurnStages, wanted: WantedCheck): Promise<Change> {
  const { state } = work;
  const frame = frameOf(state, wanted.flowId);
  if (frame === null) return work;
  const entry = await validated(state, stages, { ...wanted, slots: slotsOf(state, frame.flowId) });
  const noted = note(state, wanted.flowId, wanted.key, entry);
  return entry.ok || wanted.check.silent === true
    ? { ...work, state: noted }
    : tellRejected({ ...work, state: noted }, stages, { wanted, text: entry.text });
}

/** The attempt counts, and the value goes. */
function tellRejected(
  work: Change,
  stages: TurnStages,
  { wanted, text }: { readonly wanted: WantedCheck; readonly text: string | undefined },
): Change {
  const { state } = work;
  const context = contextOf(state, stages);
  const frame = frameOf(state, wanted.flowId);
  const slot = frame === null ? null : slotDefinition(context.assistant, frame, wanted.check.slot);
  if (frame === null || slot === null) return work;
  const step = currentStep(context.assistant, frame);
  const message = (step?.type === "collect" ? step.invalidMessage : undefined) ?? slot.invalidMessage;
  const outcome: Outcome = {
    kind: "slot_rejected",
    slot,
    value: isSensitive(slot) ? null : wanted.check.value,
    reason: "validator",
    ...(message === undefined ? {} : { message }),
    ...(text === undefined ? {} : { text }),
    values: capture(state, message, { frame, context }),
  };
  return withOutcomes({ ...work, state: countRejected(state, stages, wanted) }, [outcome]);
}

function countRejected(state: DialogueState, stages: TurnStages, { flowId, check }: WantedCheck): DialogueState {
  const frame = frameOf(state, flowId);
  if (frame === null) return state;
  const { question } = frame;
  const attempts = withEntry(question.attempts, check.slot, (question.attempts[check.slot] ?? 0) + 1);
  const counted = changeFrame(state, flowId, { question: { ...question, attempts } });
  const cell = cellOf(counted, flowId, check.slot);
  // As in a replay: what was refused is asked for once more.
  const cleared = beginEpoch(counted, contextOf(counted, stages), { cell, frame });
  return record(cleared, { type: "slot_rejected", slot: check.slot, code: "slot.invalid" });
}
