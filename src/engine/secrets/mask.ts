import type { Assistant } from "../assistant/assistant.ts";
import { hidden, type Slot } from "../assistant/slot.ts";
import type { Command } from "../commands/command.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ArchivedFrame, DialogueState, Frame, Pending } from "../state/state.ts";
import { replaceSecrets, tellingValues } from "./find-secrets.ts";
import { mapLeaves, maskReferences } from "./references.ts";
import { rememberValue, type Vault } from "./vault.ts";

/**
 * What everybody but the user may see of a conversation. A value is masked for what it is, wherever it lies: because its slot
 * is sensitive, or because it is the value of one.
 */
export interface Mask {
  readonly text: (text: string) => string;
  /** Plain data; names and ids in it stay. */
  readonly data: <Data>(data: Data) => Data;
  readonly slots: (flow: string, slots: JsonObject) => JsonObject;
  readonly frame: (frame: Frame) => Frame;
  readonly archived: (frame: ArchivedFrame) => ArchivedFrame;
  readonly pending: (pending: Pending | null) => Pending | null;
}

/** Of a mask, the part that needs no slots: for logs and errors. */
export type TextMask = Pick<Mask, "text" | "data">;

const same = <Data>(data: Data): Data => data;
const nothingToMask: Mask = {
  text: same,
  data: same,
  slots: (_, slots) => slots,
  frame: same,
  archived: same,
  pending: same,
};

export function maskFor(state: DialogueState, assistant: Assistant): Mask {
  if (!hasSecrets(assistant)) return nothingToMask;
  const { data, text } = maskKnown(withHeldSecrets(state, assistant).vault);
  const slots = (flow: string, values: JsonObject): JsonObject =>
    data(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          value !== null && isSensitiveIn(assistant, flow, name) ? hidden : value,
        ]),
      ),
    );
  const frame = (each: Frame): Frame => data({ ...each, ...maskOwn(each, assistant) });
  return {
    text,
    data,
    slots,
    frame,
    archived: (each) =>
      data({
        ...each,
        outputs: slots(each.flow, each.outputs),
        ...(each.resume === undefined ? {} : { resume: maskResume(each.resume, { frame, slots }) }),
      }),
    pending: (each) => data(maskPending(each, assistant)),
  };
}

/** By value alone, for data that knows nothing of slots. */
export function maskKnown(vault: Vault | undefined): TextMask {
  const values = tellingValues(vault);
  const numbers = new Set(values.filter((value) => typeof value === "number"));
  const text = (each: string): string => replaceSecrets(maskReferences(each), values, () => hidden);
  const leaf = (each: string | number, key: string): Json =>
    named.has(key) ? each : typeof each === "string" ? text(each) : numbers.has(each) ? hidden : each;
  return { text, data: (each) => mapLeaves(each, leaf) };
}

/** Fields that hold names and ids of the assistant's own, whatever a user's secret happens to be. */
const named: ReadonlySet<string> = new Set(
  "action,by,code,exit,flow,flowId,flowState,id,key,kind,messageId,name,promptId,result,slot,step,type".split(","),
);

const isSensitiveIn = (assistant: Assistant, flow: string, name: string): boolean => {
  const slot = assistant.flows.get(flow)?.slots.get(name);
  return slot === undefined ? sensitiveSlots(assistant).has(name) : isSensitive(slot);
};

/** It stands in the YAML: it is nobody's secret. */
const isDefault = (assistant: Assistant, flow: string, { name, value }: { name: string; value: Json }): boolean =>
  assistant.flows.get(flow)?.slots.get(name)?.default === value;

/** `_change` of a late correction has the old value and the new one; defaults and outputs on their way are slots too. */
function maskOwn({ flow, change, defaults, carried }: Frame, assistant: Assistant): Partial<Frame> {
  const masked = (values: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isSensitiveIn(assistant, flow, name) ? hidden : value]),
    );
  return {
    defaults: masked(defaults),
    ...(carried === undefined ? {} : { carried: masked(carried) }),
    ...(change !== null && isSensitiveIn(assistant, flow, change.slot)
      ? { change: { ...change, old: hidden, value: hidden } }
      : {}),
  };
}

type Resume = NonNullable<ArchivedFrame["resume"]>;

/** Nobody outside needs the way that a task took before it was put aside. */
function maskResume(resume: Resume, { frame, slots }: Pick<Mask, "frame" | "slots">): Resume {
  const { frames } = resume;
  const { base: _, recorded: __, changes: ___, ...task } = resume.task;
  return {
    ...resume,
    task: { ...task, inputs: slots(task.flow, task.inputs), answers: {}, overrides: {}, journal: {} },
    frames: frames.map(frame),
    slots: Object.fromEntries(
      Object.entries(resume.slots).map(([id, values]) => [
        id,
        slots(frames.find(({ flowId }) => flowId === id)?.flow ?? task.flow, values),
      ]),
    ),
  };
}

