import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { Airline } from "./airline.ts";
import type { BookingAssistant } from "./booking-contender.ts";
import { type BookingMessage, booked, questions, type Slot, slots, sorry, summary, type Trip } from "./script.ts";

const channels = Annotation.Root({
  message: Annotation<BookingMessage>,
  command: Annotation<BookingMessage["command"] | null>,
  flow: Annotation<string | null>,
  values: Annotation<Partial<Record<Slot, string | number>>>,
  confirming: Annotation<boolean>,
  affirmed: Annotation<boolean>,
  reply: Annotation<string>,
  messages: Annotation<{ role: string; text: string }[]>({
    reducer: (before, added) => [...before, ...added].slice(-50),
    default: () => [],
  }),
});

const say = (reply: string) => ({ reply, messages: [{ role: "assistant", text: reply }] });

/** A plain graph as tutorials show it: a node for each stage, LangGraph's own memory saver. */
export function graphBooking(airline: Airline): BookingAssistant {
  const saver = new MemorySaver();
  const graph = new StateGraph(channels)
    .addNode("understand", ({ message }) => ({
      command: message.command,
      messages: [{ role: "user", text: message.text }],
    }))
    .addNode("execute", ({ command, values, confirming }) => {
      if (command?.type === "start_flow") return { flow: command.flow, values: {}, confirming: false, affirmed: false };
      if (command?.type === "set_slot") return { values: { ...values, [command.slot]: command.value } };
      return { affirmed: confirming };
    })
    .addNode("ask", ({ flow, values }) => {
      if (flow === null) return say(sorry);
      const missing = slots.find((slot) => values[slot] === undefined);
      if (missing !== undefined) return say(questions[missing]);
      return { ...say(summary(values as unknown as Trip)), confirming: true };
    })
    .addNode("act", async ({ values }) => {
      const { reference } = await airline.book(values as unknown as Trip);
      return { ...say(booked(reference)), flow: null, confirming: false, affirmed: false };
    })
    .addNode("wait", ({ reply }) => {
      const message: BookingMessage = interrupt({ prompt: reply });
      return { message };
    })
    .addEdge(START, "understand")
    .addEdge("understand", "execute")
    .addConditionalEdges("execute", ({ affirmed }) => (affirmed ? "act" : "ask"), ["act", "ask"])
    .addEdge("ask", "wait")
    .addEdge("act", "wait")
    .addEdge("wait", "understand")
    .compile({ checkpointer: saver });
  return {
    async reply(conversationId, message) {
      const run = { configurable: { thread_id: conversationId } };
      const begun = { message, command: null, flow: null, values: {}, confirming: false, affirmed: false, reply: "" };
      const begins = message.command.type === "start_flow";
      const { reply } = await (begins ? graph.invoke(begun, run) : graph.invoke(new Command({ resume: message }), run));
      return reply;
    },
    // It keeps every checkpoint in memory; without this the garbage collector's work would grow with each round.
    async forget(ids) {
      for (const id of ids) await saver.deleteThread(id);
    },
    async close() {},
  };
}
