import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Command } from "../../src/engine/commands/command.ts";
import type { PublicState } from "../../src/engine/state/public-state.ts";
import { type OpenedSoni, openSoni } from "../../src/runtime/open-soni.ts";
import { flowGraph } from "../../src/server/flow-graph.ts";
import { rebuildTurns } from "../../web/src/inspector/rebuild-turns.ts";
import type { TurnView } from "../../web/src/inspector/turn-view.ts";

const flights = resolve(import.meta.dirname, "../../examples/flight_booking");
const set = (slot: string, value: string | number): Command => ({ type: "set_slot", slot, value });
const start = (flow: string, slots = {}): Command => ({ type: "start_flow", flow, slots });

const conversations: Readonly<Record<string, readonly (readonly Command[])[]>> = {
  "a booking with a correction": [
    [start("book_flight", { origin: "Madrid", destination: "Rome" })],
    [set("departure_date", "tomorrow"), set("passengers", 2)],
    [set("flight", "2")],
    [{ type: "correct_slot", slot: "passengers", value: 3 }],
    [{ type: "correct_slot", slot: "destination", value: "Paris" }],
    [set("flight", "1")],
    [{ type: "affirm" }],
  ],
  "an interruption that calls another flow, and the way back": [
    [start("book_flight", { destination: "Rome" })],
    [start("change_date")],
    [set("booking_code", "BK-99")],
    [set("booking_code", "BK-12")],
    [{ type: "cancel_flow" }],
    [set("origin", "Madrid")],
  ],
  "a flow begun again, and one left for another": [
    [start("book_flight", { origin: "Madrid" })],
    [{ type: "restart_flow" }],
    [start("check_booking")],
    [{ type: "resume_flow", flow: "book_flight" }],
    [set("destination", "Berlin")],
  ],
};

/** What the inspector shows of the last turn, as the state itself tells it. */
const standing = ({ flowStack, flowSlots, provenance }: PublicState) =>
  flowStack.map(({ flowId, flow, flowState, step, executed }) => ({
    flow,
    state: flowState,
    step,
    path: executed,
    slots: Object.fromEntries(
      Object.entries(flowSlots[flowId] ?? {})
        .filter(([, value]) => value !== null)
        .map(([name, value]) => [name, [value, provenance[flowId]?.[name]?.by]]),
    ),
  }));

const rebuilt = (view: TurnView | undefined) =>
  view?.stack.map(({ flow, state, step, path, slots }) => ({
    flow,
    state,
    step,
    path,
    slots: Object.fromEntries(slots.map(({ name, value, by }) => [name, [value, by]])),
  }));

describe("the past, rebuilt from its events", () => {
  let opened: OpenedSoni;
  beforeAll(async () => {
    opened = await openSoni(flights, { store: "memory" });
  });
  afterAll(() => opened.soni.close());

  it.each(Object.entries(conversations))("is what it was after every turn: %s", async (name, turns) => {
    const { soni, assistant } = opened;
    const graphs = [...assistant.flows.values()].map(flowGraph);
    const conversationId = name.replaceAll(/\W+/g, "-");
    for (const command of turns) {
      const { state } = await soni.processMessage({ conversationId, text: "", command });
      const view = rebuildTurns(await soni.audit(conversationId), graphs).at(-1);
      expect(rebuilt(view), `after ${JSON.stringify(command)}`).toEqual(standing(state));
      expect(view?.conversationState).toBe(state.conversationState);
    }
  });

  it("keeps each turn as it was, and knows which action and which flow a value came from", async () => {
    const { soni, assistant } = opened;
    const conversationId = "kept";
    const say = (command: readonly Command[]) => soni.processMessage({ conversationId, text: "", command });
    await say([start("change_date")]);
    await say([set("booking_code", "BK-12")]);
    const views = rebuildTurns(await soni.audit(conversationId), [...assistant.flows.values()].map(flowGraph));
    expect(views[0]?.stack.map(({ flow, state, step }) => [flow, state, step])).toEqual([
      ["change_date", "paused", "find"],
      ["find_a_booking", "active", "ask_code"],
    ]);
    const [frame] = views[1]?.stack ?? [];
    const slot = (name: string) => frame?.slots.find((it) => it.name === name);
    expect(slot("booking_code")).toMatchObject({ by: "call", from: "find_a_booking" });
    const [ended] = views[1]?.ended ?? [];
    expect(ended?.slots.find(({ name }) => name === "booking")).toMatchObject({ by: "action", from: "find_booking" });
  });
});
