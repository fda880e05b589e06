import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, called, did, placed, told, top } from "../../../tests/support/tasks.ts";
import type { Assistant } from "../assistant/assistant.ts";
import type { Migration } from "../assistant/migration.ts";
import type { Provenance } from "../assistant/slot.ts";
import { type FlowId, flowId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { Question } from "../state/frame.ts";
import type { DialogueState } from "../state/state.ts";
import { adaptTo, type FrameMove, migrationFor } from "./adapt.ts";
import { frameOf } from "./frames.ts";
import { endFrames } from "./stack.ts";

const yaml = `
slots:
  city: { type: string, description: City, prompt: "City?" }
  day: { type: date, description: Day, prompt: "Day?" }
  price: { type: float, description: Price, set_by: action }
actions:
  quote: { description: Quote, inputs: [city], outputs: [price] }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: when, type: collect, slot: day }
      - { step: ask_price, type: action, call: quote }
      - { step: pay, type: call, flow: payment }
      - { step: sure, type: confirm, message: "Sure?" }
  payment:
    description: Pay
    steps: [{ step: how, type: collect, slot: day }]
  weather:
    description: Weather
    trigger: { intents: [weather] }
    steps: [{ step: ask, type: collect, slot: city }]
`;
const old = assistantOf(yaml);
const trip = flowId("trip_1");
const user: Provenance = { by: "user", messageId: "m-1" };

const push = (state: DialogueState, flow: string): DialogueState => begun(state, old, flow);

/** A trip with these values, all from the user but the price. */
function at(change: Parameters<typeof placed>[2], slots: JsonObject = {}): DialogueState {
  const started = push(newDialogue(old), "trip");
  const provenance = Object.fromEntries(
    Object.keys(slots).map((name) => [name, name === "price" ? ({ by: "api" } as const) : user]),
  );
  return placed({ ...started, flowSlots: { [trip]: slots }, provenance: { [trip]: provenance } }, trip, change);
}
const now = (...changes: readonly (readonly [string, string])[]): Assistant =>
  assistantOf(changes.reduce((text, [from, to]) => text.replaceAll(from, to), yaml));
const adapt = (state: DialogueState, assistant: Assistant, migrations: readonly Migration[] = []) =>
  adaptTo(state, { assistant, moves: movesBy(state, migrations) });
/** As the turn does, which asks the project's functions. */
const movesBy = (state: DialogueState, migrations: readonly Migration[]): ReadonlyMap<FlowId, FrameMove> =>
  new Map(
    state.flowStack.flatMap((frame) => {
      const migration = migrationFor(frame, migrations);
      if (migration === undefined) return [];
      const slots = migration.slots?.(structuredClone(state.flowSlots[frame.flowId] ?? {})) ?? null;
      return [[frame.flowId, { kind: "moved", to: migration.to, slots: slots as JsonObject | null }]];
    }),
  );
const reworded = now(["City?", "Which city?"]);

describe("a conversation of the same version", () => {
  it("is not touched", () => {
    const state = at({ step: "gone" });
    expect(adapt(state, old)).toEqual({ state, stranded: [], migrated: [], askAgain: false });
    expect(adapt(state, old).state).toBe(state);
  });
});

describe("a conversation of another version", () => {
  it("belongs to this one from now on, and is otherwise the same", () => {
    const state: DialogueState = {
      ...at({ step: "when", question: { asking: true } }, { city: "Rome" }),
      pending: { kind: "slot", slot: "day" },
    };
    const adapted = adapt(state, reworded);
    expect(adapted).toMatchObject({ stranded: [], migrated: [], askAgain: false });
    const { tasks, ...rest } = adapted.state;
    expect({ ...rest, tasks: state.tasks }).toEqual({ ...state, assistantHash: reworded.hash });
    // Its way so far may not exist any more: from here on it is replayed from where it stands.
    expect(tasks[trip]).toEqual({
      ...state.tasks[trip],
      base: { frames: state.flowStack, slots: state.flowSlots, provenance: state.provenance, settled: false },
    });
  });

  it("asks again what can no longer be answered as it was asked", () => {
    const asked = (step: string, pending: DialogueState["pending"], question: Partial<Question> = {}) =>
      adapt({ ...at({ step, question: { asking: true, ...question } }), pending }, reworded);
    const confirmation = asked("sure", { kind: "confirmation", promptId: "p" as never, turn: 1 });
    expect(confirmation).toMatchObject({ askAgain: true, state: { pending: null } });
    expect(frameOf(confirmation.state, trip)).toMatchObject({ step: "sure", question: { asking: false } });
    expect(asked("sure", { kind: "change" }).askAgain).toBe(true);
    expect(asked("where", { kind: "slot", slot: "day" }).askAgain).toBe(true);
    expect(asked("where", { kind: "slot", slot: "city" }).askAgain).toBe(false);
    expect(asked("where", { kind: "slot", slot: "city" }, { asking: false }).askAgain).toBe(true);
    expect(asked("ask_price", { kind: "slot", slot: "city" }, { reask: "city" }).askAgain).toBe(false);
    expect(asked("where", { kind: "choice", options: [] }).askAgain).toBe(false);
    expect(asked("where", { kind: "choice", slot: "city", options: [] }).askAgain).toBe(false);
    expect(asked("where", { kind: "choice", slot: "day", options: [] }).askAgain).toBe(true);
    expect(asked("sure", { kind: "choice", slot: "day", options: [] }).askAgain).toBe(true);
    const nowhere = adapt({ ...newDialogue(old), pending: { kind: "change" } }, reworded);
    expect(nowhere).toMatchObject({ askAgain: true, state: { pending: null, flowStack: [] } });
  });

  it("forgets steps and slots that are gone, and keeps the rest", () => {
    const gone = { flowId: trip, slot: "city" };
    const state = at(
      {
        step: "sure",
        executed: ["where", "when", "old"],
        bindings: { city: gone, old: gone },
        copies: { day: gone, old: gone },
        defaults: { day: "2026-12-01", old: 1 },
        loops: { sure: [], old: [] },
        question: { reask: "old", attempts: { city: 1 } },
      },
      { city: "Rome", old: 1, day: "2026-12-01" },
    );
    const { state: after, migrated } = adapt(state, reworded);
    expect(frameOf(after, trip)).toMatchObject({ step: "sure", executed: ["where", "when"] });
    expect(frameOf(after, trip)).toMatchObject({ question: { reask: null, attempts: { city: 1 } } });
    const { bindings, copies, defaults, loops } = top(after);
    expect({ bindings, copies, defaults, loops }).toEqual({
      bindings: { city: gone },
      copies: { day: gone },
      defaults: { day: "2026-12-01" },
      loops: { sure: [] },
    });
    expect(after.flowSlots[trip]).toEqual({ city: "Rome", day: "2026-12-01" });
    expect(after.provenance[trip]).toEqual({ city: user, day: user });
    expect(migrated).toEqual([trip]);
    const asking = adapt(at({ step: "sure", question: { reask: "day" } }), reworded);
    expect(top(asking.state).question.reask).toBe("day");
  });

  it("forgets its answers: what its slots hold is all that is behind it", () => {
    const given = told(at({ step: "when" }), old, { id: trip, slot: "city", value: "Rome" });
    const { state } = adapt(given, reworded);
    expect(state.tasks[trip]).toMatchObject({ answers: {}, journal: {}, epochs: {}, overrides: {} });
    expect(state.tasks[trip]?.base).toMatchObject({ slots: { [trip]: { city: "Rome" } } });
    expect(state.tasks[trip]?.base?.provenance).toEqual({ [trip]: { city: user } });
  });

  it("goes back to the question whose answer no longer fits", () => {
    const numbered = now(["type: date", "type: integer"]);
    const executed = ["where", "when", "ask_price"];
    const place = { step: "sure", executed, question: { retries: 2, page: 1, asking: true } } as const;
    const { state, migrated } = adapt(at(place, { city: "Rome", day: "2026-12-01" }), numbered);
    expect(frameOf(state, trip)).toMatchObject({
      step: "when",
      executed: ["where"],
      question: { retries: 0, page: 0, asking: false },
    });
    expect(state.flowSlots[trip]).toEqual({ city: "Rome" });
    expect(migrated).toEqual([trip]);
    // Not past something that was done with it, nor to a question that was never asked.
    const paid = adapt(did(at(place, { day: "2026-12-01" }), trip), numbered);
    expect(frameOf(paid.state, trip)).toMatchObject({ step: "sure", executed });
    const unasked = adapt(at({ ...place, executed: ["where"] }, { day: "2026-12-01" }), numbered);
    expect(frameOf(unasked.state, trip)?.step).toBe("sure");
  });
});

describe("a flow that lost its place", () => {
  it("is taken off the stack, with what the user had given and why", () => {
    const state: DialogueState = {
      ...at({ step: "when" }, { city: "Rome", price: 3 }),
      pending: { kind: "slot", slot: "day" },
    };
    const gone = now(["step: when", "step: at_what_day"]);
    const { state: after, stranded, migrated } = adapt(state, gone);
    // It goes on nowhere.
    expect(migrated).toEqual([]);
    expect(stranded).toEqual([
      {
        flowId: trip,
        flow: "trip",
        because: "step_gone",
        at: { flow: "trip", step: "when" },
        slots: { city: "Rome" },
        hasEffects: false,
      },
    ]);
    expect(after).toMatchObject({ flowStack: [], flowSlots: {}, provenance: {}, pending: null });
    expect(adapt(state, now(["  trip:", "  journey:"])).stranded[0]?.because).toBe("flow_gone");
    expect(adapt(at({ step: null }), gone).stranded).toEqual([]);
  });

  it("takes what it called along, and says if something was done", () => {
    const calling = did(called(at({ step: "pay" }), old, "payment"), flowId("trip_1/pay#1"));
    expect(adapt(calling, reworded).stranded).toEqual([]);
    const other = now(["flow: payment", "flow: billing"], ["  payment:", "  billing:"]);
    const { state, stranded } = adapt(calling, other);
    expect(stranded).toMatchObject([
      { flowId: trip, because: "call_gone", at: { flow: "trip", step: "pay" }, hasEffects: true },
    ]);
    expect(state.flowStack).toEqual([]);
    const inner = adapt(calling, now(["step: how", "step: by_what"]));
    expect(inner.stranded).toMatchObject([
      { flowId: trip, because: "step_gone", at: { flow: "payment", step: "how" } },
    ]);
  });

  it("gives its turn to the one below; one below it leaves the top as it is", () => {
    const gone = now(["step: ask,", "step: ask_city,"]);
    const above = adapt({ ...push(at({ step: "where" }), "weather"), pending: { kind: "slot", slot: "city" } }, gone);
    expect(above.state.flowStack).toMatchObject([
      { flowId: trip, flowState: "active", question: { asking: false }, pausedAt: null, context: null },
    ]);
    expect(above.state).toMatchObject({ pending: null, resumed: trip });
    const below = push(push(newDialogue(old), "weather"), "trip");
    const asked = placed(below, "trip_2", { question: { asking: true } });
    const { state, stranded } = adapt({ ...asked, pending: { kind: "slot", slot: "city" } }, gone);
    expect(stranded).toMatchObject([{ flow: "weather" }]);
    expect(state.flowStack).toMatchObject([{ flowId: "trip_2", question: { asking: true } }]);
    expect(state).toMatchObject({ pending: { kind: "slot", slot: "city" }, resumed: null });
  });

  it("that a timeout had put aside can no longer be gone on with", () => {
    const before = at({ step: "when" });
    const abandoned = endFrames(before, contextOf(old), { frames: before.flowStack, flowState: "abandoned", now: 1 });
    const kept = (assistant: Assistant) => adapt(abandoned, assistant).state.metadata.completedFlows[0];
    expect(kept(reworded)?.resume?.task.base?.frames).toEqual(before.flowStack);
    expect(kept(now(["step: when", "step: at_what_day"]))).not.toHaveProperty("resume");
  });
});

describe("a migration", () => {
  const renamed = now(["step: when", "step: at_what_day"], ["  trip:", "  journey:"]);

  it("says where the flow goes on, and what its slots become", () => {
    const given: JsonObject[] = [];
    const { state, stranded, migrated } = adapt(at({ step: "when" }, { city: "Rome" }), renamed, [
      { from: { flow: "weather" }, to: { flow: "trip" } },
      { from: { flow: "trip", step: "where" }, to: { step: "sure" } },
      {
        from: { flow: "trip", step: "when" },
        to: { flow: "journey", step: "at_what_day" },
        slots: (slots) => {
          given.push(slots);
          return { ...slots, day: "2026-12-01", city: 5 };
        },
      },
    ]);
    expect(stranded).toEqual([]);
    expect(migrated).toEqual([trip]);
    expect(frameOf(state, trip)).toMatchObject({ flow: "journey", step: "at_what_day" });
    expect(state.tasks[trip]?.flow).toBe("journey");
    expect(state.flowSlots[trip]).toEqual({ day: "2026-12-01" });
    expect(given).toEqual([{ city: "Rome" }]);
  });

  it("may keep the step or the flow", () => {
    const keepStep = adapt(at({ step: "where" }, { city: "Rome" }), renamed, [
      { from: { flow: "trip" }, to: { flow: "journey" } },
    ]);
    expect(frameOf(keepStep.state, trip)).toMatchObject({ flow: "journey", step: "where" });
    expect(keepStep.state.flowSlots[trip]).toEqual({ city: "Rome" });
    expect(keepStep.migrated).toEqual([trip]);
    const keepFlow = adapt(at({ step: "when" }), now(["step: when", "step: at_what_day"]), [
      { from: { flow: "trip" }, to: { step: "at_what_day" } },
    ]);
    expect(frameOf(keepFlow.state, trip)).toMatchObject({ flow: "trip", step: "at_what_day" });
    expect(keepFlow.state.tasks[trip]?.flow).toBe("trip");
    expect(keepFlow.migrated).toEqual([trip]);
  });

  it("counts the step as visited: once, or as often as it was", () => {
    const moves = (step: string): readonly Migration[] => [{ from: { flow: "trip" }, to: { step } }];
    const visits = (state: DialogueState, step: string) =>
      frameOf(adapt(state, reworded, moves(step)).state, trip)?.visits;
    expect(visits(at({ step: "where" }), "when")).toEqual({ where: 1, when: 1 });
    expect(visits(at({ step: "where", visits: { where: 1, when: 3 } }), "when")).toEqual({ where: 1, when: 3 });
    const leaving = at({ step: null, exit: "end", visits: { sure: 1 } });
    const left = adapt(leaving, renamed, [{ from: { flow: "trip" }, to: { flow: "journey" } }]);
    expect(frameOf(left.state, trip)).toMatchObject({ flow: "journey", step: null });
    expect(frameOf(left.state, trip)?.visits).toEqual({ sure: 1 });
  });

  it("of a called flow renames that flow, not the task", () => {
    const billing = now(["flow: payment", "flow: billing"], ["  payment:", "  billing:"]);
    const calling = called(at({ step: "pay" }), old, "payment");
    const { state, stranded, migrated } = adapt(calling, billing, [
      { from: { flow: "payment" }, to: { flow: "billing" } },
    ]);
    expect(stranded).toEqual([]);
    expect(state.flowStack.map(({ flow }) => flow)).toEqual(["trip", "billing"]);
    expect(state.tasks[trip]?.flow).toBe("trip");
    expect(migrated).toEqual(["trip_1/pay#1"]);
  });

  it("is for its task: each of several keeps what its own flow has", () => {
    const weather = flowId("weather_2");
    const both = push(at({ step: "when" }, { city: "Rome", day: "2026-12-01" }), "weather");
    const held = { ...both, flowSlots: { ...both.flowSlots, [weather]: { city: "Oslo", day: "2026-12-02" } } };
    const { state, migrated } = adapt(held, reworded);
    expect(state.flowSlots).toEqual({ [trip]: { city: "Rome", day: "2026-12-01" }, [weather]: { city: "Oslo" } });
    expect(migrated).toEqual([weather]);
  });
});
