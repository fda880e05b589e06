import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { top } from "../../../tests/support/tasks.ts";
import type { Json, JsonObject } from "../json.ts";
import type { DialogueState, IncomingMessage } from "../state/state.ts";
import { execute } from "./execute.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  plan: { type: string, description: Plan, set_by: action }
  price: { type: integer, description: Price, set_by: action }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    inputs: ["plan?", "city?"]
    steps:
      - { step: where, type: collect, slot: city }
      - { step: what, type: say, message: "{plan} {price}" }
`);

/** The flow started by a message of that origin. Every value has passed its check. */
function started(
  origin: IncomingMessage["origin"],
  given: { readonly slots?: JsonObject; readonly inputs?: JsonObject },
): DialogueState {
  const idle = newDialogue(assistant);
  const turn = idle.turn === null ? null : { ...idle.turn, message: { ...idle.turn.message, origin } };
  const values: Readonly<Record<string, Json>> = { ...given.slots, ...given.inputs };
  const checks = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { ok: true, value } as const]),
  );
  const command = { type: "start_flow", flow: "trip", ...given } as const;
  return execute({ ...idle, turn }, { command, checks }, contextOf(assistant)).state;
}

const slotsOf = (state: DialogueState): JsonObject | undefined => state.flowSlots[top(state).flowId];
const rejected = (state: DialogueState) => eventsOfType(state, "slot_rejected");

describe("the values that a flow is started with", () => {
  it("fill the slots of the flow that users may fill; the others are named with the reason, and the flow starts", () => {
    const state = started("user", { slots: { city: "Rome", plan: "gold", wine: "red" } });
    expect(slotsOf(state)).toEqual({ city: "Rome" });
    expect(rejected(state)).toEqual([
      { slot: "plan", code: "slot.read_only" },
      { slot: "wine", code: "slot.unknown" },
    ]);
  });

  it("of the program may be for any input of the flow, and are known as the program's", () => {
    const state = started("api", { inputs: { plan: "gold", city: "Rome" } });
    expect(slotsOf(state)).toEqual({ plan: "gold", city: "Rome" });
    expect(state.provenance[top(state).flowId]).toMatchObject({ plan: { by: "api" }, city: { by: "api" } });
  });

  it("of the program are not for what the flow does not list as an input", () => {
    const state = started("api", { inputs: { plan: "gold", price: 3 } });
    expect(slotsOf(state)).toEqual({ plan: "gold" });
    expect(rejected(state)).toEqual([{ slot: "price", code: "slot.read_only" }]);
  });

  it("of the program count only if it is the program that sends them", () => {
    const state = started("user", { slots: { city: "Rome" }, inputs: { plan: "gold" } });
    expect(slotsOf(state)).toEqual({ city: "Rome" });
  });
});
