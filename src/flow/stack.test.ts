import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOf, eventsOfType, newDialogue, noon } from "../../tests/support/dialogue.ts";
import { flowId } from "../domain/ids.ts";
import type { ArchivedFrame, DialogueState, Frame } from "../domain/state.ts";
import { activeGroup, changeFrame, topFrame } from "./frames.ts";
import { storeSlot } from "./slots.ts";
import { cancelGroup, endFrames, type NewFrame, pushFrame, raiseGroup, restoreAbandoned } from "./stack.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  ticket: { type: string, description: Ticket, set_by: action }
actions:
  book: { description: Book, inputs: [city], outputs: [ticket], effect: true }
flows:
  book:
    description: Book a trip
    trigger: { intents: [book] }
    outputs: [ticket, city]
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: pay, type: action, call: book }
  weather:
    description: See the weather
    trigger: { intents: [weather] }
    steps: [{ step: where, type: collect, slot: city }]
`);
const context = contextOf(assistant);
const later = noon + 5000;

const byUser = (flow: string): NewFrame => ({ flow, by: "user", caller: null });
const stackOf = (...flows: readonly (string | NewFrame)[]): DialogueState =>
  flows.reduce(
    (now: DialogueState, flow) => pushFrame(now, context, typeof flow === "string" ? byUser(flow) : flow).state,
    newDialogue(assistant),
  );
const top = (state: DialogueState): Frame => {
  const frame = topFrame(state);
  if (frame === null) throw new Error("The stack is empty.");
  return frame;
};
const bottom = (state: DialogueState): Frame => {
  const [frame] = state.flowStack;
  if (frame === undefined) throw new Error("The stack is empty.");
  return frame;
};
const withCity = (state: DialogueState, city: string): DialogueState => {
  const slot = assistant.slots.get("city");
  if (slot === undefined) throw new Error("No city.");
  return storeSlot(state, { flowId: top(state).flowId, slot, value: city, provenance: { by: "api" } });
};

describe("a flow that starts", () => {
  it("is active at its first step, with nothing done", () => {
    const { frame, state } = pushFrame(newDialogue(assistant), context, byUser("book"));
    expect(frame).toEqual({
      flowId: "book_1",
      flow: "book",
      flowState: "active",
      step: "ask",
      exit: null,
      asking: false,
      resumed: false,
      answered: false,
      reask: null,
      executed: [],
      passed: [],
      visits: {},
      attempts: {},
      affirmed: [],
      effects: [],
      skipped: [],
      retries: 0,
      page: 0,
      caller: null,
      locals: {},
      startedAt: noon,
      pausedAt: null,
      context: null,
    });
    expect(state.flowStack).toEqual([frame]);
    expect(state.flowSlots).toEqual({ book_1: Object.create(null) });
    expect(state.counters.flow).toBe(1);
    expect(state.turn?.progress).toBe(true);
    expect(eventsOf(state)).toEqual([{ type: "flow_started", flow: "book", flowId: "book_1", by: "user" }]);
  });

  it("pauses the one below, whose open question is no longer the conversation's", () => {
    const waiting: DialogueState = {
      ...changeFrame(stackOf("book"), flowId("book_1"), { asking: true, resumed: true }),
      pending: { kind: "slot", slot: "city" },
    };
    const { state } = pushFrame(waiting, contextOf(assistant, later), byUser("weather"));
    expect(state.pending).toBeNull();
    expect(bottom(state)).toMatchObject({
      flowState: "paused",
      pausedAt: later,
      context: "interrupted by weather",
      asking: false,
      resumed: false,
    });
    expect(top(state)).toMatchObject({ flowId: "weather_2", flowState: "active", startedAt: later });
    expect(eventsOfType(state, "flow_paused")).toEqual([{ flow: "book", flowId: "book_1" }]);
    expect(eventsOf(state).at(-1)).toMatchObject({ type: "flow_started", flow: "weather" });
  });

  it("by a call says so in the one below", () => {
    const called = stackOf("book", { flow: "weather", by: "call", caller: flowId("book_1") });
    expect(bottom(called).context).toBe("called weather");
    expect(top(called).caller).toBe("book_1");
  });
});

describe("a flow that ends", () => {
  const ended = (state: DialogueState, change: Partial<Parameters<typeof endFrames>[2]> = {}): DialogueState =>
    endFrames(state, context, { frames: [top(state)], flowState: "completed", now: later, ...change });

  it("is archived with its outputs, and its values are gone", () => {
    const state = ended(withCity(stackOf("book"), "Rome"));
    expect(state.flowStack).toEqual([]);
    expect(state.flowSlots).toEqual({});
    expect(state.provenance).toEqual({});
    expect(state.metadata.completedFlows).toEqual([
      {
        flowId: "book_1",
        flow: "book",
        flowState: "completed",
        outputs: { city: "Rome" },
        startedAt: noon,
        completedAt: later,
        context: null,
        settled: [],
      },
    ]);
    expect(eventsOfType(state, "flow_ended")).toEqual([{ flow: "book", flowId: "book_1", flowState: "completed" }]);
    expect(state.turn?.progress).toBe(true);
  });

  it("without completing has no outputs, and keeps why it ended", () => {
    const state = ended(withCity(stackOf("book"), "Rome"), { flowState: "cancelled", reason: "changed my mind" });
    expect(state.metadata.completedFlows[0]).toMatchObject({ outputs: {}, context: "changed my mind" });
    expect(state.metadata.completedFlows[0]).not.toHaveProperty("resume");
    expect(eventsOfType(state, "flow_ended")).toEqual([
      { flow: "book", flowId: "book_1", flowState: "cancelled", reason: "changed my mind" },
    ]);
  });

  it("after an effect remembers what the effect was done with: only what the user could set and is filled", () => {
    const done = changeFrame(withCity(stackOf("book"), "Rome"), flowId("book_1"), { effects: ["pay"] });
    expect(ended(done).metadata.completedFlows[0]?.settled).toEqual(["city"]);
    const empty = changeFrame(stackOf("book"), flowId("book_1"), { effects: ["pay"] });
    expect(ended(empty).metadata.completedFlows[0]?.settled).toEqual([]);
  });

  it("joins those that ended before", () => {
    const state = ended(ended(stackOf("book", "weather")));
    expect(state.metadata.completedFlows.map((frame) => frame.flow)).toEqual(["weather", "book"]);
  });

  it("gives the turn back to the one it interrupted, which says so", () => {
    const before: DialogueState = { ...stackOf("book", "weather"), pending: { kind: "slot", slot: "city" } };
    const state = ended(before);
    expect(state.pending).toBeNull();
    expect(state.flowStack).toEqual([
      { ...top(stackOf("book")), flowState: "active", resumed: true, pausedAt: null, context: null },
    ]);
    expect(eventsOf(state).slice(-2)).toEqual([
      { type: "flow_ended", flow: "weather", flowId: "weather_2", flowState: "completed" },
      { type: "flow_resumed", flow: "book", flowId: "book_1" },
    ]);
  });

  it("gives the turn back to its caller without a word: the caller was never left", () => {
    const state = ended(stackOf("book", { flow: "weather", by: "call", caller: flowId("book_1") }));
    expect(top(state)).toMatchObject({ flowState: "active", resumed: false });
  });

  it("gives the turn back without a word if the system had started it", () => {
    const state = stackOf("book", { flow: "weather", by: "system", caller: null });
    expect(state.flowStack.map(({ system }) => system)).toEqual([undefined, true]);
    const ended = endFrames(state, context, { frames: [top(state)], flowState: "completed", now: later });
    expect(top(ended)).toMatchObject({ flow: "book", flowState: "active", resumed: false });
  });

  it("below the top leaves the top and its open question alone", () => {
    const before: DialogueState = { ...stackOf("book", "weather"), pending: { kind: "slot", slot: "city" } };
    const state = endFrames(before, context, { frames: [bottom(before)], flowState: "cancelled", now: later });
    expect(state.pending).toEqual({ kind: "slot", slot: "city" });
    expect(state.flowStack).toEqual([top(before)]);
    expect(Object.keys(state.flowSlots)).toEqual(["weather_2"]);
    expect(eventsOfType(state, "flow_resumed")).toEqual([]);
  });

  it("with its group takes everything it called along", () => {
    const before = stackOf("weather", "book", { flow: "weather", by: "call", caller: flowId("book_2") });
    const group = activeGroup(before);
    if (group === null) throw new Error("No group.");
    const state = cancelGroup(before, context, { group, now: later, reason: "the user said so" });
    expect(state.flowStack.map((frame) => frame.flowId)).toEqual(["weather_1"]);
    expect(state.metadata.completedFlows.map(({ flow, flowState, context: why }) => [flow, flowState, why])).toEqual([
      ["book", "cancelled", "the user said so"],
      ["weather", "cancelled", "the user said so"],
    ]);
  });
});

describe("a paused flow that is resumed", () => {
  it("comes to the top with what it called; the one above is paused below it", () => {
    const before = stackOf("book", { flow: "weather", by: "call", caller: flowId("book_1") }, "weather");
    const state = raiseGroup({ ...before, pending: { kind: "change" } }, flowId("book_1"), later);
    expect(state.flowStack.map((frame) => [frame.flowId, frame.flowState])).toEqual([
      ["weather_3", "paused"],
      ["book_1", "paused"],
      ["weather_2", "active"],
    ]);
    expect(bottom(state)).toMatchObject({ pausedAt: later, context: "another flow was resumed" });
    expect(top(state)).toMatchObject({ resumed: true, pausedAt: null, context: null });
    expect(state.pending).toBeNull();
    expect(eventsOf(state).slice(-2)).toEqual([
      { type: "flow_paused", flow: "weather", flowId: "weather_3" },
      { type: "flow_resumed", flow: "weather", flowId: "weather_2" },
    ]);
  });

  it("stays as it is if it is the active one, also where its callee is on top", () => {
    const before = stackOf("book", { flow: "weather", by: "call", caller: flowId("book_1") });
    expect(raiseGroup(before, flowId("book_1"), later)).toBe(before);
    expect(raiseGroup(before, flowId("weather_2"), later)).toBe(before);
  });

  it("is progress", () => {
    const before = stackOf("book", "weather");
    const idle: DialogueState = { ...before, turn: before.turn === null ? null : { ...before.turn, progress: false } };
    expect(raiseGroup(idle, flowId("book_1"), later).turn?.progress).toBe(true);
  });
});

describe("an abandoned flow", () => {
  const abandoned = (): DialogueState => {
    const before = changeFrame(withCity(stackOf("book"), "Rome"), flowId("book_1"), { asking: true });
    return endFrames(before, context, {
      frames: before.flowStack,
      flowState: "abandoned",
      now: later,
      reason: "silence",
    });
  };
  const archivedIn = (state: DialogueState): readonly ArchivedFrame[] => state.metadata.completedFlows;

  it("keeps what is needed to go on", () => {
    expect(archivedIn(abandoned())[0]?.resume).toEqual({
      frame: expect.objectContaining({ flowId: "book_1", step: "ask", asking: true }),
      slots: { city: "Rome" },
      provenance: { city: { by: "api" } },
    });
    const untouched = endFrames(stackOf("book"), context, {
      frames: stackOf("book").flowStack,
      flowState: "abandoned",
      now: later,
    });
    expect(archivedIn(untouched)[0]?.resume?.provenance).toEqual({});
  });

  it("comes back as it was, on top of what runs now, and asks again", () => {
    const now = pushFrame(abandoned(), context, byUser("weather")).state;
    const kept = archivedIn(now).filter((entry) => entry.flow === "book");
    const state = restoreAbandoned({ ...now, pending: { kind: "change" } }, kept, later);
    expect(state.flowStack.map((frame) => [frame.flowId, frame.flowState])).toEqual([
      ["weather_2", "paused"],
      ["book_1", "active"],
    ]);
    expect(bottom(state).context).toBe("an earlier flow was resumed");
    expect(top(state)).toMatchObject({ step: "ask", asking: false, resumed: true });
    expect(state.flowSlots[flowId("book_1")]).toEqual({ city: "Rome" });
    expect(state.provenance[flowId("book_1")]).toEqual({ city: { by: "api" } });
    expect(state.flowSlots).toHaveProperty("weather_2");
    expect(archivedIn(state)).toEqual([]);
  });

  it("leaves the others in the archive, and the values of those that run", () => {
    const other = endFrames(stackOf("weather"), context, {
      frames: stackOf("weather").flowStack,
      flowState: "completed",
      now: later,
    });
    const [entry] = archivedIn(other);
    if (entry === undefined) throw new Error("Nothing archived.");
    const before = withCity(pushFrame(abandoned(), context, byUser("weather")).state, "Oslo");
    const both: DialogueState = {
      ...before,
      metadata: { ...before.metadata, completedFlows: [...archivedIn(before), entry] },
    };
    const state = restoreAbandoned(both, archivedIn(before), later);
    expect(archivedIn(state)).toEqual([entry]);
    expect(state.provenance[flowId("weather_2")]).toEqual({ city: { by: "api" } });
    expect(state.flowSlots[flowId("weather_2")]).toEqual({ city: "Oslo" });
  });
});
