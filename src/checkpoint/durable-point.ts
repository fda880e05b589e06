import type { Checkpoint, CheckpointMetadata } from "@langchain/langgraph-checkpoint";
import type { DialogueState } from "../domain/state.ts";
import type { DurablePoint, DurablePointOf } from "../domain/store.ts";
import { toQuarantineRow } from "../stores/quarantine-store.ts";
import { toCheckpointText } from "./checkpoint-text.ts";
import type { Commit, SaverRows } from "./store-rows.ts";
import { toTurnRow } from "./turn-row.ts";

interface Saved {
  readonly conversationId: string;
  readonly checkpoint: Checkpoint;
  readonly metadata: CheckpointMetadata;
  readonly pointOf: DurablePointOf;
  readonly rows: Pick<SaverRows, "acceptedHash">;
}

interface Durable {
  readonly commit: Commit;
  /** The checkpoint as the row holds it. */
  readonly stored: Checkpoint;
}

/** What has to be saved with this checkpoint; null if recovery can do without it. */
export const toDurable = ({ conversationId, checkpoint, metadata, pointOf, rows }: Saved): Durable | null => {
  // Before the first step there is only LangGraph's input channel.
  const state = checkpoint.channel_values["dialogue"] as DialogueState | undefined;
  const point = state === undefined ? null : pointOf(state);
  if (state === undefined || point === null) {
    return null;
  }
  const stored = withoutAccount(checkpoint, state);
  const commit: Commit = {
    conversationId,
    point: {
      at: timeOf(point, state),
      turns: point.kind === "turn" ? point.reply.turn : 0,
      step: metadata.step,
      checkpoint: toCheckpointText(stored, metadata),
    },
    turn: point.kind === "turn" ? toTurnRow(point, rows.acceptedHash(conversationId, point.message.messageId)) : null,
    history: null,
    quarantine: point.kind === "turn" ? toQuarantineRow(conversationId, point) : null,
  };
  return { commit, stored };
};

/** What a finished turn did lies in its own row, which is written at the same time: the state keeps only what was said. */
function withoutAccount(checkpoint: Checkpoint, state: DialogueState): Checkpoint {
  if (state.last === null) return checkpoint;
  const { message, reply } = state.last;
  const { messageId, turn, messages } = reply;
  const last = { message, reply: { messageId, turn, messages, commands: [], events: [], timing: {} } };
  const dialogue: DialogueState = { ...state, last };
  return { ...checkpoint, channel_values: { ...checkpoint.channel_values, dialogue } };
}

const timeOf = (point: NonNullable<DurablePoint>, state: DialogueState): number =>
  point.kind === "turn" ? point.message.at : (state.turn?.message.at ?? state.lastActiveAt);
