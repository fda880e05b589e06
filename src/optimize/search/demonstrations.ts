import type { Command } from "../../engine/commands/command.ts";
import { commands as definitions } from "../../engine/commands/commands.ts";
import type { CommandDefinition } from "../../engine/commands/define-command.ts";
import type { Json, JsonObject } from "../../engine/json.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { awaitsLocal, withholdLocal } from "../../understand/local-secrets.ts";
import type { PromptProgram } from "../../understand/program.ts";
import { noUsage } from "../../understand/usage.ts";
import type { LabelledRow } from "../datasets/row.ts";
import { compareCommands } from "../metrics/compare-commands.ts";
import { type AskingRow, askRow, type Component, type Trace } from "./ask-row.ts";

export type Demonstration = PromptProgram[Component]["demonstrations"][number];
/** Of one row: for each pass that it says something about. */
export type RowDemonstration = Readonly<Partial<Record<Component, Demonstration>>>;

const sureConfidence = 0.95;

/** What both passes were asked and answered about a row, as demonstrations. Null: it was asked twice, or holds what no prompt may. */
export const tracedDemonstration = (row: LabelledRow, traces: readonly Trace[]): RowDemonstration | null => {
  if (!mayBeShown(row) || new Set(traces.map(({ component }) => component)).size < traces.length) return null;
  return Object.fromEntries(
    traces.map(({ component, state, output }) => [component, { state, message: row.message, output }]),
  );
};

/**
 * The label of a row as the passes would have written it. It is checked by the product itself: a model that answers like this must be
 * understood as the label says. Null: no answer leads there.
 */
export const labelledDemonstration = async (
  row: LabelledRow,
  asking: Omit<AskingRow, "model">,
): Promise<RowDemonstration | null> => {
  if (!mayBeShown(row)) return null;
  const { own, ofStarted } = partsOf(row.expected);
  const values = ofStarted.map(({ flow, slot, value }) => ({ flow, slot, value }));
  // Of a small assistant, the first pass names the values too; of others it leaves them to the second.
  const inOne = own.flatMap((command) => [
    command,
    ...ofStarted.flatMap((each) => (command === each.start ? [each.command] : [])),
  ]);
  for (const first of ofStarted.length === 0 ? [own] : [own, inOne]) {
    const model = answering({
      commands: { commands: first.map(written), confidence: sureConfidence },
      slots: { values },
    });
    const answer = await askRow(row, { ...asking, model });
    if (answer.kind === "answered" && compareCommands(row.expected, answer.commands, row.context).exact)
      return tracedDemonstration(row, answer.traces);
  }
  return null;
};

/** A message for no model, or one of which a part is masked before a model reads it, is shown to none. */
export const mayBeShown = ({ message, context }: LabelledRow): boolean =>
  !awaitsLocal(context) && (withholdLocal({ message, context })?.request.message ?? message) === message;

/** The values that the second pass has to find: those of the flows that the label starts. */
export const valuesToFind = (expected: readonly Command[]): readonly Pick<ValueOfStarted, "slot" | "value">[] =>
  partsOf(expected).ofStarted.map(({ slot, value }) => ({ slot, value }));

interface ValueOfStarted {
  readonly start: Command;
  readonly flow: string;
  readonly slot: string;
  readonly value: Json;
  readonly command: Command;
}

/** The commands of a label, and the values that belong to a flow which it starts. */
const partsOf = (expected: readonly Command[]) => {
  const own: Command[] = [];
  const ofStarted: ValueOfStarted[] = [];
  let start: Extract<Command, { readonly type: "start_flow" }> | null = null;
  const take = (of: typeof start, slot: string, value: Json): void => {
    if (of === null) return;
    const { flow } = of;
    ofStarted.push({ start: of, flow, slot, value, command: { type: "set_slot", slot, value, flow } });
  };
  for (const command of expected) {
    if (command.type === "start_flow") {
      const { slots = {}, ...rest } = command;
      start = rest;
      own.push(rest);
      for (const [slot, value] of Object.entries(slots)) take(rest, slot, value);
    } else if (command.type === "set_slot" && start !== null && (command.flow ?? start.flow) === start.flow)
      take(start, command.slot, command.value);
    else own.push(command);
  }
  return { own, ofStarted };
};

/** A command as models write it: every field that the prompt names, null where it does not apply. */
const written = (command: Command): JsonObject => {
  const given = command as unknown as Readonly<Record<string, Json | undefined>>;
  if (command.type === "custom")
    return { type: command.type, name: command.name, arguments: JSON.stringify(command.arguments) };
  const { prompt } = definitions[command.type] as CommandDefinition;
  return {
    type: command.type,
    ...Object.fromEntries((prompt?.fields ?? []).map((field) => [field, given[field] ?? null])),
  };
};

const answering = (answers: Readonly<Record<Component, JsonObject>>): LanguageModel => ({
  name: "label",
  samples: false,
  generate: ({ purpose }) =>
    Promise.resolve({
      ok: true,
      text: JSON.stringify(answers[purpose === "slots" ? "slots" : "commands"]),
      finish: "stop",
      usage: noUsage,
      attempts: 1,
    }),
});
