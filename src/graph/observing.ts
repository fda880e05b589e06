import type { Observed } from "../domain/event.ts";
import type { Vault } from "../domain/secrets/vault.ts";
import type { DialogueState } from "../domain/state.ts";
import type { Stages } from "./stages.ts";

/** Tells observers what happens in the turn of this state. */
export const observing =
  (state: DialogueState, { observe }: Pick<Stages, "observe">) =>
  (event: Observed, vault?: Vault): void =>
    observe({ conversationId: state.conversationId, messageId: state.turn?.message.messageId ?? null, event }, vault);
