import type { PromptProgram } from "../engine/assistant/prompt-program.ts";
import { commandList } from "../engine/commands/commands.ts";

export type { PromptProgram, PromptSection } from "../engine/assistant/prompt-program.ts";

const commandLines = [
  ...commandList.flatMap(({ type, prompt }) => {
    if (prompt === null) return [];
    const fields = prompt.fields.length === 0 ? "" : ` {${prompt.fields.join(", ")}}`;
    return [`- ${type}${fields}: ${prompt.when}.`];
  }),
  "- choose {option}: the number of the option that the user picks, when options are offered.",
];

const commandsInstruction = `You are the understanding component of a task-oriented assistant. You never talk to the user.
Read the user's latest message in its context and list the commands that say what the user wants, in the order said.

Commands:
${commandLines.join("\n")}

Rules:
- What is awaited is only a hint: the user may answer it, ask something, change their mind or start something else.
- Take values from the user's latest message only; never invent one. Use the allowed value where a slot has some,
  YYYY-MM-DD for dates, HH:MM for times, plain numbers for numbers; resolve "tomorrow" and the like from "today".
- Use only names that are listed. Fields that do not apply are null. Do not start a flow that cannot start now.
- A value of an option in a list is what the user calls it, or its number; "next" and "previous" turn the page.
- An empty list of commands means that you could not tell what the user wants. "confidence" is 0 to 1.`;

const slotsInstruction = `You are the understanding component of a task-oriented assistant. You never talk to the user.
The user's latest message starts one or more flows. Find the values for their slots that this message gives.

Rules:
- Take values from the user's latest message only; never invent one. Leave out slots that it says nothing about.
- Where the user corrects themselves, keep the last value. Use the allowed value where a slot has some, YYYY-MM-DD for
  dates, HH:MM for times, plain numbers for numbers; resolve "tomorrow" and the like from "today".
- Use only the flows and slots that are listed.`;

const today = { today: "2025-03-12 Wednesday", time: "09:30" };
const pizza = {
  name: "order_pizza",
  slots: [
    { name: "size", type: "categorical", values: ["small", "large"], value: "small" },
    { name: "delivery_date", type: "date" },
  ],
};

/** The demonstrations use flows that no assistant here has, so that nothing in them can be mistaken for scope. */
export const defaultProgram: PromptProgram = {
  commands: {
    instruction: commandsInstruction,
    demonstrations: [
      {
        state: { ...today, awaiting: { kind: "message" } },
        message: "hi, a large pizza please",
        output: {
          commands: [
            { type: "start_flow", flow: "order_pizza", newInstance: null },
            { type: "set_slot", slot: "size", value: "large", flow: "order_pizza", flowId: null },
          ],
          confidence: 0.95,
        },
      },
      {
        state: { ...today, awaiting: { kind: "slot", slot: "delivery_date" }, active_flow: pizza },
        message: "tomorrow. and make it large after all",
        output: {
          commands: [
            { type: "set_slot", slot: "delivery_date", value: "2025-03-13", flow: null, flowId: null },
            { type: "correct_slot", slot: "size", value: "large", flowId: null },
          ],
          confidence: 0.95,
        },
      },
      {
        state: { ...today, awaiting: { kind: "slot", slot: "delivery_date" }, active_flow: pizza },
        message: "before that, order a second pizza",
        output: { commands: [{ type: "start_flow", flow: "order_pizza", newInstance: true }], confidence: 0.9 },
      },
      {
        state: { ...today, awaiting: { kind: "slot", slot: "delivery_date" }, active_flow: pizza },
        message: "why do you need the day?",
        output: { commands: [{ type: "clarify", topic: "delivery_date", kind: "clarification" }], confidence: 0.9 },
      },
      {
        state: { ...today, awaiting: { kind: "confirmation" }, active_flow: pizza },
        message: "no, the size is wrong",
        output: { commands: [{ type: "deny", slot: "size" }], confidence: 0.95 },
      },
      {
        state: { ...today, awaiting: { kind: "confirmation" }, active_flow: pizza },
        message: "forget it, I want to talk to someone",
        output: { commands: [{ type: "cancel_flow" }, { type: "human_handoff", reason: null }], confidence: 0.9 },
      },
    ],
  },
  slots: {
    instruction: slotsInstruction,
    demonstrations: [
      {
        state: {
          ...today,
          started_flows: [
            {
              name: "order_pizza",
              slots: [
                { name: "size", type: "categorical" },
                { name: "delivery_date", type: "date" },
              ],
            },
          ],
        },
        message: "a large pizza for Friday, no, Saturday",
        output: {
          values: [
            { flow: "order_pizza", slot: "size", value: "large" },
            { flow: "order_pizza", slot: "delivery_date", value: "2025-03-15" },
          ],
        },
      },
    ],
  },
};
