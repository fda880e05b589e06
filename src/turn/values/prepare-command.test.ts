import { describe, expect, it } from "vitest";
import { patientCaller } from "../../../tests/support/caller.ts";
import { assistantOf, contextOf, newDialogue, noon } from "../../../tests/support/dialogue.ts";
import { begun, placed } from "../../../tests/support/tasks.ts";
import type { SlotCheck, ValidationContext } from "../../engine/assistant/validation.ts";
import type { Command } from "../../engine/commands/command.ts";
import { flowId } from "../../engine/ids.ts";
import type { DialogueState } from "../../engine/state/state.ts";
import { prepareCommand } from "./prepare-command.ts";

const assistant = assistantOf(`
settings: { timezone: Europe/Madrid, language: es }
slots:
  city: { type: string, description: City, prompt: "City?", validator: watch }
  bags: { type: integer, description: Bags, prompt: "Bags?" }
  offer: { type: object, description: Offer, prompt: "Which?", validator: watch }
  offers: { type: list, description: Offers, set_by: action }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    slots: [offers]
    steps:
      - { step: where, type: collect, slot: city }
      - { step: luggage, type: collect, slot: bags }
      - { step: pick, type: collect, slot: offer, from: offers, display: "{name}" }
  weather:
    description: Weather
    trigger: { intents: [weather] }
    steps: [{ step: where, type: collect, slot: city }]
`);
const context = contextOf(assistant);
const red = { name: "Red" };

const seen: { value: unknown; context: ValidationContext }[] = [];
const watch = (value: unknown, about: ValidationContext): boolean => {
  seen.push({ value, context: about });
  return value !== "alone" || about.slots["bags"] === 1;
};
async function checks(state: DialogueState, command: Command): Promise<Readonly<Record<string, SlotCheck>>> {
  seen.length = 0;
  const prepared = await prepareCommand(state, command, {
    context,
    validators: new Map([["watch", watch as never]]),
    slotTypes: new Map(),
    normalizers: new Map(),
    caller: patientCaller(),
  });
  expect(prepared.command).toBe(command);
  return prepared.checks;
}

const push = (state: DialogueState, flow: string): DialogueState => begun(state, assistant, flow);
const nothing = newDialogue(assistant, { session: { user: 7 } });
const trip: DialogueState = {
  ...push(nothing, "trip"),
  flowSlots: { [flowId("trip_1")]: { bags: 1, offers: [red, { name: "Blue" }] } },
};
const picking = placed(trip, "trip_1", { step: "pick" });
const set = (slot: string, value: string, flow?: string): Command => ({
  type: "set_slot",
  slot,
  value,
  ...(flow === undefined ? {} : { flow }),
});

describe("a value for a running flow", () => {
  it("is checked with what that flow holds, the session, the time and the language", async () => {
    expect(await checks(trip, set("city", "Rome"))).toEqual({ city: { ok: true, value: "Rome", reads: [] } });
    expect(seen).toEqual([
      {
        value: "Rome",
        context: {
          slot: "city",
          slots: { bags: 1, offers: [red, { name: "Blue" }] },
          session: { user: 7 },
          now: noon,
          timezone: "Europe/Madrid",
          language: "es",
        },
      },
    ]);
    await checks({ ...trip, metadata: { ...trip.metadata, language: "en" } }, {
      ...set("city", "Rome"),
      type: "correct_slot",
    } as Command);
    expect(seen[0]?.context.language).toBe("en");
  });

  it("comes with the slots that its validator looked at; without a validator with none", async () => {
    expect(await checks(trip, set("city", "alone"))).toEqual({ city: { ok: true, value: "alone", reads: ["bags"] } });
    expect(await checks(trip, set("bags", "2"))).toEqual({ bags: { ok: true, value: 2 } });
  });

  it("has no verdict where nothing would take it", async () => {
    expect(await checks(nothing, set("city", "Rome"))).toEqual({});
    expect(await checks(trip, set("offers", "x"))).toEqual({});
    expect(await checks(trip, set("unheard_of", "x"))).toEqual({});
    expect(await checks(trip, set("city", "Rome", "weather"))).toEqual({});
    expect(await checks(trip, { type: "affirm" })).toEqual({});
  });

  it("that does not fit its type is told so", async () => {
    expect(await checks(trip, set("bags", "some"))).toEqual({ bags: { ok: false, reason: "type" } });
  });
});

describe("a choice from a list", () => {
  it("is one of its items, by number or name, and still passes the slot's own rules", async () => {
    expect(await checks(picking, set("offer", "red"))).toEqual({ offer: { ok: true, value: red, reads: [] } });
    expect(seen[0]?.value).toEqual(red);
    expect(await checks(picking, set("offer", "2"))).toEqual({
      offer: { ok: true, value: { name: "Blue" }, reads: [] },
    });
    expect(await checks(picking, set("offer", "green"))).toEqual({ offer: { ok: false, reason: "not_allowed" } });
    expect(seen).toEqual([]);
  });

  it("may turn the page instead", async () => {
    expect(await checks(picking, set("offer", "next"))).toEqual({ offer: { ok: true, value: null, page: "next" } });
  });

  it("concerns only the slot being asked: others are checked as ever", async () => {
    expect(await checks(picking, set("city", "next"))).toEqual({ city: { ok: true, value: "next", reads: [] } });
    expect(await checks(trip, set("offer", "red"))).toEqual({ offer: { ok: false, reason: "type" } });
  });
});

describe("values for a flow that starts", () => {
  const start = (change: object): Command => ({ type: "start_flow", flow: "trip", ...change }) as Command;

  it("are checked with nothing beside them; those it does not have get no verdict", async () => {
    expect(await checks(nothing, start({ slots: { city: "Rome", bags: "some", offers: [], x: 1 } }))).toEqual({
      city: { ok: true, value: "Rome", reads: [] },
      bags: { ok: false, reason: "type" },
    });
    expect(seen[0]?.context.slots).toEqual({});
    expect(await checks(nothing, start({}))).toEqual({});
    expect(await checks(nothing, start({ flow: "gone", slots: { city: "Rome" } }))).toEqual({});
  });

  it("belong to the one that runs already, unless a second is wanted", async () => {
    await checks(trip, start({ slots: { city: "Rome" } }));
    expect(seen[0]?.context.slots).toMatchObject({ bags: 1 });
    expect(await checks(picking, start({ slots: { offer: "1" } }))).toEqual({
      offer: { ok: true, value: red, reads: [] },
    });
    await checks(trip, start({ newInstance: true, slots: { city: "Rome" } }));
    expect(seen[0]?.context.slots).toEqual({});
    await checks(push(trip, "weather"), start({ slots: { city: "Rome" } }));
    expect(seen[0]?.context.slots).toEqual({});
  });
});
