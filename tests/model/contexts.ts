import type { FlowInScope, SlotInScope, UnderstandingContext } from "../../src/understand/understander.ts";

const slot = (name: string, fields: Partial<SlotInScope> = {}): SlotInScope => ({
  name,
  type: "string",
  description: `The ${name}`,
  examples: [],
  values: [],
  required: true,
  ...fields,
});

export const bookFlight: FlowInScope = {
  name: "book_flight",
  description: "Book a flight",
  examples: ["I want to book a flight"],
  slots: [
    slot("origin"),
    slot("destination"),
    slot("departure_date", { type: "date" }),
    slot("cabin", {
      type: "categorical",
      values: [
        { value: "economy", synonyms: [] },
        { value: "business", synonyms: ["biz"] },
      ],
      required: false,
    }),
    slot("passengers", { type: "integer" }),
  ],
};

export const checkBooking: FlowInScope = {
  name: "check_booking",
  description: "Check an existing booking",
  examples: ["check my booking"],
  slots: [slot("booking_code")],
};

const showWeather: FlowInScope = {
  name: "show_weather",
  description: "Weather report",
  examples: [],
  slots: [],
};

/** Monday 16 November 2026, 10:00 in Madrid. */
const monday = Date.parse("2026-11-16T10:00:00+01:00");

export const idle: UnderstandingContext = {
  conversationId: "conversation-1",
  assistantHash: "hash",
  conversationState: "idle",
  awaiting: { kind: "message" },
  flows: [bookFlight, checkBooking, showWeather],
  active: null,
  paused: [],
  known: {},
  history: [],
  commands: [],
  now: monday,
  timezone: "Europe/Madrid",
  language: "en",
};

export const askingDate: UnderstandingContext = {
  ...idle,
  conversationState: "waiting_for_slot",
  awaiting: { kind: "slot", slot: "departure_date" },
  active: bookFlight,
  known: { origin: "Madrid", destination: "Paris" },
  history: [
    { role: "user", text: "I want to fly from Madrid to Paris" },
    { role: "assistant", text: "When do you want to leave?" },
  ],
};

export const confirming: UnderstandingContext = {
  ...askingDate,
  conversationState: "confirming",
  awaiting: { kind: "confirmation" },
  known: { origin: "Madrid", destination: "Paris", departure_date: "2026-12-20" },
  history: [...askingDate.history, { role: "user", text: "20 December" }, { role: "assistant", text: "Book it?" }],
};

/** Flows enough that none but the likely ones fit in a prompt. */
export const manyFlows = (count: number): readonly FlowInScope[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `task_${index}`,
    description: `Handle request number ${index} about subject ${subjects[index % subjects.length]}`,
    examples: [`please do task ${index}`, `I need help with ${subjects[index % subjects.length]} ${index}`],
    slots: [slot(`detail_${index}`)],
  }));

const subjects = ["invoices", "parcels", "gardens", "bicycles", "concerts", "recipes", "lessons", "repairs"];
