import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, called, frameAt, placed, slotOf, taskAt, told } from "../../../tests/support/tasks.ts";
import type { Target } from "../assistant/step.ts";
import { flowId } from "../ids.ts";
import type { Binding } from "../state/frame.ts";
import type { DialogueState, Frame } from "../state/state.ts";
import { closePast } from "./close-past.ts";
import { completeStep, endLoop, isAskedSoon, moveTo, startRound } from "./cursor.ts";
import { changeFrame, flowOf } from "./frames.ts";
import { slotsOf, writeSlot } from "./slots.ts";
import { note } from "./tasks.ts";

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
      - { step: again, type: while, condition: "rounds < 3", do: [when, said, other, count] }
      - { step: when, type: collect, slot: day }
      - { step: said, type: say, message: "{city}" }
      - { step: other, type: call, flow: stay }
      - { step: count, type: set, slots: { rounds: "{{ rounds + 1 }}" } }
      - { step: back, type: say, message: Again., when: "rounds > 9", jump_to: where }
      - { step: bye, type: say, message: Bye. }
  stay:
    description: Stay
    steps:
      - { step: until, type: collect, slot: day }
      - { step: ok, type: say, message: Ok. }
`);
const context = contextOf(assistant);
const id = flowId("trip_1");
const inner = flowId("trip_1/other#1");

const at = (step: string | null, change: Parameters<typeof placed>[2] = {}): DialogueState =>
  placed(begun(newDialogue(assistant), assistant, "trip"), id, { step, ...change });
const fill = (state: DialogueState, slot: string, value: string): DialogueState =>
  told(state, assistant, { id, slot, value });
const frame = (state: DialogueState): Frame => frameAt(state, id);
const asked = { question: { asking: true, retries: 2, page: 3 } } as const;
const fresh = { question: { asking: false, retries: 0, page: 0 } } as const;

describe("a step that is done", () => {
  it("is on the way once, and the next one arrives fresh", () => {
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

  it("goes where it is told, else where it jumps, else on", () => {
    expect(frame(completeStep(at("back"), context, { flowId: id })).step).toBe("where");
    expect(frame(completeStep(at("back"), context, { flowId: id, target: { to: "continue" } })).step).toBe("bye");
    expect(frame(completeStep(at("count"), context, { flowId: id })).step).toBe("again");
  });

  it("as the last one ends the flow", () => {
    expect(frame(completeStep(at("bye"), context, { flowId: id }))).toMatchObject({ step: null, exit: "end" });
  });

  it("does nothing more once the flow has no step, or is gone", () => {
    const ended = at(null);
    expect(completeStep(ended, context, { flowId: id })).toBe(ended);
    expect(completeStep(ended, context, { flowId: flowId("trip_9") })).toBe(ended);
    expect(moveTo(ended, context, { flowId: flowId("trip_9"), target: { to: "end" } })).toBe(ended);
  });
});

describe("entering a step", () => {
  it("is one more visit of it, which makes another place of it", () => {
    const once = moveTo(at("where", { visits: { where: 1 } }), context, { flowId: id, target: { to: "continue" } });
    expect(frame(once).visits).toEqual({ where: 1, again: 1 });
    const twice = moveTo(once, context, { flowId: id, target: { to: "step", step: "again" } });
    expect(frame(twice).visits).toEqual({ where: 1, again: 2 });
  });

  it("keeps what is asked out of turn and how many answers were invalid", () => {
    const open = at("where", { question: { reask: "day", attempts: { day: 1 } } });
    const { question } = frame(moveTo(open, context, { flowId: id, target: { to: "continue" } }));
    expect(question).toMatchObject({ reask: "day", attempts: { day: 1 } });
  });

  it("forgets what was shown to be confirmed", () => {
    const shown = at("where", { question: { shown: "trip_1/where#1 x" } });
    expect(frame(moveTo(shown, context, { flowId: id, target: { to: "continue" } })).question).not.toHaveProperty(
      "shown",
    );
    expect(frame(moveTo(shown, context, { flowId: id, target: { to: "end" } })).question).not.toHaveProperty("shown");
  });
});

describe("a jump", () => {
  const jump = (state: DialogueState, target: Target): DialogueState => moveTo(state, context, { flowId: id, target });

  it("out of the flow notes how it ends", () => {
    for (const to of ["end", "error", "cancel"] as const) {
      expect(frame(jump(at("where", asked), { to }))).toMatchObject({ step: null, exit: to, ...fresh });
    }
  });

  it("forward keeps the way so far", () => {
    const state = jump(at("where", { executed: ["where"], ...asked }), { to: "step", step: "bye" });
    expect(frame(state)).toMatchObject({ step: "bye", executed: ["where"], ...fresh });
  });

  it("back to a question that was answered empties it, so that it is asked again; what came after is not done", () => {
    const before = fill(fill(at("back"), "city", "Rome"), "day", "2026-12-01");
    const done = changeFrame(before, id, { executed: ["where", "again", "when", "back"] });
    const state = jump(done, { to: "step", step: "where" });
    expect(frame(state)).toMatchObject({ step: "where", executed: [] });
    expect(slotsOf(state, id)).toEqual({ day: "2026-12-01" });
    expect(taskAt(state, id).epochs).toEqual({ "trip_1.city": 1 });
    // What was answered before is kept with its epoch: a correction of it is replayed.
    expect(Object.keys(taskAt(state, id).answers)).toEqual(["trip_1.city@0", "trip_1.day@0"]);
    const halfway = jump(done, { to: "step", step: "when" });
    expect(frame(halfway).executed).toEqual(["where", "again"]);
    expect(slotsOf(halfway, id)).toEqual({ city: "Rome" });
  });

  it("back closes what was done from there on, and leaves what was done before", () => {
    const said = { kind: "said", text: "Ok." } as const;
    const done = ["where", "again", "when", "back"].reduce(
      (now, step) => note(now, id, `trip_1/${step}#1`, said),
      changeFrame(at("back"), id, { executed: ["where", "again", "when", "back"] }),
    );
    const { journal } = taskAt(jump(done, { to: "step", step: "when" }), id);
    expect(Object.keys(journal).filter((key) => journal[key]?.closed === true)).toEqual([
      "trip_1/when#1",
      "trip_1/back#1",
    ]);
  });

  it("to a question that was not done keeps its value", () => {
    const before = fill(at("back"), "city", "Rome");
    const state = jump(before, { to: "step", step: "where" });
    expect(slotsOf(state, id)).toEqual({ city: "Rome" });
    expect(taskAt(state, id).epochs).toEqual({});
  });

  it("back to a step that is no question empties nothing", () => {
    const done = changeFrame(fill(at("bye"), "city", "Rome"), id, { executed: ["where", "again", "said"] });
    const state = jump(done, { to: "step", step: "said" });
    expect(slotsOf(state, id)).toEqual({ city: "Rome" });
    expect(taskAt(state, id).epochs).toEqual({});
    expect(frame(state).executed).toEqual(["where", "again"]);
  });
});

