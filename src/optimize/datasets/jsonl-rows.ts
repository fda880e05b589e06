import { SoniError } from "../../engine/errors.ts";
import { dataProblem } from "./data-problem.ts";
import { groupOf, type LabelledRow, rowId, rowSchema } from "./row.ts";
import { type AssistantInScope, contextOf, whereOf } from "./situation.ts";
import { writeCommand } from "./written-command.ts";

/** One row a line. Every mistake names its line. */
export const readJsonlRows = (text: string, assistant: AssistantInScope): readonly LabelledRow[] =>
  text.split("\n").flatMap((line, index): readonly LabelledRow[] => {
    if (line.trim() === "") return [];
    const written = jsonOf(line, index + 1);
    const read = rowSchema.safeParse(written);
    if (!read.success) throw badLine(index + 1, dataProblem(read.error, written));
    const { context: situation, message, expected, tags, source, ...named } = read.data;
    const identified = { context: situation, message, expected };
    const { id = rowId(identified), group = groupOf(identified) } = named;
    const where = whereOf(situation);
    const context = contextOf(situation, assistant);
    return [{ id, group, message, where, situation, context, expected, tags, source }];
  });

export const writeJsonlRows = (rows: readonly LabelledRow[]): string => rows.map((row) => `${lineOf(row)}\n`).join("");

const lineOf = ({ id, group, situation, message, expected, tags, source }: LabelledRow): string => {
  const { paused, known, options, ...rest } = situation;
  const context = {
    ...rest,
    ...(paused.length === 0 ? {} : { paused }),
    ...(Object.keys(known).length === 0 ? {} : { known }),
    ...(options.length === 0
      ? {}
      : { options: options.map(({ label, command }) => ({ label, command: writeCommand(command) })) }),
  };
  return JSON.stringify({ id, group, context, message, expected: expected.map(writeCommand), tags, source });
};

const jsonOf = (line: string, number: number): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw badLine(number, "is not JSON");
  }
};

const badLine = (number: number, problem: string): SoniError =>
  new SoniError("evaluation.bad_file", `line ${number}: ${problem}`);
