import type { BaseCheckpointSaver, Checkpoint, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { SoniError } from "../domain/errors.ts";
import type { DialogueState } from "../domain/state.ts";
import { act } from "./act.ts";
import { newTurn } from "./begin-turn.ts";
import { checkpointId, timestamp } from "./checkpoint-id.ts";
import { type SetAside, setAsideTurn } from "./set-aside.ts";
import type { Stages } from "./stages.ts";
import type { TurnHost } from "./turn-host.ts";
import { turnOrApology } from "./turn-or-apology.ts";

type Node = "turn" | "execute_action" | "await_input";

const branchTo = {
  turn: "branch:to:turn",
  execute_action: "branch:to:execute_action",
  await_input: "branch:to:await_input",
} as const satisfies Record<Node, string>;

/** The supersteps that LangGraph counts up to the same durable point. */
const supersteps = { firstTurn: 1, turnAfterWaiting: 2, afterAction: 1 } as const;

/**
 * The same stages as the graph, called by a plain loop, for a fifth of the CPU or less. It saves the checkpoints that LangGraph
 * would save at its durable points, so that a conversation can move between the two at any turn.
 */
export function createDirectHost(stages: Stages, saver: BaseCheckpointSaver): TurnHost {
  const configuration = (conversationId: string) => ({
    configurable: { thread_id: conversationId, checkpoint_ns: "" },
  });
  const latest = (conversationId: string) => saver.getTuple(configuration(conversationId));

  /** Saves where the conversation is, and what comes next, in LangGraph's own terms. */
  async function save(
    before: Point,
    dialogue: DialogueState,
    move: { from: Node; next: Node; steps: number },
  ): Promise<Point> {
    const step = before.step + move.steps;
    const checkpoint = checkpointAt(before.checkpoint, dialogue, { ...move, version: step + 2 });
    // Nobody changes it: the saver needs no copy.
    Object.freeze(checkpoint);
    await saver.put(
      configuration(dialogue.conversationId),
      checkpoint,
      { source: "loop", step, parents: {} },
      checkpoint.channel_versions,
    );
    return { step, checkpoint };
  }

  /** Goes on from a point until the conversation waits for its user. */
  async function run(start: DialogueState, from: Point, first: { node: Node; steps: number }): Promise<DialogueState> {
    let dialogue = start;
    let point = from;
    let { node, steps } = first;
    for (;;) {
      if (node === "turn") {
        dialogue = await turnOrApology(dialogue, stages);
        const next = dialogue.turn === null ? "await_input" : "execute_action";
        point = await save(point, dialogue, { from: "turn", next, steps });
        if (next === "await_input") return dialogue;
        node = next;
      } else {
        dialogue = await act(dialogue, stages);
        point = await save(point, dialogue, { from: "execute_action", next: "turn", steps: supersteps.afterAction });
        node = "turn";
      }
      steps = supersteps.afterAction;
    }
  }

  /** Ends the turn where it is, by an apology. */
  async function end(start: DialogueState, from: Point, move: { node: Node; steps: number; setAside: SetAside }) {
    const dialogue = setAsideTurn(start, move.setAside, stages);
    await save(from, dialogue, { from: move.node, next: "await_input", steps: move.steps });
    return dialogue;
  }

  return {
    read: async (conversationId) => dialogueOf(await latest(conversationId)),
    // Whoever takes a turn leads its conversation: this is what the state was read from. Should the lead be lost meanwhile,
    // the store refuses to save the turn.
    async take(state, message, setAside) {
      const tuple = await latest(state.conversationId);
      const steps = tuple === undefined ? supersteps.firstTurn : supersteps.turnAfterWaiting;
      const start = { ...state, turn: newTurn(message) };
      const first = { node: "turn", steps } as const;
      return setAside === null ? run(start, pointOf(tuple), first) : end(start, pointOf(tuple), { ...first, setAside });
    },
    async finish(conversationId, setAside) {
      const tuple = await latest(conversationId);
      const state = dialogueOf(tuple);
      if (state === null)
        throw new SoniError("store.no_conversation", `There is no conversation '${conversationId}' to finish.`);
      if (state.turn === null) return state;
      const node = state.turn.action?.result === null ? "execute_action" : "turn";
      const first = { node, steps: supersteps.afterAction } as const;
      return setAside === null ? run(state, pointOf(tuple), first) : end(state, pointOf(tuple), { ...first, setAside });
    },
  };
}

interface Point {
  readonly step: number;
  readonly checkpoint: Checkpoint | null;
}

const pointOf = (tuple: CheckpointTuple | undefined): Point =>
  tuple === undefined
    ? { step: 0, checkpoint: null }
    : { step: tuple.metadata?.step ?? 0, checkpoint: tuple.checkpoint };

const dialogueOf = (tuple: CheckpointTuple | undefined): DialogueState | null =>
  (tuple?.checkpoint.channel_values["dialogue"] as DialogueState | undefined) ?? null;

/** A node runs next if the version of its channel is newer than the one it has seen; a value lies only in that channel. */
function checkpointAt(
  before: Checkpoint | null,
  dialogue: DialogueState,
  move: { from: Node; next: Node; version: number },
): Checkpoint {
  const { from, next, version } = move;
  const now = Date.now();
  const versions: Record<string, number | string> = { ...(before?.channel_versions ?? { __start__: 2 }) };
  versions["dialogue"] = version;
  versions[branchTo[from]] = version;
  versions[branchTo[next]] = version;
  const seen = { ...(before?.versions_seen ?? { __input__: {}, __start__: { __start__: 1 } }) };
  seen[from] = { [branchTo[from]]: version - 1 };
  seen[next] = { [branchTo[next]]: version - 1 };
  return {
    v: 4,
    id: checkpointId(now),
    ts: timestamp(now),
    channel_values: { dialogue, [branchTo[next]]: from },
    channel_versions: versions,
    versions_seen: seen,
  };
}
