import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { Contender } from "./contender.ts";
import { messageAt, slots } from "./script.ts";

const channels = Annotation.Root({
  message: Annotation<string>,
  number: Annotation<number>,
  command: Annotation<ReturnType<typeof messageAt>["command"] | null>,
  form: Annotation<string | null>,
  values: Annotation<Record<string, string>>,
  reply: Annotation<string>,
  messages: Annotation<{ role: string; text: string }[]>({
    reducer: (before, added) => [...before, ...added].slice(-50),
    default: () => [],
  }),
});

/** A plain graph as tutorials show it: a node for each stage, LangGraph's own memory saver. */
export function graphContender(): Contender {
  const graph = new StateGraph(channels)
    .addNode("understand", ({ message, number }) => ({
      command: messageAt(number, "form_3").command,
      messages: [{ role: "user", text: message }],
    }))
    .addNode("execute", ({ command, form, values }) => {
      if (command?.type === "start_flow") return { form: command.flow, values: {} };
      if (command?.type === "set_slot") return { form, values: { ...values, [command.slot]: String(command.value) } };
      return { form, values };
    })
    .addNode("flow", ({ values }) => {
      const missing = slots.find((slot) => values[slot] === undefined);
      const reply =
        missing === undefined ? `Thank you, ${values["name"]} of ${values["city"]}.` : `What is your ${missing}?`;
      return {
        reply,
        messages: [{ role: "assistant", text: reply }],
        ...(missing === undefined ? { form: null } : {}),
      };
    })
    .addNode("wait", ({ reply }) => {
      const next: { message: string; number: number } = interrupt({ prompt: reply });
      return next;
    })
    .addEdge(START, "understand")
    .addEdge("understand", "execute")
    .addEdge("execute", "flow")
    .addEdge("flow", "wait")
    .addEdge("wait", "understand")
    .compile({ checkpointer: new MemorySaver() });
  return {
    async turn(conversationId, number) {
      const { text } = messageAt(number, "form_3");
      const run = { configurable: { thread_id: conversationId } };
      if (number === 0)
        await graph.invoke({ message: text, number, values: {}, form: null, command: null, reply: "" }, run);
      else await graph.invoke(new Command({ resume: { message: text, number } }), run);
    },
    async close() {},
  };
}
