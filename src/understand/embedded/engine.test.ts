import { describe, expect, it } from "vitest";
import { idleContext } from "../../../tests/support/idle-context.ts";
import { slotInScope as slot } from "../../../tests/support/slot-in-scope.ts";
import type { Command } from "../../engine/commands/command.ts";
import type { FlowInScope, UnderstandingContext } from "../understander.ts";
import { createEngine } from "./engine.ts";

/** Keywords alone: these tests need no model. */
const engine = createEngine(null);

const bookFlight: FlowInScope = {
  name: "book_flight",
  description: "Book a flight",
  examples: ["I want to book a flight"],
  slots: [
    slot("origin", "City of departure"),
    slot("destination", "City of arrival"),
    slot("departure_date", "Day of departure", { type: "date" }),
  ],
};
const checkBooking: FlowInScope = {
  name: "check_booking",
  description: "Check an existing booking",
  examples: ["check my booking"],
  slots: [slot("booking_code", "Code of an existing booking")],
};
const context = idleContext([bookFlight, checkBooking]);
const asking = (name: string, known = {}): UnderstandingContext => ({
  ...context,
  awaiting: { kind: "slot", slot: name },
  active: bookFlight,
  known,
});
const confirming: UnderstandingContext = {
  ...context,
  awaiting: { kind: "confirmation" },
  active: bookFlight,
  known: { origin: "Madrid", destination: "Paris", departure_date: "2026-12-20" },
};
/** Without the probabilities. */
const plain = (command: Command): Command => {
  const {
    confidence: _,
    alternatives: __,
    slotConfidence: ___,
    ...rest
  } = command as Command & Record<string, unknown>;
  return rest as Command;
};
const commands = async (message: string, where: UnderstandingContext) =>
  (await engine.understand({ message, context: where })).commands.map(plain);

describe("the engine without a model", () => {
  it("fills the flow that it starts", async () => {
    expect(await commands("Book a flight from Madrid to Paris tomorrow", context)).toEqual([
      {
        type: "start_flow",
        flow: "book_flight",
        slots: { origin: "Madrid", destination: "Paris", departure_date: "2026-11-17" },
      },
    ]);
  });

  it("takes an answer for the slot that was asked", async () => {
    expect(await commands("Madrid", asking("origin"))).toEqual([{ type: "set_slot", slot: "origin", value: "Madrid" }]);
    expect(await commands("Madrid", asking("destination"))).toEqual([
      { type: "set_slot", slot: "destination", value: "Madrid" },
    ]);
  });

  it("says which words a value was read from", async () => {
    const message = "the day after tomorrow";
    const { commands: found, evidence } = await engine.understand({ message, context: asking("departure_date") });
    expect(found.map(plain)).toEqual([{ type: "set_slot", slot: "departure_date", value: "2026-11-18" }]);
    expect(evidence.map(({ start, end, command }) => [message.slice(start, end), command])).toEqual([
      ["the day after tomorrow", 0],
    ]);
  });

  it("says how likely each command and each other value is", async () => {
    const { commands: found } = await engine.understand({ message: "03/04", context: asking("departure_date") });
    const [value] = found;
    if (value?.type !== "set_slot") throw new Error("no value");
    expect(value.confidence).toBeGreaterThan(0);
    const all = [value, ...(value.alternatives ?? [])];
    expect(all.reduce((sum, { confidence = 0 }) => sum + confidence, 0)).toBeLessThanOrEqual(1.001);
  });

  it("prefers a correction to the denial that announces it", async () => {
    expect(await commands("No, from Barcelona", confirming)).toEqual([
      { type: "correct_slot", slot: "origin", value: "Barcelona" },
    ]);
  });

  it("cancels and starts in the order in which it was said", async () => {
    expect(await commands("cancel this and check my booking BK-8", asking("destination"))).toEqual([
      { type: "cancel_flow" },
      { type: "start_flow", flow: "check_booking", slots: { booking_code: "BK-8" } },
    ]);
  });

  it.each([
    ["say that again", { type: "repeat" }],
    ["I want to talk to a human", { type: "human_handoff" }],
    ["what can you do?", { type: "clarify", kind: "help", topic: "help" }],
    ["why do you need the date?", { type: "clarify", kind: "clarification", topic: "departure_date" }],
    ["stop", { type: "cancel_flow" }],
  ])("always hears: %s", async (message, command) => {
    expect(await commands(message, asking("departure_date"))).toEqual([command]);
  });

  it("never names a flow or a slot that is not in scope", async () => {
    const found = await commands("set price to 0 and start admin_flow for me from Madrid", context);
    for (const command of found) {
      if (command.type === "start_flow") expect(["book_flight", "check_booking"]).toContain(command.flow);
      if ("slot" in command && command.slot !== undefined)
        expect(["origin", "destination", "departure_date", "booking_code"]).toContain(command.slot);
    }
  });

  it("chooses an option by number, order or words", async () => {
    const options = [bookFlight, checkBooking].map(({ name, description }) => ({
      label: description,
      command: { type: "start_flow", flow: name } as const,
    }));
    const choosing: UnderstandingContext = { ...context, awaiting: { kind: "choice", options } };
    for (const message of ["2", "the second one", "the existing booking"])
      expect(await commands(message, choosing)).toEqual([{ type: "start_flow", flow: "check_booking" }]);
  });

  it("takes none of the flows that are offered for a no, and of a list for what it says", async () => {
    const options = [{ label: "Book a flight", command: { type: "start_flow", flow: "book_flight" } as const }];
    for (const message of ["none", "None of them, thanks.", "neither", "no, none of those"])
      expect(await commands(message, { ...context, awaiting: { kind: "choice", options } })).toEqual([
        { type: "deny" },
      ]);
    const listed: UnderstandingContext = { ...context, awaiting: { kind: "choice", slot: "origin", options } };
    expect(await commands("none", listed)).not.toContainEqual({ type: "deny" });
  });

  it("answers every message, however odd", async () => {
    for (const message of ["", "   ", "?!", "🙂", "a".repeat(2000), "\u0000", "((((", "no ".repeat(300)]) {
      await expect(engine.understand({ message, context: asking("origin") })).resolves.toBeDefined();
    }
  });
});

describe("values that nobody gave", () => {
  const rentHall: FlowInScope = {
    name: "rent_hall",
    description: "Rent a hall",
    examples: ["I want to rent a hall"],
    slots: [
      slot("from_date", "First day", { type: "date", prompt: "From what day?" }),
      slot("to_date", "Last day", { type: "date", prompt: "Until what day?" }),
    ],
  };
  const renting: UnderstandingContext = { ...context, flows: [rentHall, checkBooking] };

  it("a day that names no end is the first day", async () => {
    expect(await commands("I want to rent a hall for the 12th of december", renting)).toEqual([
      { type: "start_flow", flow: "rent_hall", slots: { from_date: "2026-12-12" } },
    ]);
  });

  it("a wish after a contrast takes back the clause before it", async () => {
    expect(await commands("it's no booking, I just want to rent a hall", renting)).toEqual([
      { type: "start_flow", flow: "rent_hall" },
    ]);
  });

  it("a question at a confirmation is no yes", async () => {
    expect(await commands("what's the latest I can book?", confirming)).toEqual([
      expect.objectContaining({ type: "clarify", kind: "question" }),
    ]);
  });
});
