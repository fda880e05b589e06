import type { Slot } from "../assistant/slot.ts";
import type { CollectStep } from "../assistant/step.ts";
import { listChoice } from "../flow/choice.ts";
import { changeFrame, frameOf } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { capture } from "../flow/scope.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutSlot } from "../flow/values.ts";
import { promptId } from "../ids.ts";
import type { Json } from "../json.ts";
import { isSensitive } from "../secrets/mask.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { offeredInput } from "./begin-flow.ts";

/** Asks for a slot, from a list if its step has one. */
export function ask(
  state: DialogueState,
  context: TurnContext,
  asked: { readonly frame: Frame; readonly slot: Slot; readonly step: CollectStep | null },
): Change<StepNext> {
  const { slot, step } = asked;
  const frame = frameOf(state, asked.frame.flowId) ?? asked.frame;
  const { question } = frame;
  const offered = question.reask === slot.name ? offeredInput(state, frame, slot.name) : null;
  if (offered !== null) return askOffered(state, { frame, slot, value: offered });
  const message = step?.message ?? slot.prompt;
  const outcome = {
    kind: "slot_asked",
    flow: frame.flow,
    step: step?.name ?? null,
    slot,
    ...(message === undefined ? {} : { message }),
    values: capture(state, message, { frame, context }),
    ...(step?.ui === undefined ? {} : { ui: step.ui }),
  } satisfies Outcome;
  const waiting = record(changeFrame(state, frame.flowId, { question: { ...question, asking: true } }), {
    type: "slot_asked",
    flow: frame.flow,
    step: step?.name ?? null,
    slot: slot.name,
  });
  if (step?.from === undefined) {
    return {
      state: { ...waiting, pending: { kind: "slot", slot: slot.name } },
      say: [outcome],
      next: { do: "wait" },
    };
  }
  const choice = listChoice(state, context, { frame, step });
  return {
    state: { ...waiting, pending: { kind: "choice", slot: slot.name, options: choice.shown } },
    say: [{ ...outcome, options: choice.shown, page: { number: choice.page + 1, pages: choice.pages } }],
    next: { do: "wait" },
  };
}

/** A value is there already, from an earlier task: the user agrees to it, or gives another. */
function askOffered(
  state: DialogueState,
  { frame, slot, value }: { readonly frame: Frame; readonly slot: Slot; readonly value: Json },
): Change<StepNext> {
  const number = state.counters.prompt + 1;
  const id = promptId(`${frame.flowId}.${slot.name}.${number}`);
  const asking = changeFrame(state, frame.flowId, { question: { ...frame.question, asking: true } });
  const secret = isSensitive(slot) ? { secret: true as const } : {};
  return {
    state: {
      ...record(asking, { type: "slot_asked", flow: frame.flow, step: null, slot: slot.name }),
      counters: { ...state.counters, prompt: number },
      pending: { kind: "slot", slot: slot.name, offer: id },
    },
    say: [
      {
        kind: "pattern",
        pattern: "ask_input",
        values: { ...aboutSlot(slot), value: { value, type: slot.type, ...secret } },
        promptId: id,
      },
    ],
    next: { do: "wait" },
  };
}
