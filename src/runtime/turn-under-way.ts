import type { Assistant } from "../engine/assistant/assistant.ts";
import { hidden } from "../engine/assistant/slot.ts";
import { hasSecrets } from "../engine/secrets/mask.ts";
import { redactSentence } from "../engine/secrets/redact-turn.ts";
import { maskReferences, resolveReferences } from "../engine/secrets/references.ts";
import { resolveIn } from "../engine/secrets/vault.ts";
import { isStep, type TurnEvent } from "../engine/state/event.ts";
import type { ObserveOptions } from "../engine/state/observe.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { TranscriptEntry } from "../engine/state/store.ts";
import type { SentenceLog } from "../engine/state/turn.ts";
import { toldSoFar } from "../turn/speak.ts";

/**
 * A turn that is not done, as far as it is durable: it may end in another process, and what is here will be in it. Of its messages,
 * those parts that were told.
 */
export interface TurnUnderWay extends TranscriptEntry {
  /** Its steps so far, each in the place that it will have in the record of the turn. */
  readonly events: readonly TurnEvent[];
}

interface Stored {
  readonly assistant: Assistant;
  readonly sentences: SentenceLog;
}

/** Null: the stored state is not in the middle of a turn. */
export async function turnUnderWay(
  saved: DialogueState | null,
  { assistant, sentences }: Stored,
  { secrets = "masked" }: ObserveOptions = {},
): Promise<TurnUnderWay | null> {
  if (saved === null || saved.turn === null) return null;
  const state = await toldSoFar(saved, { sentences });
  const { message, messages, events } = state.turn ?? saved.turn;
  const shown = (text: string): string => {
    const { text: redacted, vault } = redactSentence(state, text, assistant);
    return secrets === "told" ? resolveReferences(redacted, resolveIn(vault)) : maskReferences(redacted);
  };
  return {
    turn: state.turnCount,
    messageId: message.messageId,
    at: message.at,
    // What of the message is a secret is known when its turn is done.
    user: secrets === "told" || !hasSecrets(assistant) ? message.text : hidden,
    messages: messages.flatMap((said) => {
      // A message without sentences is told when the turn is done.
      if (said.sentences === undefined) return [];
      const { ui: _, ...rest } = said;
      const parts = said.sentences.map(shown);
      return [{ ...rest, text: parts.join(""), sentences: parts }];
    }),
    events: events.filter(isStep),
  };
}
