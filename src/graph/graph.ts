import { Annotation, type BaseCheckpointSaver, Command, interrupt, START, StateGraph } from "@langchain/langgraph";
import type { DialogueState, IncomingMessage } from "../domain/state.ts";
import { act } from "./act.ts";
import { newTurn } from "./begin-turn.ts";
import { openQuestion } from "./open-question.ts";
import { stageNode } from "./stage-node.ts";
import type { Stages } from "./stages.ts";
import type { TurnHost } from "./turn-host.ts";
import { turnOrApology } from "./turn-or-apology.ts";

const channels = Annotation.Root({ dialogue: Annotation<DialogueState> });

type Channels = typeof channels.State;

/**
 * Three nodes, each a durability boundary rather than a stage: `turn` may be run again, `execute_action` starts only
 * after the checkpoint that names its action, and `await_input` holds nothing but the interrupt.
 */
export function createGraphHost(stages: Stages, saver: BaseCheckpointSaver): TurnHost {
  const route = (dialogue: DialogueState) =>
    new Command({
      update: { dialogue },
      goto: dialogue.turn === null ? "await_input" : dialogue.turn.action?.result === null ? "execute_action" : "turn",
    });
  const graph = new StateGraph(channels)
    .addNode(
      "turn",
      stageNode(async ({ dialogue }: Channels) => route(await turnOrApology(dialogue, stages))),
      { ends: ["await_input", "execute_action"] },
    )
    .addNode(
      "execute_action",
      stageNode(async ({ dialogue }: Channels) => route(await act(dialogue, stages))),
      { ends: ["turn"] },
    )
    .addNode(
      "await_input",
      ({ dialogue }) => {
        const message: IncomingMessage = interrupt(openQuestion(dialogue));
        return route({ ...dialogue, turn: newTurn(message) });
      },
      { ends: ["turn"] },
    )
    .addEdge(START, "turn")
    .compile({ checkpointer: saver });

  const configuration = (conversationId: string) => ({
    configurable: { thread_id: conversationId },
    durability: "sync" as const,
    // Counts supersteps: an action and the stretch after it are two. Loops are bounded by our own guard.
    recursionLimit: 1000,
  });

  return {
    async read(conversationId) {
      const tuple = await saver.getTuple({ configurable: { thread_id: conversationId } });
      return (tuple?.checkpoint.channel_values["dialogue"] as DialogueState | undefined) ?? null;
    },
    async take(state, message) {
      const run = configuration(state.conversationId);
      const result =
        state.last === null
          ? await graph.invoke({ dialogue: { ...state, turn: newTurn(message) } }, run)
          : await graph.invoke(new Command({ resume: message }), run);
      return result.dialogue;
    },
    async finish(conversationId) {
      const result = await graph.invoke(null, configuration(conversationId));
      return result.dialogue;
    },
  };
}
