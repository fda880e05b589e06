import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOfType, newDialogue } from "../../tests/support/dialogue.ts";
import { flowId } from "../domain/ids.ts";
import type { Json } from "../domain/json.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { Target } from "../domain/step.ts";
import { completeStep, moveTo, shortened, skipStep, startRound } from "./cursor.ts";
import { changeFrame, frameOf, isDone } from "./frames.ts";
import { slotsOf, storeSlot } from "./slots.ts";
import { pushFrame } from "./stack.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  day: { type: date, description: Day, prompt: "Day?" }
  rounds: { type: integer, description: Rounds, set_by: action }
flows:
  trip:
    description: Plan a trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: again, type: while, condition: "rounds < 3", do: [when, said, count] }
      - { step: when, type: collect, slot: day }
      - { step: said, type: say, message: "{city}" }
      - { step: count, type: set, slots: { rounds: "{{ rounds + 1 }}" } }
      - { step: back, type: say, message: Again., when: "rounds > 9", jump_to: where }
      - { step: bye, type: say, message: Bye. }
`);
const context = contextOf(assistant);
const id = flowId("trip_1");

const at = (step: string | null, change: Partial<Frame> = {}): DialogueState =>
  changeFrame(pushFrame(newDialogue(assistant), context, { flow: "trip", by: "user", caller: null }).state, id, {
    step,
    ...change,
  });
const fill = (state: DialogueState, name: string, value: Json): DialogueState => {
  const slot = assistant.slots.get(name);
  if (slot === undefined) throw new Error(`No slot ${name}.`);
  return storeSlot(state, { flowId: id, slot, value, provenance: { by: "api" } });
};
const frame = (state: DialogueState): Frame => {
  const found = frameOf(state, id);
  if (found === null) throw new Error("The flow is gone.");
  return found;
};
const asked = { asking: true, answered: true, retries: 2, page: 3 } as const;
const fresh = { asking: false, answered: false, retries: 0, page: 0 } as const;

describe("a step that is done", () => {
  it("is on the path once, and the next one arrives fresh", () => {
    const state = completeStep(at("where", asked), context, { flowId: id });
    expect(frame(state)).toMatchObject({ step: "again", exit: null, executed: ["where"], ...fresh });
    expect(eventsOfType(state, "step_completed")).toEqual([{ flow: "trip", step: "where" }]);
    const twice = completeStep(at("where", { executed: ["where"] }), context, { flowId: id });
    expect(frame(twice).executed).toEqual(["where"]);
  });

  it("is progress", () => {
    const state = at("where");
    const idle: DialogueState = { ...state, turn: state.turn === null ? null : { ...state.turn, progress: false } };
    expect(completeStep(idle, context, { flowId: id }).turn?.progress).toBe(true);
  });

  it("is no longer merely passed; others still are", () => {
    const state = completeStep(at("said", { executed: ["where", "said"], passed: ["where", "said"] }), context, {
      flowId: id,
    });
    expect(frame(state).passed).toEqual(["where"]);
  });

  it("goes where it is told, else where it jumps, else on", () => {
    expect(frame(completeStep(at("back"), context, { flowId: id })).step).toBe("where");
    expect(frame(completeStep(at("back"), context, { flowId: id, target: { to: "continue" } })).step).toBe("bye");
    expect(frame(completeStep(at("count"), context, { flowId: id })).step).toBe("again");
  });

  it("as the last one ends the flow", () => {
    expect(frame(completeStep(at("bye"), context, { flowId: id }))).toMatchObject({ step: null, exit: "end" });
  });

  it("does nothing more once the flow has no step", () => {
    const ended = at(null);
    expect(completeStep(ended, context, { flowId: id })).toBe(ended);
    expect(skipStep(ended, context, id)).toBe(ended);
  });
});

describe("a step whose condition is false", () => {
  it("is passed: on the path, but not done", () => {
    const state = skipStep(at("back", { executed: ["where"], passed: [], ...asked }), context, id);
    expect(frame(state)).toMatchObject({ step: "bye", executed: ["where", "back"], passed: ["back"], ...fresh });
    expect(isDone(frame(state), "where")).toBe(true);
    expect(isDone(frame(state), "back")).toBe(false);
    expect(isDone(frame(state), "bye")).toBe(false);
    expect(eventsOfType(state, "step_completed")).toEqual([]);
  });

  it("stays done if it was done before", () => {
    const state = skipStep(at("back", { executed: ["back"] }), context, id);
    expect(frame(state)).toMatchObject({ executed: ["back"], passed: [], step: "bye" });
  });
});

describe("a jump", () => {
  const jump = (state: DialogueState, target: Target): DialogueState => moveTo(state, context, { flowId: id, target });

  it("out of the flow notes the way", () => {
    for (const to of ["end", "error", "cancel"] as const) {
      expect(frame(jump(at("where", asked), { to }))).toMatchObject({ step: null, exit: to, ...fresh });
    }
  });

  it("forward keeps the path", () => {
    const state = jump(at("where", { executed: ["where"], ...asked }), { to: "step", step: "bye" });
    expect(frame(state)).toMatchObject({ step: "bye", executed: ["where"], ...fresh });
  });

  it("back to a question that was answered empties it, so that it is asked again; what came after is not done", () => {
    const before = fill(fill(at("back"), "city", "Rome"), "day", "2026-12-01");
    const done = changeFrame(before, id, {
      executed: ["where", "again", "when", "back"],
      passed: ["back"],
      affirmed: ["when"],
    });
    const state = jump(done, { to: "step", step: "where" });
    expect(frame(state)).toMatchObject({ step: "where", executed: [], passed: [], affirmed: [] });
    expect(slotsOf(state, id)).toEqual({ day: "2026-12-01" });
    const halfway = jump(done, { to: "step", step: "when" });
    expect(frame(halfway).executed).toEqual(["where", "again"]);
    expect(slotsOf(halfway, id)).toEqual({ city: "Rome" });
  });

  it("to a question that was only passed, or never reached, keeps its value", () => {
    const before = fill(at("back"), "city", "Rome");
    const passed = changeFrame(before, id, { executed: ["where"], passed: ["where"] });
    expect(slotsOf(jump(passed, { to: "step", step: "where" }), id)).toEqual({ city: "Rome" });
    expect(slotsOf(jump(before, { to: "step", step: "where" }), id)).toEqual({ city: "Rome" });
  });

  it("back to a step that is no question empties nothing", () => {
    const done = changeFrame(fill(at("bye"), "city", "Rome"), id, { executed: ["where", "again", "said"] });
    const state = jump(done, { to: "step", step: "said" });
    expect(slotsOf(state, id)).toEqual({ city: "Rome" });
    expect(frame(state).executed).toEqual(["where", "again"]);
  });
});

describe("a path cut short", () => {
  it("keeps what was passed and affirmed on the rest of it", () => {
    const walked = frame(
      at("bye", { executed: ["where", "when", "said"], passed: ["where", "said"], affirmed: ["when"] }),
    );
    expect(shortened(walked, 2)).toEqual({ executed: ["where", "when"], passed: ["where"], affirmed: ["when"] });
    expect(shortened(walked, 1)).toEqual({ executed: ["where"], passed: ["where"], affirmed: [] });
  });
});

describe("a new round of a loop", () => {
  it("forgets what its body did and collected, and nothing else", () => {
    const before = fill(fill(fill(at("again"), "city", "Rome"), "day", "2026-12-01"), "rounds", 1);
    const done = changeFrame(before, id, {
      executed: ["where", "again", "when", "said", "count"],
      passed: ["said"],
      affirmed: ["count"],
    });
    const state = startRound(done, context, { flowId: id, body: ["when", "said", "count", "bye"] });
    expect(frame(state)).toMatchObject({ executed: ["where", "again"], passed: [], affirmed: [] });
    expect(slotsOf(state, id)).toEqual({ city: "Rome", rounds: 1 });
  });

  it("keeps the value of a question that was only passed, or not reached", () => {
    const before = fill(at("again"), "day", "2026-12-01");
    const passed = changeFrame(before, id, { executed: ["again", "when"], passed: ["when"] });
    expect(slotsOf(startRound(passed, context, { flowId: id, body: ["when"] }), id)).toEqual({ day: "2026-12-01" });
    expect(slotsOf(startRound(before, context, { flowId: id, body: ["when"] }), id)).toEqual({ day: "2026-12-01" });
  });
});
