import type { CheckpointListOptions, CheckpointMetadata } from "@langchain/langgraph-checkpoint";

/** Whether a checkpoint passes the `filter` of a `list` call. */
export const matches = (metadata: CheckpointMetadata | undefined, filter: CheckpointListOptions["filter"]): boolean =>
  Object.entries(filter ?? {}).every(
    ([key, value]) => (metadata as Record<string, unknown> | undefined)?.[key] === value,
  );
