import type { Store } from "../../src/checkpoint/store.ts";
import { finishTurn, sampleMessage, samplePointOf, sampleState } from "../contracts/sample-dialogue.ts";

/** The first turn of a conversation, saved as LangGraph would. */
export const save = async (store: Store, conversationId: string, messageId = "m1"): Promise<void> => {
  const dialogue = finishTurn(sampleState(conversationId, sampleMessage(messageId)));
  await store
    .saver({ pointOf: samplePointOf })
    .put(
      { configurable: { thread_id: conversationId, checkpoint_ns: "" } },
      { v: 4, id: "1", ts: "", channel_values: { dialogue }, channel_versions: {}, versions_seen: {} },
      { source: "loop", step: 1, parents: {} },
      {},
    );
};

export const load = (store: Store, conversationId: string) =>
  store.saver({ pointOf: samplePointOf }).getTuple({ configurable: { thread_id: conversationId } });
