import { expect, it } from "vitest";
import type { SlotInScope } from "../../understander.ts";
import { listedSlot } from "./listed-slot.ts";

const slot = (name: string, description: string, examples: readonly string[]): SlotInScope => ({
  name,
  description,
  examples,
  type: "string",
  values: [],
  required: true,
});
const slots = [
  slot("origin", "City the user flies from", ["Madrid"]),
  slot("destination", "City the user flies to", ["Paris"]),
  slot("flight", "The flight to take", []),
];

it.each([
  ["which cities do you fly to", "destination"],
  ["what cities can I fly from", "origin"],
  ["what flights are there", null],
  ["what cities are near Rome", null],
])("%s asks for the values of %s", (text, name) => expect(listedSlot(text, slots)).toBe(name));
