import { z } from "zod";
import { type Command, clarifyKinds } from "../engine/commands/command.ts";
import { SoniError } from "../engine/errors.ts";
import { findUnsound, sayUnsound } from "../engine/sound-strings.ts";

const name = z.string().min(1).max(200);
const confidence = z.number().min(0).max(1).optional();
const slotCommand = { slot: name, value: z.json(), flow: name.optional(), confidence };

/** Commands that a channel may send. What they may do is decided when they are executed. */
const schema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("start_flow"),
    flow: name,
    slots: z.record(z.string(), z.json()).optional(),
    newInstance: z.boolean().optional(),
    confidence,
  }),
  z.strictObject({ type: z.literal("choose_flow"), flows: z.array(name).max(10) }),
  z.strictObject({ type: z.literal("cancel_flow"), reason: z.string().max(500).optional() }),
  z.strictObject({ type: z.literal("resume_flow"), flow: name.optional() }),
  z.strictObject({ type: z.literal("restart_flow") }),
  z.strictObject({ type: z.literal("set_slot"), ...slotCommand }),
  z.strictObject({ type: z.literal("correct_slot"), ...slotCommand }),
  z.strictObject({ type: z.literal("clear_slot"), slot: name, flow: name.optional() }),
  z.strictObject({ type: z.literal("skip_slot"), slot: name, flow: name.optional() }),
  z.strictObject({ type: z.literal("affirm"), promptId: z.string().optional() }),
  z.strictObject({ type: z.literal("deny"), slot: name.optional(), promptId: z.string().optional() }),
  z.strictObject({
    type: z.literal("clarify"),
    topic: z.string().max(500),
    kind: z.enum(clarifyKinds),
    text: z.string().max(2000).optional(),
  }),
  z.strictObject({ type: z.literal("chitchat"), hint: z.string().max(500).optional() }),
  z.strictObject({ type: z.literal("out_of_scope"), topic: z.string().max(500).optional() }),
  z.strictObject({ type: z.literal("repeat") }),
  z.strictObject({ type: z.literal("human_handoff"), reason: z.string().max(500).optional() }),
  z.strictObject({ type: z.literal("release_handoff") }),
  z.strictObject({ type: z.literal("custom"), name, arguments: z.record(z.string(), z.json()) }),
]);

const longestValue = 10_000;

export function parseCommand(value: unknown): Command {
  const unsound = findUnsound(value, { length: longestValue });
  if (unsound !== null) throw new SoniError("command.invalid", `This is not a command. ${sayUnsound(unsound)}`);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as Command;
  throw new SoniError("command.invalid", `This is not a command: ${z.prettifyError(parsed.error)}`);
}
