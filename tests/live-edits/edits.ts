import { parse } from "yaml";

/** One flow with every kind of place where a conversation waits, and one that it calls. */
const base = `
version: "1.0"
settings: { timezone: UTC }
slots:
  city: { type: string, description: City, prompt: "City?" }
  day: { type: date, description: Day, prompt: "Day?" }
  bags: { type: integer, description: Bags, prompt: "Bags?" }
  cabin: { type: categorical, description: Cabin, prompt: "Cabin?", values: [economy, business] }
  offer: { type: object, description: Offer, prompt: "Which?" }
  card: { type: string, description: Card, prompt: "Card?" }
actions:
  find: { description: Find, inputs: [city, day], outputs: [offers] }
  book: { description: Book, inputs: [offer, card], outputs: [code], effect: true }
flows:
  trip:
    description: Book a trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: when, type: collect, slot: day }
      - { step: luggage, type: collect, slot: bags }
      - { step: seats, type: collect, slot: cabin }
      - { step: look, type: action, call: find }
      - { step: pick, type: collect, slot: offer, from: offers, display: "{name}" }
      - { step: pay, type: call, flow: payment, outputs: { card: card } }
      - { step: sure, type: confirm, message: "Book {offer.name} to {city}?" }
      - { step: buy, type: action, call: book }
      - { step: rate, type: collect, slot: bags, force: true, message: "How many stars?" }
      - { step: done, type: say, message: "Booked: {code}." }
  payment:
    description: Pay
    outputs: [card]
    steps: [{ step: which_card, type: collect, slot: card }]
  weather:
    description: See the weather
    trigger: { intents: [weather] }
    steps: [{ step: ask, type: collect, slot: city }, { step: tell, type: say, message: "Fine in {city}." }]
`;

type Step = { step: string } & Record<string, unknown>;
export interface Content {
  slots: Record<string, Record<string, unknown>>;
  actions: Record<string, Record<string, unknown>>;
  flows: Record<string, { steps: Step[] } & Record<string, unknown>>;
}

export const original = (): Content => parse(base) as Content;

const trip = (content: Content): { steps: Step[] } & Record<string, unknown> => {
  const flow = content.flows["trip"];
  if (flow === undefined) throw new Error("No trip.");
  return flow;
};
const without = (steps: readonly Step[], ...names: readonly string[]): Step[] =>
  steps.filter(({ step }) => !names.includes(step));

/** The kinds of change that people make to a flow which others are in the middle of. */
export const edits: Readonly<Record<string, (content: Content) => void>> = {
  "a text is reworded": (content) => {
    Object.assign(content.slots["city"] ?? {}, { prompt: "Which city?" });
  },
  "a step is renamed": (content) => {
    for (const step of trip(content).steps) if (step.step === "pick") step.step = "choose";
  },
  "a step is deleted": (content) => {
    trip(content).steps = without(trip(content).steps, "luggage");
  },
  "a step is inserted before": (content) => {
    content.slots["name"] = { type: "string", description: "Name", prompt: "Name?" };
    trip(content).steps.unshift({ step: "who", type: "collect", slot: "name" });
  },
  "a step is inserted after": (content) => {
    trip(content).steps.splice(8, 0, { step: "sure_again", type: "say", message: "Good." });
  },
  "steps change places": (content) => {
    const [first, second, ...rest] = trip(content).steps;
    if (first !== undefined && second !== undefined) trip(content).steps = [second, first, ...rest];
  },
  "a slot changes its type": (content) => {
    content.slots["day"] = { type: "integer", description: "Day", prompt: "Which day of the month?" };
  },
  "a choice loses a value": (content) => {
    Object.assign(content.slots["cabin"] ?? {}, { values: ["first", "business"] });
  },
  "a slot is renamed": (content) => {
    content.slots["town"] = { type: "string", description: "Town", prompt: "Town?" };
    delete content.slots["city"];
    const text = JSON.stringify(content).replaceAll('"city"', '"town"').replaceAll("{city}", "{town}");
    Object.assign(content, JSON.parse(text));
  },
  "a confirmation becomes a question": (content) => {
    const { steps } = trip(content);
    const at = steps.findIndex(({ step }) => step === "sure");
    steps[at] = { step: "sure", type: "collect", slot: "cabin", force: true };
  },
  "the called flow is another": (content) => {
    content.flows["other_payment"] = {
      description: "Pay otherwise",
      outputs: ["card"],
      steps: [{ step: "ask", type: "collect", slot: "card" }],
    };
    for (const step of trip(content).steps) if (step.step === "pay") step["flow"] = "other_payment";
    delete content.flows["payment"];
  },
  "the flow is deleted": (content) => {
    delete content.flows["trip"];
    delete content.flows["payment"];
    content.actions = {};
  },
};
