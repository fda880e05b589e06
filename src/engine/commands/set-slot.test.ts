import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, placed, top } from "../../../tests/support/tasks.ts";
import type { SlotCheck } from "../assistant/validation.ts";
import type { DialogueState } from "../state/state.ts";
import { execute } from "./execute.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  bags: { type: integer, description: Bags, prompt: "Bags?" }
  pin: { type: string, description: PIN, prompt: "PIN?", sensitive: true }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: hi, type: say, message: Hi. }
      - { step: where, type: collect, slot: city }
      - { step: what, type: collect, slot: bags }
      - { step: who, type: collect, slot: pin }
`);
const trip = begun(newDialogue(assistant), assistant, "trip");
const atCity = placed(trip, "trip_1", { step: "where" });
const invalid: SlotCheck = { ok: false, reason: "type" };
const given = (state: DialogueState, slot: string) =>
  execute(
    state,
    { command: { type: "set_slot", slot, value: "?" }, checks: { [slot]: invalid } },
    contextOf(assistant),
  );
const attempts = (state: DialogueState, slot: string) => top(given(state, slot).state).question.attempts;

describe("a value that a slot can't be", () => {
  it("uses up an attempt where the flow is at the question for it, and only there", () => {
    expect(attempts(atCity, "city")).toEqual({ city: 1 });
    expect(attempts(given(atCity, "city").state, "city")).toEqual({ city: 2 });
    expect(attempts(atCity, "bags")).toEqual({});
    expect(attempts(placed(trip, "trip_1", { step: "hi" }), "city")).toEqual({});
  });

  it("uses one up where it answers the question that was open, also one that was asked out of turn", () => {
    if (atCity.turn === null) throw new Error("No turn.");
    const asked = { flowId: top(atCity).flowId, slot: "bags", promptId: null, shown: null };
    expect(attempts({ ...atCity, turn: { ...atCity.turn, asked } }, "bags")).toEqual({ bags: 1 });
  });

  it("is refused and noted, a secret one without its value", () => {
    const { state, next, say } = given(atCity, "city");
    expect(next).toEqual({ do: "refuse", code: "slot.invalid" });
    expect(say).toMatchObject([{ kind: "slot_rejected", value: "?", reason: "type" }]);
    expect(eventsOfType(state, "slot_rejected")).toEqual([{ slot: "city", code: "slot.invalid", value: "?" }]);
    const secret = given(atCity, "pin");
    expect(secret.say).toMatchObject([{ kind: "slot_rejected", value: null }]);
    expect(eventsOfType(secret.state, "slot_rejected")).toEqual([{ slot: "pin", code: "slot.invalid" }]);
  });
});
