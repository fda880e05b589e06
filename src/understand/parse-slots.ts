import type { Command, CommandOf } from "../engine/commands/command.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import type { Parsed } from "./ask-model.ts";
import { readJson } from "./read-json.ts";
import { findSlot, type Scope } from "./scope.ts";
import { fitsSlot, readValue } from "./slot-value.ts";
import type { FlowInScope } from "./understander.ts";

/** Values per flow; only of slots that the flow has and in a shape that its type can take. */
export type SlotValues = ReadonlyMap<string, JsonObject>;

const runaway = 200;

export const parseSlots = (output: string, started: readonly FlowInScope[]): Parsed<SlotValues> => {
  const read = readJson(output);
  if (!read.ok) return read;
  const entries = isRecord(read.value) ? read.value["values"] : read.value;
  if (!Array.isArray(entries)) return { ok: false, reason: "no_values" };
  if (entries.length > runaway) return { ok: false, reason: "too_many_values" };
  const values = new Map<string, Record<string, Json>>();
  for (const entry of entries as readonly Json[]) {
    if (!isRecord(entry)) continue;
    const { flow, slot, value: written } = entry;
    const owner = started.find((candidate) => candidate.name === flow) ?? (flow === undefined ? started[0] : undefined);
    const known = owner === undefined || typeof slot !== "string" ? undefined : findSlot([owner], slot);
    if (owner === undefined || known === undefined || written === undefined) continue;
    const value = readValue(known, written);
    if (!fitsSlot(known, value)) continue;
    // The last value wins: "Friday, no, Saturday".
    values.set(owner.name, { ...values.get(owner.name), [known.name]: value });
  }
  return { ok: true, value: values };
};

/** The values go into the command that starts their flow: with two flows started, a `set_slot` could hit the wrong one. */
export const fillStarted = (
  commands: readonly Command[],
  started: readonly FlowInScope[],
  values: SlotValues,
): readonly Command[] => {
  const names = new Set(started.map((flow) => flow.name));
  return commands.map((command): Command => {
    if (command.type !== "start_flow" || !names.has(command.flow)) return command;
    const slots: JsonObject = { ...command.slots, ...values.get(command.flow) };
    const { slots: _, ...rest } = command satisfies CommandOf<"start_flow">;
    return Object.keys(slots).length === 0 ? rest : { ...rest, slots };
  });
};

/**
 * Values that came with the flow they belong to go into the command that starts it. A value without a flow belongs to what is going
 * on, if that has such a slot, and else to the flow that starts.
 */
export const withOwnValues = (commands: readonly Command[], scope: Scope): readonly Command[] => {
  const started = new Map(
    commands.flatMap((command): [string, FlowInScope][] => {
      const flow = command.type === "start_flow" ? scope.startable.get(command.flow) : undefined;
      return flow === undefined ? [] : [[flow.name, flow]];
    }),
  );
  if (started.size === 0) return commands;
  const values = new Map<string, JsonObject>();
  const rest = commands.filter((command) => {
    if (command.type !== "set_slot") return true;
    const { slot, flow, value } = command;
    const isGoingOn = flow === undefined && findSlot(scope.stack, slot) !== undefined;
    const owner = isGoingOn
      ? undefined
      : (started.get(flow ?? "") ?? (flow === undefined ? ownerOf(started, slot) : undefined));
    if (owner === undefined || findSlot([owner], slot) === undefined) return true;
    values.set(owner.name, { ...values.get(owner.name), [slot]: value });
    return false;
  });
  return fillStarted(rest, [...started.values()], values);
};

const ownerOf = (started: ReadonlyMap<string, FlowInScope>, slot: string): FlowInScope | undefined =>
  [...started.values()].find((flow) => findSlot([flow], slot) !== undefined);

const isRecord = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
