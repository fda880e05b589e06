import { z } from "zod";

const text = z.string();
const data = z.json();
const names = z.array(text);
const oneOrMany = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.array(schema)]);

const exactText = text.describe("The exact text; with ~ in front, a part of it.");
const described = {
  text: text.optional(),
  contains: text.optional(),
  matches: text.optional().describe("A regular expression."),
  about: text.optional().describe("The system text, the digression or the step that says it."),
  response: text.optional().describe("The named response that a step says."),
  buttons: names.optional().describe("Labels, in order."),
};
const oneMessage = z.union([exactText, z.strictObject(described)]);
const message = z.union([
  exactText,
  z.strictObject({ ...described, any_of: z.array(oneMessage).optional().describe("One of these is enough.") }),
]);
export type OneMessage = z.infer<typeof oneMessage>;

const state = z.union([
  text.describe("The conversation state alone."),
  z.strictObject({
    conversation_state: text.optional(),
    pending: z.union([text, z.null(), z.record(text, data)]).optional(),
    stack: names.optional().describe("Flows, bottom to top."),
    current_step: text.nullable().optional(),
    waiting_for_slot: text.nullable().optional(),
    digression_depth: z.number().optional(),
    turns_without_progress: z.number().optional(),
    completed: z.array(data).optional().describe("Archived flows, oldest first."),
    handoff: z.union([z.null(), z.boolean(), z.record(text, data)]).optional(),
    error: text.nullable().optional(),
    session: z.record(text, data).optional(),
  }),
]);

/** What a turn says, and what must come of it. */
export const turnSchema = z.strictObject({
  user: text.optional(),
  commands: z.array(z.unknown()).optional(),
  api: z.unknown().optional().describe("Instead of a message: release_handoff, or start_flow with its arguments."),
  message_id: text.optional(),
  after: text.optional().describe("Time that passes before the turn: 40m, 1h 30m."),
  bot: z.union([message, z.array(message)]).optional(),
  slots: z.record(text, data).optional().describe("Of the active flow; null: not filled."),
  slots_of: z.record(text, z.record(text, data)).optional().describe("Of the topmost run of each flow."),
  state: state.optional(),
  events: z.array(z.unknown()).optional().describe("Some of the turn's events, in order."),
  no_events: z.array(z.unknown()).optional(),
  refused: names.optional().describe("Codes of all refused commands, in order."),
  calls: z
    .union([z.record(text, z.number()), z.array(z.union([text, z.record(text, data)]))])
    .optional()
    .describe("A map: calls since the beginning. A list: the calls of this turn with their inputs."),
  unchanged: oneOrMany(z.enum(["stack", "slots", "pending"])).optional(),
  prompt: z.enum(["new", "same", "none"]).optional(),
  duplicate: z.boolean().optional(),
  error: text.optional().describe("The code that the turn fails with."),
});
export type TurnContent = z.infer<typeof turnSchema>;

const behaviour = z.strictObject({
  returns: z.union([z.record(text, data), z.array(z.record(text, data))]).optional(),
  throws: text.optional(),
  hangs: z.boolean().optional(),
  counts: text.optional().describe("The output that holds the number of the call."),
});

const setup = {
  clock: text.optional().describe("ISO date and time of the first message."),
  conversation_id: text.optional().describe("It chooses among the variations of a text; default: test."),
  session: z.record(text, data).optional(),
  start: z
    .array(z.union([text, z.strictObject({ flow: text, slots: z.record(text, data).optional() })]))
    .optional()
    .describe("Flows that are open before the first turn, bottom to top, with their slots."),
  settings: z.record(text, data).optional(),
  patterns: z.record(text, data).optional(),
  actions: z.record(text, oneOrMany(behaviour)).optional(),
  validators: z
    .record(
      text,
      z.strictObject({
        accepts: z.array(data).optional(),
        rejects: z.array(data).optional(),
        says: text.optional(),
        throws: text.optional(),
      }),
    )
    .optional(),
  normalizers: z.record(text, z.record(text, data)).optional().describe("Value to normal form."),
};
export const setupSchema = z.strictObject(setup);
export type SetupContent = z.infer<typeof setupSchema>;

export const conversationSchema = z.union([
  z.array(z.unknown()),
  z.strictObject({ ...setup, turns: z.array(z.unknown()) }),
]);

export const fileSchema = z.strictObject({
  description: text.optional(),
  assistant: text.optional().describe("Its folder, from the test file."),
  yaml: z.record(text, z.unknown()).optional().describe("The assistant itself."),
  ...setup,
  script: z.record(text, z.array(z.unknown())).optional().describe("What turns without commands mean."),
  commands: z
    .record(text, z.strictObject({ does: z.array(z.unknown()).optional() }))
    .optional()
    .describe("The project's own commands."),
  conversations: z.record(text, z.unknown()),
});
