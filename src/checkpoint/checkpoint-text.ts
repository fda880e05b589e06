import type { Checkpoint, CheckpointMetadata } from "@langchain/langgraph-checkpoint";
import { SoniError } from "../domain/errors.ts";
import { schemaVersion } from "../domain/state.ts";
import { currentValues } from "./current-values.ts";
import { toJsonText } from "./json-serializer.ts";
import { corrupt, readRow } from "./read-row.ts";

export interface StoredCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly metadata: CheckpointMetadata;
}

export const toCheckpointText = (checkpoint: Checkpoint, metadata: CheckpointMetadata): string =>
  toJsonText({ checkpoint, metadata } satisfies StoredCheckpoint);

export const fromCheckpointText = (text: string, conversationId: string): StoredCheckpoint => {
  const stored = readRow(text, conversationId) as Partial<StoredCheckpoint> | null;
  const { checkpoint, metadata } = stored ?? {};
  if (checkpoint?.channel_values === undefined || checkpoint.channel_versions === undefined || metadata === undefined) {
    throw corrupt(conversationId);
  }
  checkVersion(checkpoint.channel_values["dialogue"], conversationId);
  return { checkpoint: { ...checkpoint, channel_values: currentValues(checkpoint.channel_values) }, metadata };
};

const checkVersion = (state: unknown, conversationId: string): void => {
  const version = (state as { readonly schemaVersion?: unknown } | null | undefined)?.schemaVersion;
  if (typeof version !== "number") {
    throw corrupt(conversationId);
  }
  if (version > schemaVersion) {
    throw new SoniError(
      "store.newer",
      `Conversation '${conversationId}' was saved by a newer version of Soni (state ${version}, this one reads up to ${schemaVersion}). Update Soni, or delete the conversation.`,
    );
  }
};
