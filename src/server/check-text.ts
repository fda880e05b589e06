import { unsoundString } from "../engine/sound-strings.ts";
import { normaliseText } from "../language/normalise-text.ts";
import { ProblemError } from "./problems.ts";

/** Blanks and invisible characters are not counted against the limit, but nobody needs more of them than this. */
const rawShare = 10;

/** Refuses, before anything is stored, what cannot be what a person typed. The text in the form that is kept. */
export function checkText(
  text: string | undefined,
  limits: { readonly length: number; readonly needed: boolean },
): string {
  const tooLong = (): ProblemError =>
    new ProblemError("message.too_long", `A message has at most ${limits.length} characters.`);
  if (text !== undefined && text.length > limits.length * rawShare) throw tooLong();
  const unsound = text === undefined ? null : unsoundString(text);
  if (unsound === "malformed") {
    throw new ProblemError("message.malformed", "The text holds half a character (a lone surrogate).");
  }
  if (unsound === "control_characters") {
    throw new ProblemError("message.control_characters", "The text holds control characters. Remove them.");
  }
  const normal = normaliseText(text ?? "");
  if (normal === "" && limits.needed) {
    throw new ProblemError("message.blank", "A message needs a text, or the command of a button.");
  }
  if (normal.length > limits.length) throw tooLong();
  return normal;
}
