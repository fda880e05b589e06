import { readFile } from "node:fs/promises";
import { parseProgram, understandingOf } from "../config/schema/program.ts";
import type { PromptProgram } from "../engine/assistant/prompt-program.ts";
import { SoniError } from "../engine/errors.ts";

/** A prompt program that a command line names. */
export async function readProgramFile(file: string): Promise<PromptProgram> {
  const refuse = (problem: string) => new SoniError("cli.bad_program", `${file} is no prompt program: ${problem}`);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
  const parsed = parseProgram(text);
  if (!parsed.ok) throw refuse(`${parsed.problem}.`);
  const program = understandingOf(parsed.content);
  if (typeof program === "string") throw refuse(`${program}.`);
  return program;
}
