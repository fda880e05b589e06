import { holdsAddress, instructionProblem } from "../../engine/assistant/prompt-program.ts";
import { findPersonalData } from "../datasets/redact.ts";

/** The instructions that come with Soni have 2,600 characters; every call pays for a longer one. */
const longestInstruction = 8_000;

/** The form of prompts: what is data is told by these tags and by a rule that no program holds. */
const promptForm =
  /<\/?(?:assistant|flows|history|state|message|custom_commands|system)\b|^[ \t]{0,20}(?:Answer|Example):/im;
const control = /[\p{Cc}\p{Cf}]/u;

export type ProposedInstruction =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: "empty" | "too long" | "an address" | "the form of prompts" | "personal data" };

/**
 * What a model wrote is data: it becomes an instruction only if it is text, short, and names no place outside. What could not be loaded
 * is refused here too, before a search is built on it.
 */
export const readInstruction = (written: string): ProposedInstruction => {
  const text = withoutFences(written).trim();
  if (text === "") return { ok: false, why: "empty" };
  if (text.length > longestInstruction) return { ok: false, why: "too long" };
  if (findPersonalData(text).length > 0) return { ok: false, why: "personal data" };
  if (holdsAddress(text)) return { ok: false, why: "an address" };
  const isPlain = !promptForm.test(text) && !control.test(text.replaceAll(/[\n\t]/g, " "));
  return isPlain && instructionProblem(text) === null ? { ok: true, text } : { ok: false, why: "the form of prompts" };
};

/** Models put what they were asked for between fences, sometimes with words around it. */
const withoutFences = (written: string): string => {
  const start = written.indexOf("```");
  if (start < 0) return written;
  const end = written.lastIndexOf("```");
  const inside = written.slice(written.indexOf("\n", start) + 1, end > start ? end : undefined);
  return inside.trim() === "" ? written.replaceAll("```", "") : inside;
};
