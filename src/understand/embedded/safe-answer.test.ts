import { describe, expect, it } from "vitest";
import { askingDate, bookFlight, confirming, idle } from "../../../tests/model/contexts.ts";
import type { Awaiting, UnderstandingContext } from "../understander.ts";
import { createEngine } from "./engine.ts";
import { safeAnswer } from "./safe-answer.ts";

const keywords = createEngine(null);

async function answerOf(message: string, context: UnderstandingContext) {
  return safeAnswer(await keywords.understand({ message, context }), { message, context });
}

const asking = (slot: string): UnderstandingContext => ({
  ...askingDate,
  active: bookFlight,
  known: {},
  awaiting: { kind: "slot", slot },
});
const options: Extract<Awaiting, { kind: "choice" }>["options"] = [
  { label: "Book a flight", command: { type: "start_flow", flow: "book_flight" } },
  { label: "Check a booking", command: { type: "start_flow", flow: "check_booking" } },
];
const choosing: UnderstandingContext = { ...idle, awaiting: { kind: "choice", options } };

describe("a reading by keywords alone", () => {
  it.each([
    ["yes", confirming, { type: "affirm" }],
    ["no", confirming, { type: "deny" }],
    ["tomorrow", asking("departure_date"), { type: "set_slot", slot: "departure_date" }],
    ["three", asking("passengers"), { type: "set_slot", slot: "passengers" }],
    ["business", asking("cabin"), { type: "set_slot", slot: "cabin", value: "business" }],
    ["the second", choosing, { type: "start_flow", flow: "check_booking" }],
  ])("is trusted with the plain answer %j", async (message, context, command) => {
    expect(await answerOf(message, context)).toMatchObject(command);
  });

  it.each([
    ["I want to check my booking", idle],
    ["Rome", asking("destination")],
    ["what does business include?", asking("cabin")],
    ["three, and make it tomorrow", asking("passengers")],
    ["yes but first check my other booking", confirming],
    ["cancel", confirming],
    ["I would like to talk to a person", asking("passengers")],
    [`three ${"and nothing else ".repeat(10)}`, asking("passengers")],
  ])("is not trusted with %j", async (message, context) => {
    expect(await answerOf(message, context)).toBeNull();
  });
});
