import type { PromptProgram } from "../../understand/program.ts";
import { foldMessage, type LabelledRow } from "../datasets/row.ts";

/** Shorter messages, such as "yes please", are nobody's own. */
const shortest = 16;

/**
 * Messages of stored conversations that a program repeats, in a demonstration or inside of an instruction. Rows of conversations are
 * kept from what may be shown unless that is asked for; this looks again at what came out.
 */
export const customerTextIn = (program: PromptProgram, rows: readonly LabelledRow[]): readonly string[] => {
  const shown = new Set<string>();
  const told: string[] = [];
  for (const { instruction, demonstrations } of [program.commands, program.slots]) {
    told.push(foldMessage(instruction));
    for (const { message } of demonstrations) shown.add(foldMessage(message));
  }
  const others = new Set(
    rows.flatMap(({ source, message }) => (source === "conversations" ? [] : [foldMessage(message)])),
  );
  return rows.flatMap(({ source, message, id }) => {
    const folded = foldMessage(message);
    if (source !== "conversations" || others.has(folded)) return [];
    const isQuoted = folded.length >= shortest && told.some((text) => text.includes(folded));
    return shown.has(folded) || isQuoted ? [id] : [];
  });
};