describe("a question to come", () => {
  const steps = (more: string): string => `
slots:
  a: { type: string, prompt: "A?" }
  b: { type: string, prompt: "B?" }
  c: { type: string, prompt: "C?" }
  list: { type: list, set_by: action }
flows:
  ask:
    description: Ask
    trigger: { intents: [ask] }
    steps:
      - { step: a, type: collect, slot: a }
${more}`;
  const isSoon = (more: string, slot: string, step = "a"): boolean => {
    const asking = assistantOf(steps(more));
    const askId = flowId("ask_1");
    const now = frameAt(placed(begun(newDialogue(asking), asking, "ask"), askId, { step }), askId);
    return isAskedSoon(flowOf(asking, now), now, slot);
  };
  const middle = "      - { step: b, type: collect, slot: b, when: a == null }\n";
  const last = (keys = ""): string => `      - { step: c, type: collect, slot: c${keys} }\n`;

  it("is near if only other questions come before it", () => {
    expect(isSoon(middle + last(), "c")).toBe(true);
    expect(isSoon(last(), "c")).toBe(true);
  });

  it("is not the one where the flow stands, nor one behind it", () => {
    expect(isSoon(middle + last(), "a")).toBe(false);
    expect(isSoon(middle + last(), "a", "c")).toBe(false);
  });

  it.each([
    ["has a condition", last(", when: a != null")],
    ["is forced", last(", force: true")],
    ["needs a list", last(", from: list")],
    ["comes after another kind of step", `      - { step: said, type: say, message: Hm. }\n${last()}`],
  ])("is not near if it %s", (_, more) => {
    expect(isSoon(more, "c")).toBe(false);
  });

  it("is not near behind a jump", () => {
    const jump = "      - { step: b, type: collect, slot: b, jump_to: d }\n";
    const back = "      - { step: d, type: say, message: Hm., jump_to: c }\n";
    expect(isSoon(jump + last(", jump_to: end") + back, "c")).toBe(false);
  });
});

