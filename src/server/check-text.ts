import { ProblemError } from "./problems.ts";

/** Everything below a space but tab and line ends, and the second block of controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;

/** Refuses, before anything is stored, what cannot be what a person typed. */
export function checkText(
  text: string | undefined,
  limits: { readonly length: number; readonly needed: boolean },
): void {
  if (text === undefined || text.trim() === "") {
    if (!limits.needed) return;
    throw new ProblemError("message.blank", "A message needs a text, or the command of a button.");
  }
  if (text.length > limits.length) {
    throw new ProblemError("message.too_long", `A message has at most ${limits.length} characters.`);
  }
  if (!text.isWellFormed()) {
    throw new ProblemError("message.malformed", "The text holds half a character (a lone surrogate).");
  }
  if (controls.test(text)) {
    throw new ProblemError("message.control_characters", "The text holds control characters. Remove them.");
  }
}
