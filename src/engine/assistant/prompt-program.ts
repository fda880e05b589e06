import type { JsonObject } from "../json.ts";

/** One worked example, shown to the model exactly as a real request and answer would look. */
export interface Demonstration {
  readonly state: JsonObject;
  readonly message: string;
  readonly output: JsonObject;
}

/** What one pass of understanding is told, and what it is shown. */
export interface PromptSection {
  readonly instruction: string;
  readonly demonstrations: readonly Demonstration[];
}

/** The same for the model that puts texts into other words. */
export interface RephraseSection {
  readonly instruction: string;
  readonly demonstrations: readonly {
    readonly text: string;
    readonly tone: string;
    readonly language: string;
    readonly output: string;
  }[];
}

/** Settings that belong to a program, because it was measured with them. They come before those of `models.nlu`. */
export interface ProgramOptions {
  /** Earlier messages that are shown. */
  readonly historyMessages?: number;
}

/**
 * All that can be tuned about the prompts, as data: `soni optimize` writes one, `models.nlu.program` names the file. The rule that
 * texts from outside are data and never instructions is no part of it: it is added to every prompt, whatever the program says.
 */
export interface PromptProgram {
  /** First pass: what the user wants. */
  readonly commands: PromptSection;
  /** Second pass: values for the slots of a flow that the first pass started. */
  readonly slots: PromptSection;
  /** Other words for what the assistant says. */
  readonly rephrase?: RephraseSection;
  readonly options?: ProgramOptions;
}

/** Characters, except for the number of demonstrations. A prompt that was written by a model has to stay one that people can read. */
export const programLimits = { instruction: 10_000, demonstrations: 50, message: 2_000, state: 20_000, output: 4_000 };

/** With a protocol, with a usual ending, or with a path after any ending. */
const address =
  /:\/\/|\bwww\.|\bmailto:|\b[a-z0-9-]{1,63}\.(?:(?:com|net|org|io|dev|ai|app)\b|[a-z]{2,24}\/[\p{L}\p{N}])/iu;
/** Other than line breaks and tabs. Invisible ones too: an instruction has to be what it looks like. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/;

export const holdsAddress = (text: string): boolean => address.test(text);

/** Why an instruction cannot be used; null if it can. Models write instructions, so they are checked like anything from outside. */
export const instructionProblem = (instruction: string): string | null => {
  if (instruction.trim() === "") return "it is empty";
  if (instruction.length > programLimits.instruction)
    return `it has ${instruction.length} characters, and ${programLimits.instruction} are allowed`;
  if (holdsAddress(instruction)) return "it holds an address of the web";
  return hidden.test(instruction) ? "it holds invisible characters" : null;
};
