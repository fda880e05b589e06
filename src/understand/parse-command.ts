import { z } from "zod";
import type { Command, CommandOf } from "../engine/commands/command.ts";
import { commands, isCommandType } from "../engine/commands/commands.ts";
import type { CommandDefinition } from "../engine/commands/define-command.ts";
import type { Field } from "../engine/commands/field.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import { findSlot, type Scope } from "./scope.ts";
import { fitsSlot, parseObject, readValue } from "./slot-value.ts";
import type { FlowInScope } from "./understander.ts";

const name = z.string().max(200);
const json = z.custom<Json>((value) => value !== undefined);

/** What a model may write. Whether a name is in scope is looked at after that. */
const shapes: Readonly<Partial<Record<Field["kind"], z.ZodType>>> = {
  startable_flow: name,
  startable_flows: z.array(name),
  paused_flow: name,
  owner: name,
  instance: name,
  slot: name,
  active_slot: name,
  value: json,
  values: z.record(name, json),
  text: z.string().max(2_000),
  flag: z.boolean(),
  own_name: name,
  own_arguments: z.union([z.record(name, json), z.string().max(10_000)]),
};

const option = z.object({ type: z.literal("choose"), option: z.int() });

/** The fields that a model gave; undefined if one is malformed. Fields that it does not know (a prompt id, say) are cut off. */
function fieldsOf({ fields }: CommandDefinition, entry: JsonObject): JsonObject | undefined {
  const read: Record<string, Json> = {};
  for (const [field, given] of Object.entries(fields)) {
    const value = entry[field];
    if (given.kind === "confidence") {
      if (typeof value === "number" && value >= 0 && value <= 1) read[field] = value;
      continue;
    }
    const shape = given.kind === "one_of" ? z.enum(given.values as [string, ...string[]]) : shapes[given.kind];
    if (shape === undefined) continue;
    if ((value === undefined || value === null) && given.optional === true) continue;
    const parsed = shape.safeParse(value);
    if (!parsed.success) return undefined;
    if (value !== false) read[field] = parsed.data as Json;
  }
  return read;
}

/** One command, or undefined if it is malformed or names anything that is not in scope. */
export const parseCommand = (entry: Json, scope: Scope, started: readonly FlowInScope[]): Command | undefined => {
  const chosen = option.safeParse(entry);
  if (chosen.success) return scope.options[chosen.data.option - 1]?.command;
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return undefined;
  const { type } = entry as JsonObject;
  if (typeof type !== "string" || !isCommandType(type)) return undefined;
  const definition = commands[type] as CommandDefinition;
  if (definition.prompt === null && type !== "custom") return undefined;
  const given = fieldsOf(definition, entry as JsonObject);
  const sound = given === undefined ? undefined : inScope(definition, given, { scope, started });
  if (sound === undefined) return undefined;
  const command = { type, ...sound } as Command;
  return command.type === "custom" ? customCommand(command, scope) : command;
};

/** The fields as far as they are in scope: values for slots that a flow does not have are left out. Undefined: it names something else. */
function inScope(
  { fields }: CommandDefinition,
  given: JsonObject,
  { scope, started }: { readonly scope: Scope; readonly started: readonly FlowInScope[] },
): JsonObject | undefined {
  const sound: Record<string, Json> = {};
  for (const [name, value] of Object.entries(given)) {
    const kept = fieldInScope(fields[name]?.kind, value, { given, scope, started });
    if (kept === undefined) return undefined;
    if (kept !== null || value === null) sound[name] = kept;
  }
  return sound;
}

interface Around {
  readonly given: JsonObject;
  readonly scope: Scope;
  readonly started: readonly FlowInScope[];
}

/** Null: nothing of it is left. Undefined: the command is not to be trusted. */
function fieldInScope(kind: Field["kind"] | undefined, value: Json, around: Around): Json | undefined {
  const { given, scope } = around;
  const isNamed = (known: boolean): Json | undefined => (known ? value : undefined);
  switch (kind) {
    case "startable_flow":
      return isNamed(scope.startable.has(String(value)));
    case "startable_flows": {
      const flows = [...new Set(value as readonly string[])].filter((flow) => scope.startable.has(flow));
      return flows.length < 2 ? undefined : flows;
    }
    case "paused_flow":
      return isNamed(scope.paused.has(String(value)));
    case "instance":
      return isNamed(scope.instances.some(({ flowId }) => flowId === value));
    case "slot":
      return isNamed(ownedSlot(around) !== undefined);
    case "active_slot":
      return isNamed(scope.active !== null && findSlot([scope.active], String(value)) !== undefined);
    case "value": {
      const slot = ownedSlot(around);
      if (slot === undefined) return undefined;
      const read = readValue(slot, value);
      return fitsSlot(slot, read) ? read : undefined;
    }
    case "values": {
      const flow = scope.startable.get(String(given["flow"]));
      const fitting = Object.entries(value as JsonObject).filter(([name, each]) => {
        const slot = flow === undefined ? undefined : findSlot([flow], name);
        return slot !== undefined && fitsSlot(slot, each);
      });
      return fitting.length === 0 ? null : Object.fromEntries(fitting);
    }
    default:
      return value;
  }
}

/** A value may be for a flow that starts with the same message; what is taken back is of one that is going on. */
function ownedSlot({ given, scope, started }: Around) {
  const flows = "value" in given ? [...started, ...scope.stack] : scope.stack;
  const { flow, slot } = given;
  return findSlot(
    typeof flow === "string" ? flows.filter((candidate) => candidate.name === flow) : flows,
    String(slot),
  );
}

const customCommand = (command: CommandOf<"custom">, scope: Scope): Command | undefined => {
  const known = scope.commands.get(command.name);
  if (known === undefined) return undefined;
  // Schemas that are enforced cannot describe them, so that models write them as text.
  const written: unknown = command.arguments;
  const given = typeof written === "string" ? parseObject(written) : (written as JsonObject);
  const accepted = z.fromJSONSchema(known.schema as never).safeParse(given);
  return given !== undefined && accepted.success ? { type: "custom", name: known.name, arguments: given } : undefined;
};
