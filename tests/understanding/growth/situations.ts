import type { FlowInScope, UnderstandingContext } from "../../../src/understand/understander.ts";
import { idleContext } from "../../support/idle-context.ts";
import { slotInScope as slot } from "../../support/slot-in-scope.ts";

/** A flow with a slot of every kind that the embedded understander tells apart. */
const everyKind: FlowInScope = {
  name: "plan_trip",
  description: "Plan a trip with hotel and concert",
  examples: ["I want to plan a trip", "plan a trip to {destination} on {departure_date}"],
  slots: [
    slot("origin", "City of departure", { examples: ["Madrid", "Ciudad Real"] }),
    slot("destination", "City of arrival"),
    slot("departure_date", "Day of departure", { type: "date" }),
    slot("return_date", "Day of return", { type: "date", required: false }),
    slot("departure_time", "Time of departure", { type: "time" }),
    slot("passengers", "Number of passengers", { type: "integer" }),
    slot("budget", "Amount of money to spend", { type: "float" }),
    slot("breakfast", "Whether breakfast is wanted", { type: "boolean" }),
    slot("cabin", "Cabin class", {
      type: "categorical",
      values: [
        { value: "economy", synonyms: ["cheap", "coach"] },
        { value: "premium economy", synonyms: [] },
        { value: "business", synonyms: ["biz class"] },
        { value: "none", synonyms: [] },
      ],
    }),
    slot("guest", "Full name of the person who travels"),
    slot("movie", "Title of the movie to watch"),
    slot("cuisine", "Kind of food", { examples: ["Thai"] }),
    slot("booking_code", "Code of an existing booking"),
    slot("remarks", "Anything that we should know"),
    slot("year", "Year of release", { type: "integer", required: false }),
  ],
};

const sendMoney: FlowInScope = {
  name: "send_money",
  description: "Send money to someone",
  examples: ["transfer 50 euros to Ana", "I want to send money"],
  slots: [
    slot("recipient", "Name of the recipient"),
    slot("amount", "Amount of money", { type: "float" }),
    slot("account", "Account of the recipient", {
      type: "categorical",
      values: [
        { value: "savings", synonyms: [] },
        { value: "checking", synonyms: ["current"] },
      ],
    }),
  ],
};
const findRestaurant: FlowInScope = {
  name: "find_restaurant",
  description: "Find a restaurant",
  examples: ["find me a place to eat"],
  slots: [slot("city", "City"), slot("food", "Cuisine of the restaurant"), slot("time", "Hour", { type: "time" })],
};

const idle = idleContext([everyKind, sendMoney, findRestaurant]);
const active: UnderstandingContext = {
  ...idle,
  active: everyKind,
  paused: [sendMoney],
  known: { origin: "Madrid", destination: "Paris", departure_date: "2026-12-20", guest: "Ana Maria" },
  history: [
    { role: "user", text: "I want to plan a trip" },
    { role: "assistant", text: "From Madrid to Paris. Anything else?" },
  ],
};

/** Every kind of question that can be open when a message comes, by name. */
export const situations: ReadonlyMap<string, UnderstandingContext> = new Map([
  ["nothing", idle],
  ...everyKind.slots.map(({ name }): [string, UnderstandingContext] => [
    `slot ${name}`,
    { ...active, awaiting: { kind: "slot", slot: name } },
  ]),
  [
    "choice",
    {
      ...active,
      awaiting: {
        kind: "choice",
        slot: "remarks",
        options: ["Iberia 07:15, 120 euros", "Vueling 10:40, 95 euros", "Renfe 18:30, 60 euros"].map((label) => ({
          label,
          command: { type: "set_slot", slot: "remarks", value: label },
        })),
      },
    },
  ],
  ["confirmation", { ...active, awaiting: { kind: "confirmation" } }],
  ["cancel confirmation", { ...active, awaiting: { kind: "cancel_confirmation" } }],
  ["change", { ...active, awaiting: { kind: "change" } }],
] satisfies [string, UnderstandingContext][]);
