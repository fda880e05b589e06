import type { Store } from "../../src/stores/store.ts";
import { finishTurn, sampleMessage, sampleState } from "../../src/testing/store-contract/sample-dialogue.ts";

/** Saves the first turn of a conversation, with its state. */
export const save = (store: Store, conversationId: string, messageId = "m1"): Promise<void> =>
  store.save(
    { state: finishTurn(sampleState(conversationId, sampleMessage(messageId))), step: 1 },
    { keepState: true },
  );

export const load = (store: Store, conversationId: string) => store.read(conversationId);
