import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
} from "@langchain/langgraph-checkpoint";
import { SoniError } from "../../engine/errors.ts";
import type { DialogueState } from "../../engine/state/state.ts";
import type { StoredState } from "../../engine/state/store.ts";
import { isDurablePoint } from "../../turn/stages.ts";
import type { SaveState } from "../turn-host.ts";
import { branchTo, nextNode } from "./nodes.ts";

type Config = CheckpointTuple["config"];

/** Where a run carries what it starts from. */
export const runKey = "soni_run";

/** LangGraph counts the input of a conversation's first run as step -1 and its first turn as 0. A stored state has at least step 1. */
export const stepsBeforeFirst = 1;

/** One run of the graph. */
export interface Run {
  /** What was saved last; what the run starts from, until it has saved something. */
  stored: StoredState;
}

/**
 * Between LangGraph's checkpoints and our stored states. LangGraph reads a checkpoint once, when a run starts: it is built of the
 * state that the run is given. It puts a checkpoint after every superstep: the state in it is saved if recovery starts from it.
 *
 * Nothing else of a checkpoint is kept, and neither are pending writes: a node that failed simply runs again.
 */
export class StateSaver extends BaseCheckpointSaver {
  readonly #save: SaveState;

  constructor(save: SaveState) {
    super();
    this.#save = save;
  }

  override async getTuple(config: Config): Promise<CheckpointTuple | undefined> {
    const { stored } = runOf(config);
    const checkpoint = checkpointOf(stored);
    const { conversationId } = stored.state;
    return {
      config: toConfig(conversationId, checkpoint.id),
      checkpoint,
      metadata: metadataOf(stored),
      pendingWrites: [],
    };
  }

  override async put(config: Config, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<Config> {
    const run = runOf(config);
    // Before the first step there is only LangGraph's input channel.
    const state = checkpoint.channel_values["dialogue"] as DialogueState | undefined;
    if (state !== undefined && isDurable(state)) {
      const stored = { state, step: metadata.step + stepsBeforeFirst };
      await this.#save(stored);
      run.stored = stored;
    }
    return toConfig(run.stored.state.conversationId, checkpoint.id);
  }

  override async putWrites(): Promise<void> {}

  /** Only the state that a run starts from is known. */
  override async *list(config: Config): AsyncGenerator<CheckpointTuple> {
    const tuple = await this.getTuple(config);
    if (tuple !== undefined) yield tuple;
  }

  override async deleteThread(): Promise<void> {
    throw new SoniError("store.unsupported", "A conversation is deleted by its store, not by its graph.");
  }
}

/** A conversation before its first turn has nothing that could be continued. */
const isDurable = (state: DialogueState): boolean =>
  state.turn === null ? state.last !== null : isDurablePoint(state);

/**
 * LangGraph runs a node next if the channel of its branch has a value, in a version that the node has not seen. Both follow from the
 * state; the versions only have to be some that LangGraph can count on from.
 */
export function checkpointOf({ state, step }: StoredState): Checkpoint {
  const next = nextNode(state);
  const branch = next === null ? null : branchTo(next);
  return {
    v: 4,
    id: idOf(step),
    ts: new Date().toISOString(),
    channel_values: branch === null ? { dialogue: state } : { dialogue: state, [branch]: "soni" },
    // Versions are counted from 1.
    channel_versions: branch === null ? { dialogue: step + 1 } : { dialogue: step + 1, [branch]: step + 1 },
    versions_seen: {},
  };
}

/** Nothing is kept under it: LangGraph makes the ids of a run's tasks of it. */
const idOf = (step: number): string => `00000000-0000-6000-8000-${step.toString(16).padStart(12, "0")}`;

export const metadataOf = ({ step }: StoredState): CheckpointMetadata => ({
  source: "loop",
  step: step - stepsBeforeFirst,
  parents: {},
});

function runOf(config: Config): Run {
  const run: Run | undefined = config.configurable?.[runKey];
  if (run === undefined)
    throw new SoniError("store.no_conversation", "The graph runs only with a state to start from.");
  return run;
}

const toConfig = (conversationId: string, checkpointId: string): Config => ({
  configurable: { thread_id: conversationId, checkpoint_ns: "", checkpoint_id: checkpointId },
});
