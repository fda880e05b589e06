import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { getCheckpointId } from "@langchain/langgraph-checkpoint";
import { SoniError } from "../domain/errors.ts";

export type Config = CheckpointTuple["config"];

interface Thread {
  readonly conversationId: string | undefined;
  readonly namespace: string | undefined;
  readonly checkpointId: string | undefined;
}

/** LangGraph's `thread_id` is our conversation id. */
export const threadOf = (config: Config): Thread => ({
  conversationId: config.configurable?.["thread_id"],
  namespace: config.configurable?.["checkpoint_ns"],
  checkpointId: getCheckpointId(config) || undefined,
});

export const requireThread = (config: Config): Thread & { readonly conversationId: string } => {
  const thread = threadOf(config);
  if (typeof thread.conversationId !== "string" || thread.conversationId === "") {
    throw new SoniError("store.no_conversation", "A checkpoint needs `configurable.thread_id`: the conversation id.");
  }
  return { ...thread, conversationId: thread.conversationId };
};

export const toConfig = (conversationId: string, namespace: string, checkpointId: string): Config => ({
  configurable: { thread_id: conversationId, checkpoint_ns: namespace, checkpoint_id: checkpointId },
});
