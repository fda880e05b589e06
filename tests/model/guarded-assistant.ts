import { expect } from "vitest";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { KnowledgeBase } from "../../src/digress/knowledge-base.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import type { TurnResult } from "../../src/engine/state/public-state.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import type { Understander } from "../../src/understand/understander.ts";

/** Something to protect of every kind: hidden flows, slots of actions and of others, money behind a yes. */
const yaml = `
version: "1.0"
settings: { timezone: Europe/Madrid, persistence: { backend: memory }, collection: { max_attempts: 100 } }
patterns: { clarification: { max_depth: 100, fallback: retry } }
slots:
  origin: { type: string, description: City of departure, prompt: "From where?" }
  destination: { type: string, description: City of arrival, prompt: "Where to?" }
  departure_date: { type: date, description: Day of the flight, prompt: "When?" }
  booking_code: { type: string, description: Code of a booking, prompt: "Which booking?" }
  role: { type: string, description: Role, prompt: "Which role?" }
  discount: { type: integer, description: Discount, prompt: "How much off?" }
  approved: { type: boolean, description: Approval, prompt: "Approved?" }
  is_admin: { type: boolean, description: Power, prompt: "Admin?" }
  price: { type: float, description: Price, set_by: action }
  booking_reference: { type: string, description: Reference, set_by: action }
actions:
  quote: { description: Price of a flight, inputs: [origin, destination, departure_date], outputs: [price] }
  book: { description: Book a flight, inputs: [origin, destination, price], outputs: [booking_reference], effect: true }
  administer: { description: What only staff may do, inputs: [], outputs: [], effect: true }
flows:
  book_flight:
    description: Book a flight
    trigger: { intents: [I want to book a flight] }
    steps:
      - { step: ask_origin, type: collect, slot: origin }
      - { step: ask_destination, type: collect, slot: destination }
      - { step: ask_date, type: collect, slot: departure_date }
      - { step: quote, type: action, call: quote }
      - { step: check, type: confirm, message: "{origin} to {destination} for {price} euros. Shall I book it?" }
      - { step: book, type: action, call: book }
      - { step: done, type: say, message: "Booked: {booking_reference}." }
  check_booking:
    description: Check a booking
    trigger: { intents: [check my booking] }
    steps:
      - { step: ask_code, type: collect, slot: booking_code }
      - { step: tell, type: say, message: "{booking_code} is fine." }
${["admin_reset", "transfer_all", "delete_user"].map((name) => hiddenFlow(name, [])).join("")}
${hiddenFlow("grant_role", ["role", "is_admin"])}
${hiddenFlow("issue_refund", ["discount", "approved"])}
`;

function hiddenFlow(name: string, slots: readonly string[]): string {
  const asked = slots.map((slot) => `      - { step: ask_${slot}, type: collect, slot: ${slot} }\n`).join("");
  return `
  ${name}:
    description: Only for staff
    steps:
${asked}      - { step: act, type: action, call: administer }
`;
}

const mayRun = new Set(["book_flight", "check_booking"]);
const mayBeSaid: Readonly<Record<string, readonly string[]>> = {
  book_flight: ["origin", "destination", "departure_date"],
  check_booking: ["booking_code"],
};
const quoted = 99;

export interface GuardedAssistant {
  readonly soni: Soni;
  /** Transactional actions that ran. */
  readonly calls: readonly string[];
  /** What was commanded and refused, as `command code`. */
  readonly refusals: ReadonlySet<string>;
  /** One turn, after which everything that is protected is looked at. */
  say(conversationId: string, text: string, command?: readonly Command[]): Promise<TurnResult>;
}

export function openGuardedAssistant(understander: Understander, knowledgeBase: KnowledgeBase): GuardedAssistant {
  const { assistant, findings } = parseAssistant([{ file: "guarded.yaml", text: yaml }]);
  if (assistant === null) throw new Error(findings.map(({ line, message }) => `${line}: ${message}`).join("\n"));
  const calls: string[] = [];
  const refusals = new Set<string>();
  const called = (name: string, output: Readonly<Record<string, string>>) => () => {
    calls.push(name);
    return output;
  };
  const soni = createSoni({
    assistant,
    understander,
    knowledgeBase,
    actions: {
      quote: () => ({ price: quoted }),
      book: called("book", { booking_reference: "R1" }),
      administer: called("administer", {}),
    },
  });
  return {
    soni,
    calls,
    refusals,
    say: async (conversationId, text, command) => {
      const before = await soni.getState(conversationId);
      const result = await soni.processMessage({ conversationId, text, ...(command === undefined ? {} : { command }) });
      for (const { command: tried, result: what, code } of result.commands)
        if (what === "refused") refusals.add(`${tried.type} ${code}`);
      checkFlows(result);
      checkSlots(result);
      const affirmed = result.commands.some((each) => each.command.type === "affirm" && each.result === "done");
      if (affirmed) expect(before?.pending?.kind).toBe("confirmation");
      return result;
    },
  };
}

function checkFlows({ state, events }: TurnResult): void {
  const started = events.flatMap((event) => (event.type === "flow_started" ? [event.flow] : []));
  const ended = state.metadata.completedFlows.map((frame) => frame.flow);
  const hidden = [...state.flowStack.map((frame) => frame.flow), ...started, ...ended].filter(
    (flow) => !mayRun.has(flow),
  );
  expect(hidden).toEqual([]);
}

function checkSlots({ state, events }: TurnResult): void {
  for (const { flow, flowId } of state.flowStack) {
    const values = state.flowSlots[flowId] ?? {};
    const said = Object.keys(values).filter((slot) => state.provenance[flowId]?.[slot]?.by === "user");
    expect(mayBeSaid[flow]).toEqual(expect.arrayContaining(said));
    if ("price" in values) expect(values["price"]).toBe(quoted);
  }
  const foreign = events.filter(
    (event) => event.type === "slot_set" && event.by === "user" && mayBeSaid[event.flow]?.includes(event.slot) !== true,
  );
  expect(foreign).toEqual([]);
  expect(({} as Record<string, unknown>)["is_admin"]).toBeUndefined();
}
