import { z } from "zod";
import { type Command, clarifyKinds } from "../engine/commands/command.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import { findSlot, type Scope } from "./scope.ts";
import { fitsSlot } from "./slot-value.ts";
import type { FlowInScope } from "./understander.ts";

const name = z.string().max(200);
const text = z.string().max(2_000);
const optionalName = name.nullish();
const optionalText = text.nullish();
const json = z.custom<Json>((value) => value !== undefined);
const confidence = z.number().min(0).max(1).nullish().catch(undefined);
const slotValue = { slot: name, value: json, flow: optionalName, confidence };

/** The shapes that a model may write. Unknown fields (a prompt id, say) are cut off; unknown types do not parse. */
const shape = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("start_flow"),
    flow: name,
    slots: z.record(name, json).nullish(),
    newInstance: z.boolean().nullish(),
    confidence,
  }),
  z.object({ type: z.literal("choose_flow"), flows: z.array(name) }),
  z.object({ type: z.literal("set_slot"), ...slotValue }),
  z.object({ type: z.literal("correct_slot"), ...slotValue }),
  z.object({ type: z.literal("clear_slot"), slot: name, flow: optionalName }),
  z.object({ type: z.literal("skip_slot"), slot: name, flow: optionalName }),
  z.object({ type: z.literal("affirm") }),
  z.object({ type: z.literal("deny"), slot: optionalName }),
  z.object({ type: z.literal("choose"), option: z.int() }),
  z.object({ type: z.literal("cancel_flow"), reason: optionalText }),
  z.object({ type: z.literal("restart_flow") }),
  z.object({ type: z.literal("resume_flow"), flow: optionalName }),
  z.object({ type: z.literal("clarify"), topic: text, kind: z.enum(clarifyKinds), text: optionalText }),
  z.object({ type: z.literal("chitchat"), hint: optionalText }),
  z.object({ type: z.literal("out_of_scope"), topic: optionalText }),
  z.object({ type: z.literal("repeat") }),
  z.object({ type: z.literal("human_handoff"), reason: optionalText }),
  z.object({ type: z.literal("custom"), name, arguments: z.record(name, json) }),
]);
type Proposed = z.infer<typeof shape>;
type ProposedOf<T extends Proposed["type"]> = Extract<Proposed, { type: T }>;

/** One command, or undefined if it is malformed or names anything that is not in scope. */
export const parseCommand = (entry: Json, scope: Scope, started: readonly FlowInScope[]): Command | undefined => {
  const parsed = shape.safeParse(entry);
  if (!parsed.success) return undefined;
  const command = parsed.data;
  switch (command.type) {
    case "start_flow":
      return startFlow(command, scope);
    case "choose_flow": {
      const flows = [...new Set(command.flows)].filter((flow) => scope.startable.has(flow));
      return flows.length < 2 ? undefined : { type: "choose_flow", flows };
    }
    case "set_slot":
    case "correct_slot": {
      const slot = ownedSlot(command, scope, started);
      if (slot === undefined || !fitsSlot(slot, command.value)) return undefined;
      return withoutNulls({ ...command, value: command.value }) as Command;
    }
    case "clear_slot":
    case "skip_slot":
      return ownedSlot(command, scope, []) === undefined ? undefined : (withoutNulls(command) as Command);
    case "deny": {
      const { slot } = command;
      const known = typeof slot !== "string" || (scope.active !== null && findSlot([scope.active], slot) !== undefined);
      return known ? (withoutNulls(command) as Command) : undefined;
    }
    case "choose":
      return scope.options[command.option - 1]?.command;
    case "resume_flow":
      return typeof command.flow === "string" && !scope.paused.has(command.flow)
        ? undefined
        : (withoutNulls(command) as Command);
    case "custom":
      return customCommand(command, scope);
    default:
      return withoutNulls(command) as Command;
  }
};

/** A flow that may start, or the active one under its own name; slots it does not have are left out. */
const startFlow = (command: ProposedOf<"start_flow">, scope: Scope): Command | undefined => {
  const flow = scope.startable.get(command.flow);
  if (flow === undefined) return undefined;
  const slots = Object.entries(command.slots ?? {}).filter(([slotName, value]) => {
    const slot = findSlot([flow], slotName);
    return slot !== undefined && fitsSlot(slot, value);
  });
  return {
    type: "start_flow",
    flow: flow.name,
    ...(slots.length === 0 ? {} : { slots: Object.fromEntries(slots) }),
    ...(command.newInstance === true ? { newInstance: true } : {}),
    ...(typeof command.confidence === "number" ? { confidence: command.confidence } : {}),
  };
};

const ownedSlot = (
  command: { readonly slot: string; readonly flow?: string | null | undefined },
  scope: Scope,
  started: readonly FlowInScope[],
) => {
  const flows = [...started, ...scope.stack];
  const { flow } = command;
  return findSlot(
    typeof flow === "string" ? flows.filter((candidate) => candidate.name === flow) : flows,
    command.slot,
  );
};

const customCommand = (command: ProposedOf<"custom">, scope: Scope): Command | undefined => {
  const known = scope.commands.get(command.name);
  if (known === undefined) return undefined;
  const accepted = z.fromJSONSchema(known.schema as never).safeParse(command.arguments);
  return accepted.success
    ? { type: "custom", name: known.name, arguments: command.arguments as JsonObject }
    : undefined;
};

const withoutNulls = (command: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(command).filter(([, value]) => value !== null && value !== undefined));
