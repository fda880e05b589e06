import { isTelling } from "../engine/secrets/find-secrets.ts";
import { maskKnown, type TextMask, withHeldSecrets } from "../engine/secrets/mask.ts";
import { awaitedSecret, hasSecrets } from "../engine/secrets/sensitive-slots.ts";
import { rememberValue } from "../engine/secrets/vault.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { Stages, TurnStages } from "./stages.ts";

/**
 * An error of project code often quotes the value that it could not take. In the log of a turn the secrets that are known are
 * masked, and so is whatever in the user's message may be one: what answers the question for a secret, and codes. Until the
 * message has been read, every word of it may be one.
 */
export function withMaskedLog(state: DialogueState, stages: Stages): Stages {
  const { assistant, log } = stages;
  if (!hasSecrets(assistant)) return stages;
  // Most turns log nothing.
  const masks = once(() => masksOf(state, stages));
  const mask: TextMask = { text: (text) => masks().known.text(text), data: (data) => masks().all.data(data) };
  return {
    ...stages,
    mask,
    log: (message, data) => log(mask.text(message), data === undefined ? undefined : mask.data(data)),
  };
}

/** For the next stretch of a turn: by now the conversation has secrets that it did not have when the turn began. */
export function withMaskedCalls(state: DialogueState, stages: TurnStages): TurnStages {
  if (!hasSecrets(stages.assistant)) return stages;
  const { log, mask } = withMaskedLog(state, stages);
  return { ...stages, log, mask, caller: { ...stages.caller, log, mask } };
}

/** `known` leaves the words alone that only may be secrets: a log's own messages are made of words. */
function masksOf(state: DialogueState, { assistant }: Stages): { readonly known: TextMask; readonly all: TextMask } {
  const text = state.turn?.message.text ?? "";
  const isAsked = awaitedSecret(state, assistant) !== null;
  const isUnread = state.turn?.understood === false;
  const words = text.split(/\s+/).filter(isTelling);
  const codes = isAsked ? [text, ...words] : words.filter((word) => /\p{N}/u.test(word));
  const at = state.lastActiveAt;
  const vault = rememberValue(withHeldSecrets(state, assistant).vault, codes, { at });
  return {
    known: maskKnown(vault),
    all: maskKnown(isUnread ? rememberValue(vault, [text, ...words], { at }) : vault),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
