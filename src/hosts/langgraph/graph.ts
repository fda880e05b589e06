import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { EphemeralValue, LastValue } from "@langchain/langgraph/channels";
import { Channel, Pregel } from "@langchain/langgraph/pregel";
import type { DialogueState } from "../../engine/state/state.ts";
import type { StoredState } from "../../engine/state/store.ts";
import { act } from "../../turn/act.ts";
import { newTurn } from "../../turn/begin-turn.ts";
import { type SetAside, setAsideTurn } from "../../turn/set-aside.ts";
import type { Stages } from "../../turn/stages.ts";
import { turnOrApology } from "../../turn/take-turn.ts";
import type { SaveState, TurnHost } from "../turn-host.ts";
import { branchTo, type Node, nextNode } from "./nodes.ts";
import { type Run, runKey, StateSaver } from "./saver.ts";
import { type Stage, stageNode } from "./stage-node.ts";
import { type Outside, type Untraced, untraced } from "./untraced.ts";

/** Where a run carries that its message is to be set aside. */
const setAsideKey = "soni_set_aside";

/** Options that every run is given besides its input. */
interface Surroundings {
  readonly outside: Outside;
  readonly [setAsideKey]?: SetAside;
}

/** A node that is told by its branch, reads the dialogue, and tells the next one. */
const dialogueNode = (name: Node, stage: Stage<DialogueState, DialogueState>) => {
  const write = writerOf(name);
  return Channel.subscribeTo([branchTo(name)])
    .join(["dialogue"])
    .pipe(
      stageNode<{ dialogue: DialogueState }, DialogueState>(async ({ dialogue }, config) => {
        const next = await stage(dialogue, config);
        await write(next, config);
        return next;
      }),
    );
};

/**
 * A stage that calls code of the project, which must not find itself inside of a graph. It is left out, together with all
 * others, if the run only sets its message aside.
 */
const projectStage =
  (stages: Stages, stage: (dialogue: DialogueState) => Promise<DialogueState>): Stage<DialogueState, DialogueState> =>
  async (dialogue, config) => {
    const { configurable } = config as { readonly configurable: Surroundings };
    const { outside, [setAsideKey]: setAside } = configurable;
    return setAside === undefined ? outside(stage, dialogue) : setAsideTurn(dialogue, setAside, stages);
  };

/**
 * Writes the dialogue that a node gives, and into the branch of the next node where it came from. The node calls it: piped into
 * the node, as another callable after it, LangGraph would set up tracing for both and for their sequence.
 */
function writerOf(from: Node): Stage<DialogueState, unknown> {
  const end = Channel.writeTo(["dialogue"]);
  const to: Readonly<Record<Node, typeof end>> = {
    turn: Channel.writeTo(["dialogue"], { [branchTo("turn")]: from }),
    execute_action: Channel.writeTo(["dialogue"], { [branchTo("execute_action")]: from }),
  };
  return (dialogue, config = {}) => {
    const next = nextNode(dialogue);
    return (next === null ? end : to[next])._write(dialogue, config);
  };
}

/** What is used of LangGraph's graph. */
interface DialogueGraph {
  invoke(input: object | null, options: object): Promise<unknown>;
  /** A run, without the streams that `invoke` puts around it to collect what it gives. */
  _streamIterator(input: null, options: object): AsyncIterable<unknown>;
  getState(config: object): Promise<{ readonly next: readonly string[]; readonly values: unknown }>;
}

/**
 * Two nodes, each a durability boundary rather than a stage: `turn` may be run again, and `execute_action` starts only after the
 * checkpoint that names its action. A run ends where the conversation waits for its user, and the next message begins
 * another run: an `interrupt` would say the same with two supersteps more.
 *
 * The channels have the names that a `StateGraph` gives them. They are put together here because a `StateGraph` wraps
 * each edge and each write into callables that set up tracing, whether anybody traces or not: a sixth of a turn's CPU.
 */
export const createGraph = (stages: Stages, checkpointer: BaseCheckpointSaver): DialogueGraph =>
  new Pregel({
    nodes: {
      turn: dialogueNode(
        "turn",
        projectStage(stages, (dialogue) => turnOrApology(dialogue, stages)),
      ),
      execute_action: dialogueNode(
        "execute_action",
        projectStage(stages, (dialogue) => act(dialogue, stages)),
      ),
    },
    channels: {
      dialogue: new LastValue<DialogueState>(),
      [branchTo("turn")]: new EphemeralValue<string>(),
      [branchTo("execute_action")]: new EphemeralValue<string>(),
    },
    inputChannels: ["dialogue", branchTo("turn")],
    outputChannels: "dialogue",
    streamChannels: "dialogue",
    checkpointer,
  });

export function createGraphHost(stages: Stages, save: SaveState): TurnHost {
  const graph = createGraph(stages, new StateSaver(save));

  const configuration = (run: Run, setAside: SetAside | null, { outside, ...callbacks }: Untraced) => ({
    ...callbacks,
    configurable: {
      thread_id: run.stored.state.conversationId,
      outside,
      [runKey]: run,
      ...(setAside === null ? {} : { [setAsideKey]: setAside }),
    },
    durability: "sync" as const,
    // What a run gives is read from what it saved.
    streamMode: [],
    // Counts supersteps: an action and the stretch after it are two. Loops are bounded by our own guard.
    recursionLimit: 1000,
  });
  /** Runs until the conversation waits for its user. */
  const runFrom = async (from: StoredState, setAside: SetAside | null): Promise<StoredState> => {
    const run: Run = { stored: from };
    await untraced(async (given) => {
      for await (const _ of graph._streamIterator(null, configuration(run, setAside, given)));
    });
    return run.stored;
  };

  return {
    take: ({ state, step }, message, setAside) =>
      runFrom({ state: { ...state, turn: newTurn(message) }, step: stepOfInput(step) }, setAside),
    finish: runFrom,
  };
}

/** LangGraph counts the input of a run as a step. */
const stepOfInput = (step: number): number => (step === 0 ? 0 : step + 1);
