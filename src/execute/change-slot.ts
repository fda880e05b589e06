import type { RefusalCode } from "../domain/command.ts";
import type { Json } from "../domain/json.ts";
import type { Outcome } from "../domain/outcome.ts";
import { withEntry, withoutEntries } from "../domain/records.ts";
import { isSensitive } from "../domain/secrets/sensitive-slots.ts";
import type { Provenance, Slot } from "../domain/slot.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { SlotCheck } from "../domain/validation.ts";
import { brokenConstraint } from "../flow/broken-constraint.ts";
import { listChoice } from "../flow/choice.ts";
import { collectStepFor, currentStep } from "../flow/current-step.ts";
import { equalJson } from "../flow/equal.ts";
import { changeFrame, flowOf, frameOf, topFrame } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { type ChangeImpact, impactOf, rewindTo } from "../flow/rewind.ts";
import { capture } from "../flow/scope.ts";
import { isFilled, slotValue, storeSlot } from "../flow/slots.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutSlot, pattern } from "../flow/values.ts";
import { done, type Effect, refuse } from "./effect.ts";
import { goToChangeStep } from "./late-change.ts";

export interface SlotChange {
  readonly frame: Frame;
  readonly slot: Slot;
  readonly check: SlotCheck;
  readonly raw: Json;
}

/** Stores a checked value where it belongs; a value that changes another one is a correction. */
export function changeSlot(state: DialogueState, context: TurnContext, change: SlotChange): Effect {
  const { frame, slot, check } = change;
  if (!check.ok) return reject(state, context, { ...change, check });
  if (check.page !== undefined) return turnPage(state, context, { frame, page: check.page });
  const old = slotValue(state, frame.flowId, slot.name);
  if (isFilled(old) && equalJson(old, check.value)) return done(noteAnswer(state, context, change));
  const broken = brokenConstraint(state, context, { frame, slot: slot.name, value: check.value });
  if (broken !== null) {
    const outcome: Outcome = {
      kind: "slot_rejected",
      slot,
      value: isSensitive(slot) ? null : check.value,
      reason: "constraint",
      ...(broken.message === undefined ? {} : { message: broken.message }),
      values: capture(state, broken.message, { frame, context }),
    };
    const counted = countAttempt(state, context, { ...change, code: "slot.constraint" });
    const again = isFilled(old) ? changeFrame(counted, frame.flowId, { reask: slot.name }) : counted;
    return refuse(again, "slot.constraint", [outcome]);
  }
  const impact: ChangeImpact =
    !isFilled(old) && isStillToCome(context, frame, slot.name)
      ? { kind: "none" }
      : impactOf(state, context, { flowId: frame.flowId, slot: slot.name });
  if (impact.kind === "settled") return goToChangeStep(state, context, { frame, slot, old, value: check.value });
  const stored = store(noteAnswer(state, context, change), change, check.value);
  const rewound =
    impact.kind === "rewind" ? rewindTo(stored, context, { flowId: frame.flowId, impact, because: slot.name }) : stored;
  return done(rewound, acknowledgement(state, context, { ...change, old, value: check.value }));
}

/** The flow has yet to collect it: a first answer corrects nothing, even if a loop's condition read it as empty. */
const isStillToCome = (context: TurnContext, frame: Frame, slot: string): boolean =>
  [...flowOf(context.assistant, frame).steps.values()].some(
    (step) => step.type === "collect" && step.slot === slot && !frame.executed.includes(step.name),
  );

const isAsked = (state: DialogueState, frame: Frame, slot: string): boolean =>
  topFrame(state)?.flowId === frame.flowId &&
  (state.pending?.kind === "slot" || state.pending?.kind === "choice") &&
  state.pending.slot === slot;

type FailedCheck = Extract<SlotCheck, { readonly ok: false }>;

