import { expect, it } from "vitest";
import type { Slot } from "../engine/assistant/slot.ts";
import { matchSlot } from "./match-slot.ts";

const slot = (name: string, description: string): Slot => ({
  name,
  type: "string",
  description,
  examples: [],
  values: [],
  constraints: [],
  required: true,
  sensitive: false,
  setBy: "user",
});

const slots = [
  slot("origin", "City of departure"),
  slot("destination", "City of arrival"),
  slot("departure_date", "Day of departure"),
  slot("cabin", "Cabin class"),
  slot("codigo", "Código de la reserva"),
];

it.each([
  ["departure_date", "departure_date"],
  ["Departure date", "departure_date"],
  ["destination", "destination"],
  ["cabins", "cabin"],
  ["What cabins are there?", "cabin"],
  ["cabin classes", "cabin"],
  ["which days can I choose", "departure_date"],
  ["supported_cities", "origin"],
  ["arrival city", "destination"],
  ["¿Qué códigos hay?", "codigo"],
  ["reservas", "codigo"],
])("'%s' is about %s", (topic, expected) => {
  expect(matchSlot(topic, slots)?.name).toBe(expected);
});

it.each(["refund date", "cabin baggage", "weather", "what is it", "", "?"])("'%s' is about none of them", (topic) => {
  expect(matchSlot(topic, slots)).toBeNull();
});

it("prefers the slot of that name to an earlier one that mentions it", () => {
  const mentioned = [slot("note", "Remark on the cabin"), ...slots];
  expect(matchSlot("cabin", mentioned)?.name).toBe("cabin");
});

it("prefers the earlier of two that fit alike", () => {
  const [origin, destination] = slots;
  if (origin === undefined || destination === undefined) throw new Error("two slots expected");
  expect(matchSlot("city", [destination, origin])?.name).toBe("destination");
});
