import type { Flow } from "../../engine/assistant/flow.ts";
import type { Slot } from "../../engine/assistant/slot.ts";
import type {
  Normalizer,
  PreparedCommand,
  SlotCheck,
  ValidationContext,
  Validator,
} from "../../engine/assistant/validation.ts";
import type { Command } from "../../engine/commands/command.ts";
import { isProgramInput } from "../../engine/commands/start-flow.ts";
import { chosenValue, listChoice } from "../../engine/flow/choice.ts";
import { currentStep } from "../../engine/flow/cursor.ts";
import { activeGroup, flowOf } from "../../engine/flow/frames.ts";
import { allSlots } from "../../engine/flow/rules.ts";
import { slotsBeside, slotTarget } from "../../engine/flow/slot-target.ts";
import { slotsOf } from "../../engine/flow/slots.ts";
import type { TurnContext } from "../../engine/flow/turn-context.ts";
import { type Json, type JsonObject, makeReadOnly, withEntry } from "../../engine/json.ts";
import type { SlotTypeCode } from "../../engine/slot-types/own-type.ts";
import { conforms, parseValue, type TypedSlot } from "../../engine/slot-types/slot-types.ts";
import type { DialogueState, Frame } from "../../engine/state/state.ts";
import { type Moment, parsePageTurn } from "../../language/find.ts";
import { wordReader } from "../../language/word-reader.ts";
import { type Caller, callProjectCode, type FailedCall } from "../../project-code/call-project-code.ts";
import { plainCopy, type Reading, slotValueLimits } from "../../project-code/plain-copy.ts";

export interface Checking {
  readonly context: TurnContext;
  readonly validators: ReadonlyMap<string, Validator>;
  readonly normalizers: ReadonlyMap<string, Normalizer>;
  readonly slotTypes: ReadonlyMap<string, SlotTypeCode>;
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
      slots: slotsBeside(state, target),
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
  const slots = running === undefined ? {} : slotsOf(state, running.flowId);
  const checks: Record<string, SlotCheck> = Object.create(null);
  for (const [name, raw] of Object.entries({ ...command.slots, ...command.inputs })) {
    const isInput = isProgramInput(state, command, { flow, name });
    const check = await checkFor(state, checking, { frame: running ?? null, slots, flow, name, raw, isInput });
    if (check !== null) checks[name] = check;
  }
  return { command, checks };
}

interface Value {
  /** Null: the flow is about to start. */
  readonly frame: Frame | null;
  /** Beside which it is judged. */
  readonly slots: JsonObject;
  readonly flow: Flow;
  readonly name: string;
  readonly raw: Json;
  /** The program gives it for an input: it may be one that users can't set. */
  readonly isInput?: boolean;
}

async function checkFor(state: DialogueState, checking: Checking, value: Value): Promise<SlotCheck | null> {
  const { frame, slots, flow, name, raw } = value;
  const slot = flow.slots.get(name);
  if (slot === undefined) return null;
  if (value.isInput !== true && !flow.owned.has(name)) return null;
  const { context } = checking;
  const { timezone, language } = context.assistant.settings;
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
  const page = typeof raw === "string" ? parsePageTurn(raw) : undefined;
  if (page !== undefined) return { ok: true, value: null, page };
  const chosen = chosenValue(listChoice(state, context, { frame, step }), raw);
  // The list is ours: its items need no coercion, only the slot's own rules.
  return chosen === undefined
    ? { ok: false, reason: "not_allowed" }
    : checkValue({ ...checking, slot: listed(slot), raw: chosen, context: about });
}

function listed({ own: _, ...slot }: Slot): Slot {
  return { ...slot, type: "any" };
}

interface ValueCheck {
  readonly slot: Slot;
  readonly raw: Json;
  readonly context: ValidationContext;
  readonly validators: ReadonlyMap<string, Validator>;
  readonly normalizers: ReadonlyMap<string, Normalizer>;
  readonly slotTypes: ReadonlyMap<string, SlotTypeCode>;
  readonly caller: Caller;
}

/** A value given by the user or the model: into its type, past the validator, into its normal form. */
export async function checkValue(given: ValueCheck): Promise<SlotCheck> {
  const { slot, raw, context, validators, normalizers, caller } = given;
  const typed = slot.own === undefined ? coerce(slot, raw, context) : await parseOwn(slot.own, given);
  if (!typed.ok) return typed;
  const valid =
    slot.validator === undefined
      ? typed
      : await runValidator({ name: slot.validator, value: typed.value, context, validators, caller });
  if (!valid.ok || slot.normalizer === undefined) return valid;
  return runNormalizer({ name: slot.normalizer, slot, value: valid.value, context, normalizers, caller });
}

/** The value that a user or model gave, in the slot's type; the same for the same `moment`. Never throws. */
export function coerce(slot: TypedSlot, raw: Json, moment: Moment): SlotCheck {
  const copied = plainCopy(raw, slotValueLimits);
  return copied.ok ? parseValue(slot, copied.value, wordReader(moment)) : { ok: false, reason: "type" };
}

