import type { Flow } from "../../engine/assistant/flow.ts";
import type { Normalizer, PreparedCommand, SlotCheck, Validator } from "../../engine/assistant/validation.ts";
import type { Command } from "../../engine/commands/command.ts";
import { isProgramInput } from "../../engine/commands/start-flow.ts";
import { chosenValue, listChoice, pageTurn } from "../../engine/flow/choice.ts";
import { currentStep } from "../../engine/flow/cursor.ts";
import { activeGroup, flowOf } from "../../engine/flow/frames.ts";
import { slotTarget } from "../../engine/flow/slot-target.ts";
import { slotsOf } from "../../engine/flow/slots.ts";
import type { TurnContext } from "../../engine/flow/turn-context.ts";
import { type Json, type JsonObject, withEntry } from "../../engine/json.ts";
import type { DialogueState, Frame } from "../../engine/state/state.ts";
import type { Caller } from "../../project-code/call-project-code.ts";
import { checkValue } from "./validate.ts";

export interface Checking {
  readonly context: TurnContext;
  readonly validators: ReadonlyMap<string, Validator>;
  readonly normalizers: ReadonlyMap<string, Normalizer>;
  readonly caller: Caller;
}

/** Checks the slot values of a command against the frame they will land in; users' code runs here and may do I/O. */
export async function prepareCommand(
  state: DialogueState,
  command: Command,
  checking: Checking,
): Promise<PreparedCommand> {
  const { assistant } = checking.context;
  if (command.type === "set_slot" || command.type === "correct_slot") {
    const target = slotTarget(state, checking.context, command);
    if (!target.found) return { command, checks: {} };
    const { frame, ended } = target;
    const check = await checkFor(state, checking, {
      frame,
      flow: (ended === undefined ? undefined : assistant.flows.get(ended.flow)) ?? flowOf(assistant, frame),
      name: command.slot,
      raw: command.value,
    });
    return { command, checks: check === null ? {} : withEntry({}, command.slot, check) };
  }
  if (command.type !== "start_flow" || (command.slots === undefined && command.inputs === undefined))
    return { command, checks: {} };
  const flow = assistant.flows.get(command.flow);
  if (flow === undefined) return { command, checks: {} };
  const running =
    command.newInstance === true ? undefined : activeGroup(state)?.frames.findLast((frame) => frame.flow === flow.name);
  const checks: Record<string, SlotCheck> = Object.create(null);
  for (const [name, raw] of Object.entries({ ...command.slots, ...command.inputs })) {
    const isInput = isProgramInput(state, command, { flow, name });
    const check = await checkFor(state, checking, { frame: running ?? null, flow, name, raw, isInput });
    if (check !== null) checks[name] = check;
  }
  return { command, checks };
}

interface Value {
  /** Null: the flow is about to start. */
  readonly frame: Frame | null;
  readonly flow: Flow;
  readonly name: string;
  readonly raw: Json;
  /** The program gives it for an input: it may be one that users can't set. */
  readonly isInput?: boolean;
}

async function checkFor(state: DialogueState, checking: Checking, value: Value): Promise<SlotCheck | null> {
  const { frame, flow, name, raw } = value;
  const slot = flow.slots.get(name);
  if (slot === undefined) return null;
  if (value.isInput !== true && (slot.setBy === "action" || !flow.owned.has(name))) return null;
  const { context } = checking;
  const { timezone, language } = context.assistant.settings;
  const slots: JsonObject = frame === null ? {} : slotsOf(state, frame.flowId);
  const about = {
    slot: name,
    slots,
    session: state.session,
    now: context.now,
    timezone,
    language: state.metadata.language ?? language,
  };
  const step = frame === null ? null : currentStep(context.assistant, frame);
  if (frame === null || step?.type !== "collect" || step.slot !== name || step.from === undefined) {
    const check = await checkValue({ ...checking, slot, raw, context: about });
    const isForeign = !check.ok && check.reason === "type" && about.language !== language;
    // Many mix the two: in a conversation in Spanish "tomorrow" still is a day to an assistant that speaks English.
    return isForeign ? checkValue({ ...checking, slot, raw, context: { ...about, language } }) : check;
  }
  const page = pageTurn(raw);
  if (page !== undefined) return { ok: true, value: null, page };
  const chosen = chosenValue(listChoice(state, context, { frame, step }), raw);
  // The list is ours: its items need no coercion, only the slot's own rules.
  return chosen === undefined
    ? { ok: false, reason: "not_allowed" }
    : checkValue({ ...checking, slot: { ...slot, type: "any" }, raw: chosen, context: about });
}