describe("a new round of a loop", () => {
  const body = ["when", "said", "other", "count"];
  const round = (state: DialogueState): DialogueState =>
    startRound(state, context, { flowId: id, loop: "again", body });

  it("forgets what its body did and asked for, and nothing else", () => {
    const begin = round(fill(at("again", { executed: ["where", "again"] }), "city", "Rome"));
    const counted = writeSlot(begin, {
      frame: frame(begin),
      slot: slotOf(assistant, "trip", "rounds"),
      value: 1,
      provenance: { by: "set", step: "count" },
    });
    const inside = changeFrame(fill(counted, "day", "2026-12-01"), id, { step: "when" });
    const passed = completeStep(inside, context, { flowId: id });
    expect(frame(passed).loops).toEqual({ again: ["trip_1.day"] });
    const state = round(passed);
    expect(frame(state)).toMatchObject({ executed: ["where", "again"], loops: { again: [] } });
    expect(slotsOf(state, id)).toEqual({ city: "Rome", rounds: 1 });
    expect(taskAt(state, id).epochs).toEqual({ "trip_1.day": 1 });
  });

  it("asks again for what its body had asked when the assistant changed in the middle of it", () => {
    const given = fill(fill(at("again", { executed: ["where", "when", "said"] }), "city", "Rome"), "day", "2026-12-01");
    const state = round(closePast(given, taskAt(given, id)));
    expect(slotsOf(state, id)).toEqual({ city: "Rome" });
    expect(taskAt(state, id).epochs).toEqual({ "trip_1.day": 1 });
    const before = fill(at("again", { executed: ["where"] }), "day", "2026-12-01");
    expect(slotsOf(round(closePast(before, taskAt(before, id))), id)).toEqual({ day: "2026-12-01" });
  });

  it("keeps a value that no question of the round was passed for", () => {
    const state = round(round(fill(at("again"), "day", "2026-12-01")));
    expect(slotsOf(state, id)).toEqual({ day: "2026-12-01" });
    expect(taskAt(state, id).epochs).toEqual({});
  });

  it("asks again for what a flow called in its body asked into the caller's slot", () => {
    const begin = changeFrame(round(fill(at("again"), "day", "2026-12-01")), id, {
      step: "other",
      visits: { other: 1 },
    });
    const day: Binding = { flowId: id, slot: "day" };
    const within = changeFrame(called(begin, assistant, "stay"), inner, { bindings: { day } });
    const passed = completeStep(within, context, { flowId: inner });
    expect(frame(passed).loops).toEqual({ again: ["trip_1.day"] });
    expect(taskAt(round(passed), id).epochs).toEqual({ "trip_1.day": 1 });
  });

  it("notes a question once, and only while the flow is in the body", () => {
    const begin = changeFrame(round(fill(at("again"), "day", "2026-12-01")), id, { step: "when" });
    const passed = changeFrame(completeStep(begin, context, { flowId: id }), id, { step: "when" });
    expect(frame(completeStep(passed, context, { flowId: id })).loops).toEqual({ again: ["trip_1.day"] });
    const before = changeFrame(begin, id, { step: "where" });
    expect(frame(completeStep(before, context, { flowId: id })).loops).toEqual({ again: [] });
  });

  it("is over with its loop", () => {
    const state = round(at("again"));
    expect(frame(endLoop(state, frame(state), "again")).loops).toEqual({});
    expect(startRound(state, context, { flowId: flowId("trip_9"), loop: "again", body })).toBe(state);
  });
});
