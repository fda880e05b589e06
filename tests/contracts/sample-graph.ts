import { Annotation, Command, interrupt, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ActionResult } from "../../src/domain/action.ts";
import type { Reply } from "../../src/domain/event.ts";
import type { DialogueState, IncomingMessage } from "../../src/domain/state.ts";
import type { ConversationStore } from "../../src/domain/store.ts";
import { finishTurn, samplePendingAction, sampleState } from "./sample-dialogue.ts";

const Dialogue = Annotation.Root({ dialogue: Annotation<DialogueState> });

interface GraphOptions {
  readonly saver: BaseCheckpointSaver;
  readonly store: ConversationStore;
  /** The world: every effect that really happened, by its key. */
  readonly effects: string[];
}

/** The shape of the real graph: a text of `act:2` runs two actions before the turn ends. */
export const sampleGraph = ({ saver, store, effects }: GraphOptions) =>
  new StateGraph(Dialogue)
    .addNode("turn", ({ dialogue }) => ({ dialogue: takeTurn(dialogue) }))
    .addNode("execute_action", async ({ dialogue }) => ({ dialogue: await act(dialogue, store, effects) }))
    .addNode("await_input", ({ dialogue }) => {
      const message = interrupt<{ kind: string }, IncomingMessage>({ kind: "message" });
      return { dialogue: { ...dialogue, turn: sampleState(dialogue.conversationId, message).turn } };
    })
    .addEdge(START, "turn")
    .addConditionalEdges("turn", ({ dialogue }) => (dialogue.turn === null ? "await_input" : "execute_action"), [
      "await_input",
      "execute_action",
    ])
    .addEdge("execute_action", "turn")
    .addEdge("await_input", "turn")
    .compile({ checkpointer: saver });

type SampleGraph = ReturnType<typeof sampleGraph>;

/** What the runtime does with a message, without its lock: a known one, a died turn, a waiting or a new conversation. */
export const deliver = async (
  { graph, store }: { readonly graph: SampleGraph; readonly store: ConversationStore },
  conversationId: string,
  message: IncomingMessage,
): Promise<Reply> => {
  const config = { configurable: { thread_id: conversationId }, durability: "sync" as const, recursionLimit: 100 };
  const accepted = await store.accept(conversationId, message);
  if (accepted.kind === "finished") {
    return accepted.reply;
  }
  const { next, createdAt } = await graph.getState(config);
  const isNew = createdAt === undefined;
  // With full history a died turn may also show as nothing left to do: its writes wait to be applied.
  if (!isNew && next[0] !== "await_input") {
    const { dialogue } = await graph.invoke(null, config);
    if (dialogue.last?.reply.messageId === message.messageId) {
      return dialogue.last.reply;
    }
  }
  const { dialogue } = isNew
    ? await graph.invoke({ dialogue: sampleState(conversationId, message) }, config)
    : await graph.invoke(new Command({ resume: message }), config);
  if (dialogue.last?.reply.messageId !== message.messageId) {
    throw new Error(`The turn of ${message.messageId} did not finish.`);
  }
  return dialogue.last.reply;
};

const takeTurn = (state: DialogueState): DialogueState => {
  const { turn } = state;
  if (turn === null) {
    return state;
  }
  const wanted = Number(/^act:(\d+)/.exec(turn.message.text)?.[1] ?? 0);
  const done = turn.events.length + (turn.action?.result ? 1 : 0);
  if (done === wanted) {
    return finishTurn(state, `${done} actions`);
  }
  const key = `${state.conversationId}/${turn.message.messageId}/${done}`;
  const events = Array.from({ length: done }, () => ({ type: "understood", count: 0, commands: 0 }) as const);
  return {
    ...state,
    turn: { ...turn, events, action: samplePendingAction(key) },
  };
};

const act = async (state: DialogueState, store: ConversationStore, effects: string[]): Promise<DialogueState> => {
  const { turn } = state;
  if (turn?.action == null) {
    return state;
  }
  const { key } = turn.action.request;
  const known = await store.begin(state.conversationId, key);
  if (known?.status === "begun") {
    throw new Error(`The outcome of ${key} is unknown.`);
  }
  const result: ActionResult = known?.result ?? { ok: true, output: {}, attempts: 1, milliseconds: 0 };
  if (known === null) {
    effects.push(key);
    await store.finish(state.conversationId, key, result);
  }
  return { ...state, turn: { ...turn, action: { ...turn.action, result } } };
};
