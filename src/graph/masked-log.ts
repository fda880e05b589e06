import { isTelling } from "../domain/secrets/find-secrets.ts";
import { maskKnown } from "../domain/secrets/mask.ts";
import { awaitedSecret, hasSecrets } from "../domain/secrets/sensitive-slots.ts";
import { rememberValue } from "../domain/secrets/vault.ts";
import type { DialogueState } from "../domain/state.ts";
import type { Stages } from "./stages.ts";

/**
 * An error of project code often quotes the value that it could not take. In the log of a turn the secrets that are known are
 * masked, and so is whatever in the user's message may be one: what answers the question for a secret, and codes.
 */
export function withMaskedLog(state: DialogueState, stages: Stages): Stages {
  const { assistant, log } = stages;
  if (!hasSecrets(assistant)) return stages;
  const text = state.turn?.message.text ?? "";
  const isAsked = awaitedSecret(state, assistant) !== null;
  const words = text.split(/\s+/).filter((word) => isTelling(word) && (isAsked || /\p{N}/u.test(word)));
  const at = state.lastActiveAt;
  const known = rememberValue(state.vault, isAsked ? [text, ...words] : words, { at });
  const mask = maskKnown(known);
  return {
    ...stages,
    log: (message, data) => log(mask.text(message), data === undefined ? undefined : mask.data(data)),
  };
}
