import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  maxChannelVersion,
  type PendingWrite,
  TASKS,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import { SoniError } from "../domain/errors.ts";
import type { DurablePointOf } from "../domain/store.ts";
import { toDurable } from "./durable-point.ts";
import type { HistoryRow } from "./history-rows.ts";
import { readHistoryText, toHistoryText } from "./history-text.ts";
import { jsonSerializer, toJsonText } from "./json-serializer.ts";
import { matches } from "./metadata-filter.ts";
import { readRow } from "./read-row.ts";
import type { SaverRows } from "./store-rows.ts";
import { type Config, requireThread, threadOf, toConfig } from "./thread-config.ts";

/** Keeps every checkpoint and pending write, as LangGraph's own savers do: for looking back, at the price of growth. */
export class HistorySaver extends BaseCheckpointSaver {
  readonly #rows: SaverRows;
  readonly #pointOf: DurablePointOf;

  constructor(rows: SaverRows, pointOf: DurablePointOf = () => null) {
    super(jsonSerializer);
    this.#rows = rows;
    this.#pointOf = pointOf;
  }

  override async getTuple(config: Config): Promise<CheckpointTuple | undefined> {
    const { conversationId, namespace = "", checkpointId } = threadOf(config);
    if (conversationId === undefined) {
      return undefined;
    }
    const row = await this.#rows.history.find({
      conversationId,
      namespace,
      ...(checkpointId === undefined ? {} : { checkpointId }),
    });
    return row === null ? undefined : this.#toTuple(row);
  }

  override async *list(config: Config, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { conversationId, namespace, checkpointId } = threadOf(config);
    const before = options.before === undefined ? undefined : threadOf(options.before).checkpointId;
    const { filter, limit } = options;
    const rows = await this.#rows.history.list({
      ...(conversationId === undefined ? {} : { conversationId }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(checkpointId === undefined ? {} : { checkpointId }),
      ...(before === undefined ? {} : { before }),
      ...(limit === undefined || filter !== undefined ? {} : { limit }),
    });
    let left = limit ?? rows.length;
    for (const row of rows) {
      if (left > 0 && matches(readRow(row.metadata, row.conversationId) as CheckpointMetadata, filter)) {
        left -= 1;
        yield await this.#toTuple(row);
      }
    }
  }

  override async put(
    config: Config,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<Config> {
    const { conversationId, namespace = "", checkpointId: parentId } = requireThread(config);
    const parent =
      parentId === undefined
        ? null
        : await this.#rows.history.find({ conversationId, namespace, checkpointId: parentId });
    const saved = { conversationId, checkpoint, metadata, pointOf: this.#pointOf, rows: this.#rows };
    const commit = namespace === "" ? (toDurable(saved)?.commit ?? null) : null;
    await this.#rows.commit({
      ...(commit ?? { conversationId, point: null, turn: null, quarantine: null }),
      history: {
        conversationId,
        namespace,
        checkpointId: checkpoint.id,
        parentId: parentId ?? null,
        checkpoint: toHistoryText(checkpoint, newVersions, parent),
        metadata: toJsonText(metadata),
      },
    });
    return toConfig(conversationId, namespace, checkpoint.id);
  }

  override async putWrites(config: Config, writes: PendingWrite[], taskId: string): Promise<void> {
    const { conversationId, namespace = "", checkpointId } = requireThread(config);
    if (checkpointId === undefined) {
      throw new SoniError("store.no_checkpoint", "Pending writes need `configurable.checkpoint_id`.");
    }
    const rows = writes.map(([channel, value], index) => ({
      taskId,
      index: WRITES_IDX_MAP[channel] ?? index,
      channel,
      value: toJsonText(value),
    }));
    await this.#rows.history.insertWrites({ conversationId, namespace, checkpointId }, rows);
  }

  override async deleteThread(conversationId: string): Promise<void> {
    await this.#rows.deleteConversation(conversationId);
  }

  async #toTuple(row: HistoryRow): Promise<CheckpointTuple> {
    const { conversationId, namespace, checkpointId, parentId } = row;
    const stored = await readHistoryText(row, this.#rows.history);
    const checkpoint =
      parentId !== null && stored.v < 4 ? await this.#withPendingSends(stored, { ...row, parentId }) : stored;
    const writes = await this.#rows.history.writes({ conversationId, namespace, checkpointId });
    return {
      config: toConfig(conversationId, namespace, checkpointId),
      checkpoint,
      metadata: readRow(row.metadata, conversationId) as CheckpointMetadata,
      ...(parentId === null ? {} : { parentConfig: toConfig(conversationId, namespace, parentId) }),
      pendingWrites: writes.map(({ taskId, channel, value }) => [taskId, channel, readRow(value, conversationId)]),
    };
  }

  /** Before format 4 LangGraph kept the tasks to send as writes of the parent, not as a channel. */
  async #withPendingSends(checkpoint: Checkpoint, row: HistoryRow & { parentId: string }): Promise<Checkpoint> {
    const { conversationId, namespace, parentId } = row;
    const writes = await this.#rows.history.writes({ conversationId, namespace, checkpointId: parentId });
    const sends = writes.filter(({ channel }) => channel === TASKS).map(({ value }) => readRow(value, conversationId));
    const versions = Object.values(checkpoint.channel_versions);
    const version = versions.length === 0 ? this.getNextVersion(undefined) : maxChannelVersion(...versions);
    return {
      ...checkpoint,
      channel_values: { ...checkpoint.channel_values, [TASKS]: sends },
      channel_versions: { ...checkpoint.channel_versions, [TASKS]: version },
    };
  }
}
