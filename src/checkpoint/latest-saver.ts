import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  copyCheckpoint,
} from "@langchain/langgraph-checkpoint";
import { makeReadOnly } from "../domain/read-only.ts";
import type { DialogueState } from "../domain/state.ts";
import type { DurablePointOf } from "../domain/store.ts";
import { fromCheckpointText, type StoredCheckpoint } from "./checkpoint-text.ts";
import { toDurable } from "./durable-point.ts";
import { jsonSerializer } from "./json-serializer.ts";
import { matches } from "./metadata-filter.ts";
import type { SaverRows } from "./store-rows.ts";
import { type Config, requireThread, threadOf, toConfig } from "./thread-config.ts";

/** Parsed checkpoints kept for the next look: as many as conversations are likely to be going on at the same moment. */
const heldAtMost = 128;

/** By conversation. The store has it, and drops what belongs to a conversation that it deletes. */
export type HeldCheckpoints = Map<string, Held>;

interface Held extends StoredCheckpoint {
  readonly text: string;
}

interface LatestSaverOptions {
  readonly pointOf: DurablePointOf;
  readonly held: HeldCheckpoints;
  /** Whether what is saved and read here is held: the states are immutable. */
  readonly isHeld: boolean;
}

/** LangGraph may change what it has, but not the state in it; a frozen checkpoint, nobody. */
const ownCopy = (checkpoint: Checkpoint): Checkpoint =>
  Object.isFrozen(checkpoint) ? checkpoint : copyCheckpoint(checkpoint);

const stateOf = (checkpoint: Checkpoint): DialogueState => checkpoint.channel_values["dialogue"] as DialogueState;

/**
 * Saves one row a conversation, and only at the points that recovery starts from.
 *
 * Nothing of a run is kept in memory, so nothing can leak or be mixed up between runs: LangGraph reads the
 * saver once, at the start of a run, and holds checkpoint and pending writes itself from there on. A run that
 * dies is therefore forgotten back to its last durable point, in this process as in any other. Pending writes
 * need no place either: a resume value is the accepted message, which the runtime gives again; an interrupt is
 * always that of `await_input`, which `next` tells; a node that failed simply runs again.
 *
 * The row is always read. For a program whose states are immutable (`SaverOptions.states`) it is parsed only if it is not the one
 * that was saved or parsed last: a turn reads its checkpoint once to see what to do and once to do it, and the next turn
 * mostly comes to the same process.
 */
export class LatestSaver extends BaseCheckpointSaver {
  readonly #rows: SaverRows;
  readonly #pointOf: DurablePointOf;
  readonly #held: HeldCheckpoints;
  readonly #isHeld: boolean;

  constructor(rows: SaverRows, { pointOf, held, isHeld }: LatestSaverOptions) {
    super(jsonSerializer);
    this.#held = held;
    this.#isHeld = isHeld;
    this.#rows = rows;
    this.#pointOf = pointOf;
  }

  override async getTuple(config: Config): Promise<CheckpointTuple | undefined> {
    const { conversationId, namespace, checkpointId } = threadOf(config);
    if (conversationId === undefined || (namespace ?? "") !== "") {
      return undefined;
    }
    const text = await this.#rows.checkpoint(conversationId);
    if (text === null) {
      this.#held.delete(conversationId);
      return undefined;
    }
    const { checkpoint, metadata } = this.#read(text, conversationId);
    if (checkpointId !== undefined && checkpointId !== checkpoint.id) {
      return undefined;
    }
    return { config: toConfig(conversationId, "", checkpoint.id), checkpoint, metadata, pendingWrites: [] };
  }

  override async *list(config: Config, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { conversationId, ...rest } = threadOf(config);
    const ids =
      conversationId === undefined
        ? (await this.#rows.conversations({})).map((conversation) => conversation.conversationId)
        : [conversationId];
    const before = options.before === undefined ? undefined : threadOf(options.before).checkpointId;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    for (const id of ids) {
      const tuple = await this.getTuple({
        configurable: { thread_id: id, checkpoint_ns: rest.namespace, checkpoint_id: rest.checkpointId },
      });
      if (tuple !== undefined && left > 0 && (before === undefined || tuple.checkpoint.id < before)) {
        if (matches(tuple.metadata, options.filter)) {
          left -= 1;
          yield tuple;
        }
      }
    }
  }

  override async put(config: Config, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<Config> {
    const { conversationId, namespace = "" } = requireThread(config);
    const saved = { conversationId, checkpoint, metadata, pointOf: this.#pointOf, rows: this.#rows };
    const durable = namespace === "" ? toDurable(saved) : null;
    if (durable !== null) {
      const { commit, stored } = durable;
      await this.#rows.commit(commit);
      if (this.#isHeld && commit.point !== null) {
        if (Object.isFrozen(checkpoint)) Object.freeze(stored);
        this.#hold(conversationId, { text: commit.point.checkpoint, checkpoint: stored, metadata });
      }
    }
    return toConfig(conversationId, namespace, checkpoint.id);
  }

  override async putWrites(config: Config): Promise<void> {
    requireThread(config);
  }

  override async deleteThread(conversationId: string): Promise<void> {
    this.#held.delete(conversationId);
    await this.#rows.deleteConversation(conversationId);
  }

  #read(text: string, conversationId: string): StoredCheckpoint {
    if (!this.#isHeld) return fromCheckpointText(text, conversationId);
    const held = this.#held.get(conversationId);
    if (held?.text === text) return { checkpoint: ownCopy(held.checkpoint), metadata: held.metadata };
    const stored = fromCheckpointText(text, conversationId);
    this.#hold(conversationId, { text, ...stored });
    return stored;
  }

  #hold(conversationId: string, { text, checkpoint, metadata }: Held): void {
    // What was said is in the hands of callers and observers as well.
    makeReadOnly(stateOf(checkpoint).last);
    this.#held.delete(conversationId);
    const [oldest] = this.#held.keys();
    if (oldest !== undefined && this.#held.size >= heldAtMost) {
      this.#held.delete(oldest);
    }
    this.#held.set(conversationId, { text, checkpoint: ownCopy(checkpoint), metadata });
  }
}
