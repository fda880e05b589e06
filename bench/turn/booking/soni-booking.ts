import type { Command } from "../../../src/engine/commands/command.ts";
import { createSoni } from "../../../src/runtime/create-soni.ts";
import { createSqliteStore } from "../../../src/stores/sqlite/store.ts";
import { assistantOf } from "../assistant-of.ts";
import type { Airline } from "./airline.ts";
import type { BookingAssistant } from "./booking-contender.ts";
import { questions, slots, type Trip } from "./script.ts";

const content = (host: "langgraph" | "direct") => ({
  version: "1.0",
  settings: { runtime: { host } },
  slots: {
    ...Object.fromEntries(
      slots.map((slot) => [
        slot,
        { type: slot === "passengers" ? "integer" : "string", description: `The ${slot}`, prompt: questions[slot] },
      ]),
    ),
    reference: { type: "string", description: "Number of the booking", set_by: "action" },
  },
  actions: {
    book: { description: "Book the flight", inputs: slots, outputs: ["reference"], effect: true, idempotent: true },
  },
  flows: {
    book_flight: {
      description: "Book a flight",
      trigger: { intents: ["I want to book a flight"] },
      steps: [
        ...slots.map((slot) => ({ step: `ask_${slot}`, type: "collect", slot })),
        {
          step: "check",
          type: "confirm",
          message: "{origin} to {destination} on {day} for {passengers}. Shall I book it?",
        },
        { step: "book", type: "action", call: "book" },
        { step: "done", type: "say", message: "Booked. Your reference is {reference}." },
      ],
    },
  },
});

/** The whole of `processMessage`, on SQLite with `synchronous=NORMAL`, understanding scripted. */
export function soniBooking(path: string, host: "langgraph" | "direct", airline: Airline): BookingAssistant {
  /** The meaning of the next message. */
  let meant: readonly Command[] = [];
  const soni = createSoni({
    assistant: assistantOf(content(host)),
    store: createSqliteStore({ path, synchronous: "normal" }),
    actions: { book: (wanted) => airline.book(wanted as unknown as Trip) },
    understander: { understand: async () => ({ commands: meant, confidence: 1 }) },
  });
  return {
    async reply(conversationId, { text, command }) {
      meant = [command];
      const { messages } = await soni.processMessage({ conversationId, text });
      return messages.map((message) => message.text).join(" ");
    },
    close: () => soni.close(),
  };
}