function reject(state: DialogueState, context: TurnContext, change: SlotChange & { check: FailedCheck }): Effect {
  const { frame, slot, check } = change;
  const step = collectStepFor(flowOf(context.assistant, frame), slot.name, frame.step);
  const message = step?.invalidMessage ?? slot.invalidMessage;
  const outcome: Outcome = {
    kind: "slot_rejected",
    slot,
    value: isSensitive(slot) ? null : change.raw,
    reason: check.reason,
    ...(message === undefined ? {} : { message }),
    ...(check.text === undefined ? {} : { text: check.text }),
    values: capture(state, message, { frame, context }),
  };
  return refuse(countAttempt(state, context, { ...change, code: "slot.invalid" }), "slot.invalid", [outcome]);
}

/** Only an invalid answer to the question that was asked uses up an attempt. */
function countAttempt(
  state: DialogueState,
  context: TurnContext,
  change: SlotChange & { code: RefusalCode },
): DialogueState {
  const { frame, slot, code } = change;
  const noted = record(state, {
    type: "slot_rejected",
    slot: slot.name,
    code,
    ...(isSensitive(slot) ? {} : { value: change.raw }),
  });
  const step = currentStep(context.assistant, frame);
  const asked = isAsked(state, frame, slot.name) || (step?.type === "collect" && step.slot === slot.name);
  if (!asked) return noted;
  const attempts = withEntry(frame.attempts, slot.name, (frame.attempts[slot.name] ?? 0) + 1);
  return changeFrame(noted, frame.flowId, { attempts });
}

/** Stops at both ends, so that turning back from the last page leads to the one before. */
function turnPage(
  state: DialogueState,
  context: TurnContext,
  turned: { frame: Frame; page: "next" | "previous" },
): Effect {
  const { frame } = turned;
  const step = currentStep(context.assistant, frame);
  if (step?.type !== "collect") return done(state);
  const { page, pages } = listChoice(state, context, { frame, step });
  const wanted = page + (turned.page === "next" ? 1 : -1);
  return done(changeFrame(state, frame.flowId, { page: Math.min(Math.max(wanted, 0), pages - 1) }));
}

/** The question of the current step, or the one asked out of turn, has its answer. */
function noteAnswer(state: DialogueState, context: TurnContext, change: SlotChange): DialogueState {
  const { frame, slot } = change;
  const step = currentStep(context.assistant, frame);
  // A value that came before the question does not answer it: `force` still asks.
  const answered = frame.asking && step?.type === "collect" && step.slot === slot.name;
  return changeFrame(state, frame.flowId, {
    ...(answered ? { answered: true } : {}),
    ...(frame.reask === slot.name ? { reask: null } : {}),
  });
}

function store(state: DialogueState, change: SlotChange, value: Json): DialogueState {
  const { frame, slot } = change;
  const provenance: Provenance =
    state.turn?.message.origin === "api"
      ? { by: "api" }
      : { by: "user", messageId: state.turn?.message.messageId ?? "" };
  const stored = storeSlot(state, { flowId: frame.flowId, slot, value, provenance });
  const now = frameOf(stored, frame.flowId) ?? frame;
  const kept = changeFrame(stored, frame.flowId, {
    attempts: withoutEntries(now.attempts, [slot.name]),
    skipped: now.skipped.filter((name) => name !== slot.name),
  });
  // Whatever was about to be confirmed is no longer what was shown.
  const voided = kept.pending?.kind === "confirmation" && topFrame(kept)?.flowId === frame.flowId;
  return voided || kept.pending?.kind === "change" ? { ...kept, pending: null } : kept;
}

function acknowledgement(
  state: DialogueState,
  context: TurnContext,
  change: SlotChange & { old: Json; value: Json },
): readonly Outcome[] {
  const { frame, slot } = change;
  if (!context.assistant.patterns.correction.acknowledge || !isFilled(change.old) || isAsked(state, frame, slot.name))
    return [];
  const value = isSensitive(slot) ? { value: null, type: slot.type } : { value: change.value, type: slot.type };
  return [pattern("slot_corrected", { ...aboutSlot(slot), value })];
}
