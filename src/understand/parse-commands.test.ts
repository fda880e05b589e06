import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askingDate, bookFlight, checkBooking, confirming, idle } from "../../tests/model/contexts.ts";
import { parseCommands } from "./parse-commands.ts";
import { scopeOf } from "./scope.ts";
import type { UnderstandingContext } from "./understander.ts";

const parse = (context: UnderstandingContext, ...commands: readonly unknown[]) =>
  parseCommands(JSON.stringify({ commands, confidence: 0.9 }), scopeOf(context), 10);
const commandsOf = (context: UnderstandingContext, ...commands: readonly unknown[]) => {
  const parsed = parse(context, ...commands);
  return parsed.ok ? parsed.commands : parsed.reason;
};

describe("commands from a model", () => {
  it("keep their order and lose their nulls", () => {
    expect(
      commandsOf(
        confirming,
        { type: "deny", slot: null },
        { type: "set_slot", slot: "origin", value: 0, confidence: null },
      ),
    ).toEqual([{ type: "deny" }, { type: "set_slot", slot: "origin", value: 0 }]);
  });

  it("may set the slots of a flow that the same message starts", () => {
    const start = { type: "start_flow", flow: "check_booking" };
    const code = { type: "set_slot", slot: "booking_code", value: "BK-7" };
    expect(commandsOf(askingDate, start, code)).toEqual([start, code]);
    expect(commandsOf(askingDate, code)).toBe("nothing_in_scope");
  });

  it("start a flow with the slots it has and no others", () => {
    const slots = { booking_code: "BK-7", price: 1, toString: "x" };
    expect(commandsOf(idle, { type: "start_flow", flow: "check_booking", slots })).toEqual([
      { type: "start_flow", flow: "check_booking", slots: { booking_code: "BK-7" } },
    ]);
  });

  it("resume only what is paused", () => {
    const context = { ...askingDate, paused: [checkBooking] };
    expect(commandsOf(context, { type: "resume_flow", flow: "check_booking" })).toHaveLength(1);
    expect(commandsOf(context, { type: "resume_flow", flow: "book_flight" })).toBe("nothing_in_scope");
    expect(commandsOf(context, { type: "resume_flow", flow: null })).toEqual([{ type: "resume_flow" }]);
  });

  it("name a task where there are several of one flow, and only then", () => {
    const instance = { flow: "book_flight", label: "Book a flight" };
    const instances = [
      { ...instance, flowId: "book_flight_1", active: false },
      { ...instance, flowId: "book_flight_2", active: true },
    ];
    const context = { ...askingDate, paused: [bookFlight], instances };
    const resume = { type: "resume_flow", flow: "book_flight", flowId: "book_flight_1" };
    const set = { type: "set_slot", slot: "destination", value: "Rome", flowId: "book_flight_1" };
    expect(commandsOf(context, resume, set)).toEqual([resume, set]);
    expect(commandsOf(context, { ...resume, flowId: "book_flight_9" })).toBe("nothing_in_scope");
    expect(commandsOf({ ...context, instances: instances.slice(0, 1) }, set)).toBe("nothing_in_scope");
  });

  it("may start a second one of what is going on", () => {
    const start = { type: "start_flow", flow: "book_flight" };
    expect(commandsOf(askingDate, { ...start, newInstance: true })).toEqual([{ ...start, newInstance: true }]);
    expect(commandsOf(askingDate, { ...start, newInstance: null })).toEqual([start]);
  });

  it("name a slot of the right flow when they name a flow", () => {
    const context = { ...askingDate, paused: [checkBooking] };
    const set = { type: "set_slot", slot: "booking_code", value: "BK-1" };
    expect(commandsOf(context, { ...set, flow: "check_booking" })).toHaveLength(1);
    expect(commandsOf(context, { ...set, flow: "book_flight" })).toBe("nothing_in_scope");
  });

  it("choose an option of the question that was asked, by its number", () => {
    const command = { type: "start_flow", flow: "book_flight" } as const;
    const context: UnderstandingContext = {
      ...idle,
      awaiting: { kind: "choice", options: [{ label: "Book", command }] },
    };
    expect(commandsOf(context, { type: "choose", option: 1 })).toEqual([command]);
    expect(commandsOf(context, { type: "choose", option: 2 })).toBe("nothing_in_scope");
    expect(commandsOf(idle, { type: "choose", option: 1 })).toBe("nothing_in_scope");
  });

  it("ask which flow only between flows that may start", () => {
    expect(commandsOf(idle, { type: "choose_flow", flows: ["book_flight", "check_booking", "admin"] })).toEqual([
      { type: "choose_flow", flows: ["book_flight", "check_booking"] },
    ]);
    expect(commandsOf(idle, { type: "choose_flow", flows: ["book_flight", "admin"] })).toBe("nothing_in_scope");
  });

  it("carry custom arguments only as their schema allows", () => {
    const schema = { type: "object", properties: { stars: { type: "integer" } }, required: ["stars"] };
    const context = { ...idle, commands: [{ name: "rate", description: "Rate us", schema }] };
    const rate = { type: "custom", name: "rate", arguments: { stars: 5 } };
    expect(commandsOf(context, rate)).toEqual([rate]);
    expect(commandsOf(context, { ...rate, arguments: { stars: "five" } })).toBe("nothing_in_scope");
    expect(commandsOf(idle, rate)).toBe("nothing_in_scope");
  });

  it("lose an affirm when anything beside it was dropped", () => {
    const wrong = { type: "correct_slot", slot: "destinatoin", value: "Rome" };
    expect(commandsOf(confirming, wrong, { type: "affirm" }, { type: "repeat" })).toEqual([{ type: "repeat" }]);
    expect(commandsOf(confirming, { type: "affirm" })).toEqual([{ type: "affirm" }]);
  });

  it("end after the tenth", () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      type: "set_slot",
      slot: "origin",
      value: `city ${index}`,
    }));
    expect(parse(askingDate, ...many)).toMatchObject({ ok: true, dropped: 2, commands: { length: 10 } });
  });

  it("are only ever in scope, whatever the model writes", () => {
    const names = fc.constantFrom(
      "book_flight",
      "check_booking",
      "admin_reset",
      "origin",
      "price",
      "booking_code",
      "__proto__",
    );
    const value = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string()),
      fc.object({ maxDepth: 1, maxKeys: 2 }),
    );
    const type = fc.constantFrom(
      "start_flow",
      "set_slot",
      "correct_slot",
      "clear_slot",
      "skip_slot",
      "deny",
      "resume_flow",
      "choose_flow",
      "custom",
      "choose",
      "hack",
    );
    const entry = fc.record(
      {
        type,
        flow: names,
        slot: names,
        value,
        slots: fc.dictionary(names, value),
        flows: fc.array(names),
        name: names,
        arguments: fc.object({ maxDepth: 1, maxKeys: 2 }),
        option: fc.integer(),
      },
      { requiredKeys: ["type"] },
    );
    const context = { ...askingDate, flows: [checkBooking], paused: [] };
    const slots = new Set([...bookFlight.slots, ...checkBooking.slots].map((slot) => slot.name));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const parsed = parseCommands(JSON.stringify({ commands: entries }), scopeOf(context), 10);
        for (const command of parsed.ok ? parsed.commands : []) {
          if (command.type === "start_flow") expect(command.flow).toBe("check_booking");
          if (command.type === "start_flow") {
            expect(Object.keys(command.slots ?? {}).filter((slot) => slot !== "booking_code")).toEqual([]);
          }
          if ("slot" in command && command.slot !== undefined) expect(slots).toContain(command.slot);
          expect(command.type).not.toMatch(/custom|choose|hack/);
        }
      }),
      { numRuns: 300 },
    );
  });
});
