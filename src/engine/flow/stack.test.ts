import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOf, eventsOfType, newDialogue, noon } from "../../../tests/support/dialogue.ts";
import { begun, called, did, frameAt, placed, taskAt, told, top } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { ArchivedFrame, DialogueState } from "../state/state.ts";
import { activeGroup, changeFrame } from "./frames.ts";
import { activateTop, cancelGroup, endFrames, pauseTop, pushFrame, startTask, withoutEndedTasks } from "./stack.ts";

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
  empty:
    description: Nothing
    trigger: { intents: [empty] }
    steps: [{ step: hi, type: say, message: Hi. }]
`);
const context = contextOf(assistant);
const later = noon + 5000;
const book = flowId("book_1");
const inner = flowId("book_1/ask#1");
const nothing = newDialogue(assistant);

const stackOf = (...flows: readonly string[]): DialogueState =>
  flows.reduce((now, flow) => begun(now, assistant, flow), nothing);
const calling = called(stackOf("book"), assistant, "weather");
const withCity = (state: DialogueState, city: string): DialogueState =>
  told(state, assistant, { id: top(state).flowId, slot: "city", value: city });
const archivedIn = (state: DialogueState): readonly ArchivedFrame[] => state.metadata.completedFlows;

describe("a task that starts", () => {
  it("is one frame at its first step, with nothing done", () => {
    const { frame, state } = startTask(nothing, context, { flow: "book", by: "user" });
    expect(frame).toEqual({
      flowId: "book_1",
      flow: "book",
      flowState: "active",
      step: "ask",
      exit: null,
      caller: null,
      visits: { ask: 1 },
      executed: [],
      bindings: {},
      copies: {},
      defaults: {},
      loops: {},
      question: { asking: false, reask: null, attempts: {}, retries: 0, page: 0 },
      failure: null,
      change: null,
      startedAt: noon,
      pausedAt: null,
      context: null,
    });
    expect(state.tasks).toEqual({
      book_1: {
        id: "book_1",
        flow: "book",
        by: "user",
        inputs: {},
        startedAt: noon,
        answers: {},
        overrides: {},
        journal: {},
        epochs: {},
        steps: 0,
        calls: 0,
      },
    });
    expect(state.flowStack).toEqual([frame]);
    expect(state.flowSlots).toEqual({ book_1: {} });
    expect(state.counters.flow).toBe(1);
    expect(state.turn?.progress).toBe(true);
    expect(eventsOf(state)).toEqual([{ type: "flow_started", flow: "book", flowId: "book_1", by: "user" }]);
  });

  it("by the system is marked, and knows with which values", () => {
    const state = begun(nothing, assistant, "book", { by: "system", inputs: { city: "Rome" } });
    expect(top(state).system).toBe(true);
    expect(taskAt(state, "book_1")).toMatchObject({ by: "system", inputs: { city: "Rome" } });
    expect(stackOf("book").flowStack[0]).not.toHaveProperty("system");
  });

  it("pauses the one below, whose open question is no longer the conversation's", () => {
    const waiting: DialogueState = {
      ...placed(stackOf("book"), book, { question: { asking: true, page: 2 } }),
      pending: { kind: "slot", slot: "city" },
      resumed: book,
    };
    const state = begun(waiting, assistant, "weather", { now: later });
    expect(state.pending).toBeNull();
    expect(state.resumed).toBeNull();
    expect(frameAt(state, book)).toMatchObject({
      flowState: "paused",
      pausedAt: later,
      context: "interrupted by weather",
      question: { asking: false, page: 2 },
    });
    expect(top(state)).toMatchObject({ flowId: "weather_2", flowState: "active", startedAt: later });
    expect(eventsOfType(state, "flow_paused")).toEqual([{ flow: "book", flowId: "book_1" }]);
    expect(eventsOf(state).at(-1)).toMatchObject({ type: "flow_started", flow: "weather" });
  });

  it("leaves the word about another that is back", () => {
    const back = { ...stackOf("book", "weather"), resumed: book };
    expect(pauseTop(back, later, "why").resumed).toBe(book);
    expect(pauseTop(nothing, later, "why")).toBe(nothing);
  });
});

describe("a called flow", () => {
  it("has the place of the call as its id, and says so in the one below", () => {
    expect(frameAt(calling, book).context).toBe("called weather");
    expect(top(calling)).toMatchObject({ flowId: inner, caller: book, flow: "weather" });
    expect(Object.keys(calling.tasks)).toEqual(["book_1"]);
  });

  it("that is replayed began when it first began, and finds its values", () => {
    const wanted = { flowId: inner, flow: "weather", by: "call", caller: book, startedAt: noon - 1 } as const;
    const kept = { ...stackOf("book"), flowSlots: { [inner]: { city: "Rome" } } };
    const { state, frame } = pushFrame(kept, context, wanted);
    expect(frame.startedAt).toBe(noon - 1);
    expect(state.flowSlots[inner]).toEqual({ city: "Rome" });
  });

  it("in the place of another by a link pauses nobody", () => {
    const wanted = { flowId: flowId("book_1>1"), flow: "weather", by: "link", caller: null } as const;
    const { state } = pushFrame({ ...stackOf("book"), pending: { kind: "change" } }, context, wanted);
    expect(state.flowStack.map(({ flowState }) => flowState)).toEqual(["active", "active"]);
    expect(state.pending).toBeNull();
  });
});

describe("a flow that ends", () => {
  const ended = (state: DialogueState, change: Partial<Parameters<typeof endFrames>[2]> = {}): DialogueState =>
    endFrames(state, context, { frames: [top(state)], flowState: "completed", now: later, ...change });

  it("is archived with its outputs, and with the task its values are gone", () => {
    const state = ended(withCity(stackOf("book"), "Rome"));
    expect(state).toMatchObject({ flowStack: [], tasks: {}, flowSlots: {}, provenance: {} });
    expect(archivedIn(state)).toEqual([
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

  it("has the outputs of the flows that it was linked from, unless it has its own", () => {
    const carried = { ticket: "T-1", city: "Oslo", other: 1 };
    const state = ended(changeFrame(withCity(stackOf("book"), "Rome"), book, { carried }));
    expect(archivedIn(state)[0]?.outputs).toEqual({ ticket: "T-1", city: "Rome" });
  });

  it("without completing has no outputs, and keeps why it ended", () => {
    const state = ended(withCity(stackOf("book"), "Rome"), { flowState: "cancelled", reason: "changed my mind" });
    expect(archivedIn(state)[0]).toMatchObject({ outputs: {}, context: "changed my mind" });
    expect(archivedIn(state)[0]).not.toHaveProperty("resume");
    expect(eventsOfType(state, "flow_ended")).toEqual([
      { flow: "book", flowId: "book_1", flowState: "cancelled", reason: "changed my mind" },
    ]);
  });

  it("after an effect remembers what the user gave the task: too late to change any of it", () => {
    expect(archivedIn(ended(did(withCity(stackOf("book"), "Rome"), book)))[0]?.settled).toEqual(["city"]);
    expect(archivedIn(ended(did(stackOf("book"), book)))[0]?.settled).toEqual([]);
    expect(archivedIn(ended(withCity(stackOf("book"), "Rome")))[0]?.settled).toEqual([]);
    // What was given in a flow that it called counts as well.
    const told = ended(did(withCity(calling, "Rome"), book));
    expect(archivedIn(ended(told)).map(({ settled }) => settled)).toEqual([["city"], ["city"]]);
  });

  it("joins those that ended before", () => {
    const state = ended(ended(stackOf("book", "weather")));
    expect(archivedIn(state).map((frame) => frame.flow)).toEqual(["weather", "book"]);
  });

  it("gives the turn back to the one it interrupted, which says so", () => {
    const before: DialogueState = { ...stackOf("book", "weather"), pending: { kind: "slot", slot: "city" } };
    const state = ended(before);
    expect(state.pending).toBeNull();
    expect(state.resumed).toBe("book_1");
    expect(state.flowStack).toEqual(stackOf("book").flowStack);
    expect(Object.keys(state.tasks)).toEqual(["book_1"]);
    expect(eventsOf(state).slice(-2)).toEqual([
      { type: "flow_ended", flow: "weather", flowId: "weather_2", flowState: "completed" },
      { type: "flow_resumed", flow: "book", flowId: "book_1" },
    ]);
  });

  it("gives the turn back to its caller without a word: the caller was never left", () => {
    const state = ended(withCity(calling, "Rome"));
    expect(top(state)).toMatchObject({ flowId: "book_1", flowState: "active" });
    expect(state.resumed).toBeNull();
    // Its answers are the task's, so that they can be corrected.
    expect(Object.keys(taskAt(state, book).answers)).toEqual(["book_1/ask#1.city@0"]);
  });

  it("gives the turn back without a word if the system had started it", () => {
    const state = begun(stackOf("book"), assistant, "weather", { by: "system" });
    expect(state.flowStack.map(({ system }) => system)).toEqual([undefined, true]);
    const after = ended(state);
    expect(top(after)).toMatchObject({ flow: "book", flowState: "active" });
    expect(after.resumed).toBeNull();
  });

  it("for a link leaves its task, its values and the one below as they are", () => {
    const before = begun(stackOf("weather"), assistant, "book");
    const state = ended(withCity(before, "Rome"), { linked: true });
    expect(state.flowStack).toMatchObject([{ flowId: "weather_1", flowState: "paused" }]);
    expect(Object.keys(state.tasks)).toEqual(["weather_1", "book_2"]);
    expect(state.flowSlots[flowId("book_2")]).toEqual({ city: "Rome" });
    expect(state.turn?.progress).toBe(true);
  });

  it("below the top leaves the top and its open question alone", () => {
    const before: DialogueState = { ...stackOf("book", "weather"), pending: { kind: "slot", slot: "city" } };
    const state = endFrames(before, context, { frames: [frameAt(before, book)], flowState: "cancelled", now: later });
    expect(state.pending).toEqual({ kind: "slot", slot: "city" });
    expect(state.flowStack).toEqual([top(before)]);
    expect(Object.keys(state.flowSlots)).toEqual(["weather_2"]);
    expect(eventsOfType(state, "flow_resumed")).toEqual([]);
  });

  it("with its task takes everything it called along", () => {
    const before = called(begun(stackOf("weather"), assistant, "book"), assistant, "weather");
    const group = activeGroup(before);
    if (group === null) throw new Error("No group.");
    const state = cancelGroup(before, context, { group, now: later, reason: "the user said so" });
    expect(state.flowStack.map((frame) => frame.flowId)).toEqual(["weather_1"]);
    expect(state.resumed).toBe("weather_1");
    expect(archivedIn(state).map(({ flow, flowState, context: why }) => [flow, flowState, why])).toEqual([
      ["book", "cancelled", "the user said so"],
      ["weather", "cancelled", "the user said so"],
    ]);
  });
});

describe("tasks that are not on the stack", () => {
  it("have neither journals nor slots; where all are, nothing changes", () => {
    const both = withCity(stackOf("book", "weather"), "Rome");
    expect(withoutEndedTasks(both)).toBe(both);
    const state = withoutEndedTasks({ ...both, flowStack: both.flowStack.slice(0, 1) });
    expect([state.tasks, state.flowSlots, state.provenance].map(Object.keys)).toEqual([["book_1"], ["book_1"], []]);
  });

  it("take nothing along that is known of the others", () => {
    const both = withCity(begun(withCity(stackOf("book"), "Rome"), assistant, "weather"), "Oslo");
    const state = withoutEndedTasks({ ...both, flowStack: both.flowStack.slice(0, 1) });
    expect(state.flowSlots).toEqual({ book_1: { city: "Rome" } });
    expect(state.provenance).toEqual({ book_1: both.provenance[book] });
  });

  it("keep the slots of their called flows while they are", () => {
    const state = { ...withCity(calling, "Rome"), flowStack: stackOf("book").flowStack };
    expect(withoutEndedTasks(state).flowSlots[inner]).toEqual({ city: "Rome" });
  });

  it("keep those of a frame that a link replaced as well, and lose them all at once", () => {
    const linked = flowId("book_1>1");
    const wanted = { flowId: linked, flow: "weather", by: "link", caller: null } as const;
    const before = withCity(stackOf("book"), "Rome");
    const left = endFrames(before, context, {
      frames: [top(before)],
      flowState: "completed",
      now: later,
      linked: true,
    });
    const { state } = pushFrame(left, context, wanted);
    expect(withoutEndedTasks(state)).toBe(state);
    expect(state.flowSlots).toEqual({ book_1: { city: "Rome" }, [linked]: {} });
    expect(state.provenance[book]).toEqual(before.provenance[book]);
    const over = endFrames(state, context, { frames: [top(state)], flowState: "completed", now: later });
    expect(over).toMatchObject({ tasks: {}, flowSlots: {}, provenance: {} });
    expect([over.tasks, over.flowSlots, over.provenance].map(Object.keys)).toEqual([[], [], []]);
  });
});

describe("the frame on top", () => {
  it("becomes active again, is announced only if that is wanted, and asks again", () => {
    const paused = placed(stackOf("book"), book, {
      flowState: "paused",
      pausedAt: noon,
      context: "why",
      question: { asking: true },
    });
    const active = { flowState: "active", pausedAt: null, context: null, question: { asking: false } };
    expect(top(activateTop(paused, { announce: false }))).toMatchObject(active);
    expect(activateTop(paused, { announce: false }).resumed).toBeNull();
    expect(activateTop(paused, { announce: true }).resumed).toBe("book_1");
    const running = stackOf("book");
    expect(activateTop(running, { announce: true })).toBe(running);
    expect(activateTop(nothing, { announce: true })).toBe(nothing);
  });
});

describe("an abandoned task", () => {
  const abandoned = (before: DialogueState): readonly ArchivedFrame[] =>
    archivedIn(
      endFrames(before, context, { frames: before.flowStack, flowState: "abandoned", now: later, reason: "silence" }),
    );

  it("keeps what is needed to go on, once, with its first frame", () => {
    const before = withCity(calling, "Rome");
    const [first, second] = abandoned(before);
    expect(first?.resume).toEqual({
      task: taskAt(before, book),
      frames: before.flowStack,
      slots: { book_1: {}, [inner]: { city: "Rome" } },
      provenance: { [inner]: { city: { by: "user", messageId: "m-1", answer: `${inner}.city@0` } } },
    });
    expect(second).not.toHaveProperty("resume");
  });

  it("keeps nothing of the others", () => {
    const [first, second] = abandoned(withCity(stackOf("book", "weather"), "Rome"));
    expect(first?.resume).toMatchObject({ frames: [{ flowId: "book_1" }], slots: { book_1: {} }, provenance: {} });
    expect(second?.resume?.slots).toEqual({ weather_2: { city: "Rome" } });
  });
});
