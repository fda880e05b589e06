import type { Vault } from "../engine/secrets/vault.ts";
import type { Observed } from "../engine/state/event.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { Stages } from "./stages.ts";

/** Tells observers what happens in the turn of this state. */
export const observing =
  (state: DialogueState, { observe }: Pick<Stages, "observe">) =>
  (event: Observed, vault?: Vault): void =>
    observe({ conversationId: state.conversationId, messageId: state.turn?.message.messageId ?? null, event }, vault);