/** The project's own type reads it: plain data of the type that it is stored as, or it is not taken. */
async function parseOwn(name: string, { slot, raw, context, slotTypes, caller }: ValueCheck): Promise<SlotCheck> {
  const type = slotTypes.get(name);
  const given = plainCopy(raw, slotValueLimits);
  if (type === undefined) return failed(`No slot type named '${name}' is registered.`);
  if (!given.ok || given.value === null) return { ok: false, reason: "type" };
  const { language, timezone, now } = context;
  const run = () => type.parse(given.value, { language, timezone, now });
  const read = (parsed: unknown) => (isNothing(parsed) ? nothing : readNormal(parsed, slot));
  const called = await callProjectCode({ port: "slot_type", name, input: { [context.slot]: raw }, run, read }, caller);
  if (!called.ok) return failed(`Slot type '${name}' failed: ${called.message}`);
  return called.value === null ? { ok: false, reason: "type" } : { ok: true, value: called.value };
}

const nothing = { ok: true, value: null } as const;
const isNothing = (parsed: unknown): boolean => parsed === null || parsed === undefined;

interface ValidatorRun {
  readonly name: string;
  readonly value: Json;
  readonly context: ValidationContext;
  readonly validators: ReadonlyMap<string, Validator>;
  readonly caller: Caller;
}

/** Nobody wants to read a longer reason. */
const longestText = 2_000;

/** Asks the user's validator. Whatever it does instead of answering, the value is not taken. */
export async function runValidator({ name, value, context, validators, caller }: ValidatorRun): Promise<SlotCheck> {
  // Its parameter is typed by the user; the loader can't know how.
  const validator = validators.get(name) as ((value: Json, context: ValidationContext) => unknown) | undefined;
  if (!validator) return failed(`No validator named '${name}' is registered.`);
  makeReadOnly(context);
  const reads = new Set<string>();
  const watched = { ...context, slots: watch(context.slots, reads) };
  const called = await callProjectCode(
    {
      port: "validator",
      name,
      input: { [context.slot]: value },
      // A copy: what a validator does to its value must not change what is stored.
      run: () => validator(structuredClone(value), watched),
      read: readVerdict,
    },
    caller,
  );
  if (!called.ok) return failed(`Validator '${name}' ${isSilent(called) ? "failed:" : "must"} ${called.message}`);
  const verdict = called.value;
  if (verdict === true) return { ok: true, value, reads: [...reads].filter((slot) => slot !== context.slot) };
  return { ok: false, reason: "validator", ...(verdict === false || verdict === "" ? {} : { text: verdict }) };
}

function readVerdict(verdict: unknown): Reading<boolean | string> {
  if (typeof verdict === "boolean") return { ok: true, value: verdict };
  if (typeof verdict !== "string") return { ok: false, code: "bad_result", message: "return true, false or a text." };
  return verdict.length <= longestText
    ? { ok: true, value: verdict }
    : { ok: false, code: "too_large", message: `return a text of at most ${longestText} characters.` };
}

/** Notes the slots that are looked at: the verdict holds as long as these stay as they are. */
const watch = (slots: JsonObject, reads: Set<string>): JsonObject =>
  new Proxy(slots, {
    get: (target, name) => {
      if (typeof name === "string") reads.add(name);
      return Reflect.get(target, name);
    },
    has: (target, name) => {
      if (typeof name === "string") reads.add(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor: (target, name) => {
      if (typeof name === "string") reads.add(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys: (target) => {
      reads.add(allSlots);
      return Reflect.ownKeys(target);
    },
  });

interface NormalizerRun {
  readonly name: string;
  readonly slot: TypedSlot;
  readonly value: Json;
  readonly context: ValidationContext;
  readonly normalizers: ReadonlyMap<string, Normalizer>;
  readonly caller: Caller;
}

/** The form in which the user's code wants the value stored: plain data of the slot's type, or it is not taken. */
async function runNormalizer(given: NormalizerRun): Promise<SlotCheck> {
  const { name, slot, value, context, caller } = given;
  // Its parameter is typed by the user; the loader can't know how.
  const normalizer = given.normalizers.get(name) as ((value: Json, context: ValidationContext) => unknown) | undefined;
  if (!normalizer) return failed(`No normalizer named '${name}' is registered.`);
  makeReadOnly(context);
  const called = await callProjectCode(
    {
      port: "normalizer",
      name,
      input: { [context.slot]: value },
      run: () => normalizer(structuredClone(value), context),
      read: (normal) => readNormal(normal, slot),
    },
    caller,
  );
  if (called.ok) return called;
  const problem = isSilent(called) ? `failed: ${called.message}` : `must return plain JSON of type ${slot.type}.`;
  return failed(`Normalizer '${name}' ${problem}`);
}

function readNormal(normal: unknown, slot: NormalizerRun["slot"]): Reading<Json> {
  const copied = plainCopy(normal, slotValueLimits);
  if (!copied.ok || (copied.value !== null && conforms(slot, copied.value))) return copied;
  return { ok: false, code: "bad_result", message: `the result is not of type ${slot.type}` };
}

/** User code failed: reported, and the value is not taken. */
function failed(failure: string): SlotCheck {
  return { ok: false, reason: "validator", failure };
}

/** It did not answer at all, rather than badly. */
const isSilent = ({ code }: FailedCall): boolean => code === "threw" || code === "timeout";