function maskPending(pending: Pending | null, assistant: Assistant): Pending | null {
  if (pending?.kind !== "choice") return pending;
  const options = pending.options.map((option) => {
    const command = maskCommand(option.command, assistant);
    return command === option.command ? option : { label: hidden, command };
  });
  return { ...pending, options };
}

/** Without the values that it brings for sensitive slots. */
export function maskCommand(command: Command, assistant: Assistant, instead: (value: Json) => Json = mark): Command {
  const sensitive = sensitiveSlots(assistant);
  if (sensitive.size === 0) return command;
  if (command.type === "set_slot" || command.type === "correct_slot")
    return sensitive.has(command.slot) ? maskValues(command, instead) : command;
  if (command.type !== "start_flow" && command.type !== "choose_flow") return command;
  const inputs = command.type === "start_flow" ? command.inputs : undefined;
  if (![command.slots, inputs].some((given) => Object.keys(given ?? {}).some((name) => sensitive.has(name))))
    return command;
  const masked = (given: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, sensitive.has(name) ? instead(value) : value]),
    );
  return {
    ...command,
    ...(command.slots === undefined ? {} : { slots: masked(command.slots) }),
    ...(inputs === undefined ? {} : { inputs: masked(inputs) }),
  };
}

const mark = (): Json => hidden;

type SlotCommand = Extract<Command, { readonly type: "set_slot" | "correct_slot" }>;

const maskValues = (command: SlotCommand, instead: (value: Json) => Json): SlotCommand => ({
  ...command,
  value: instead(command.value),
  ...(command.alternatives === undefined
    ? {}
    : { alternatives: command.alternatives.map((each) => ({ ...each, value: instead(each.value) })) }),
});

/** The values that a command brings for sensitive slots. */
export function secretsOf(command: Command, assistant: Assistant): readonly Json[] {
  const found: Json[] = [];
  maskCommand(command, assistant, (value) => {
    found.push(value);
    return value;
  });
  return found;
}

/** With everything in the vault that a sensitive slot holds: a conversation may be older than its vault. */
export function withHeldSecrets(state: DialogueState, assistant: Assistant): DialogueState {
  const at = state.lastActiveAt;
  let { vault } = state;
  const hold = (flow: string, slots: JsonObject | undefined): void => {
    for (const [name, value] of Object.entries(slots ?? {}))
      if (isSensitiveIn(assistant, flow, name) && !isDefault(assistant, flow, { name, value }))
        vault = rememberValue(vault, value, { at });
  };
  for (const [id, slots] of Object.entries(state.flowSlots))
    hold(state.flowStack.find(({ flowId }) => flowId === id)?.flow ?? "", slots);
  for (const { answers } of Object.values(state.tasks))
    for (const { flow, cell, value } of Object.values(answers)) hold(flow, { [cell.slot]: value });
  for (const { flow, outputs, resume } of state.metadata.completedFlows) {
    hold(flow, outputs);
    for (const values of Object.values(resume?.slots ?? {})) hold(flow, values);
  }
  return vault === undefined || vault === state.vault ? state : { ...state, vault };
}

type Declared = Pick<Assistant, "slots" | "flows">;

const known = new WeakMap<Declared, ReadonlySet<string>>();

/** Names of the slots whose values are secrets. */
export function sensitiveSlots(assistant: Declared): ReadonlySet<string> {
  const cached = known.get(assistant);
  if (cached !== undefined) return cached;
  const names = new Set(
    declaredSlots(assistant)
      .filter(isSensitive)
      .map(({ name }) => name),
  );
  known.set(assistant, names);
  return names;
}

export const isSensitive = ({ sensitive }: Pick<Slot, "sensitive">): boolean => sensitive !== false;

/** Whether the assistant has secrets. One without them pays nothing for this folder. */
export const hasSecrets = (assistant: Declared): boolean => sensitiveSlots(assistant).size > 0;

export const declaredSlots = ({ slots, flows }: Declared): readonly Slot[] => [
  ...slots.values(),
  ...[...flows.values()].flatMap((flow) => [...flow.slots.values()]),
];

/** The sensitive slot that the assistant has just asked for. */
export function awaitedSecret({ pending, flowStack }: DialogueState, assistant: Assistant): Slot | null {
  if (pending?.kind !== "slot" && pending?.kind !== "choice") return null;
  const slot = assistant.flows.get(flowStack.at(-1)?.flow ?? "")?.slots.get(pending.slot ?? "");
  return slot !== undefined && isSensitive(slot) ? slot : null;
}
