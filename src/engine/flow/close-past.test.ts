import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, called, did, effect, slotOf, taskAt, told, top } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import { closePast, isInPast, isPastSettled, reopened } from "./close-past.ts";
import { writeSlot } from "./slots.ts";
import { changeTask, note } from "./tasks.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  day: { type: string, description: Day, prompt: "Day?" }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: when, type: collect, slot: day }
  stay:
    description: Stay
    steps: [{ step: place, type: collect, slot: city }]
`);
const id = flowId("trip_1");
const inner = flowId("trip_1/where#1");
const user = { by: "user", messageId: "m-1" } as const;
const given = told(begun(newDialogue(assistant), assistant, "trip"), assistant, { id, slot: "city", value: "Rome" });
const closedIn = (state: DialogueState): Task => taskAt(closePast(state, taskAt(state, id)), id);

describe("a task whose past is closed", () => {
  const base = (state: DialogueState) => closedIn(state).base;

  it("stands as it is, with nothing behind it but what it holds", () => {
    const state = changeTask(called(given, assistant, "stay"), id, {
      stale: ["trip_1.city"],
      epochs: { x: 1 },
      calls: 3,
      overrides: {
        x: { cell: { flowId: id, slot: "day" }, replaced: null, value: 1, by: user },
      },
    });
    const other = begun(state, assistant, "trip");
    const task = closedIn(other);
    expect(task).toMatchObject({ id, answers: {}, overrides: {}, journal: {}, epochs: {}, calls: 3 });
    expect(task).not.toHaveProperty("stale");
    expect(task.base?.frames.map(({ flowId: each }) => each)).toEqual([id, inner]);
    expect(task.base).toMatchObject({
      slots: { [id]: { city: "Rome" }, [inner]: {} },
      provenance: { [id]: { city: user } },
      settled: false,
    });
    expect(Object.keys(task.base?.slots ?? {})).toEqual([id, inner]);
    // The answer that a value came from is gone, and so is what points at it.
    expect(task.base?.provenance[id]).toEqual({ city: user });
  });

  it("is settled once something was done or affirmed", () => {
    expect(base(did(given, id))?.settled).toBe(true);
    const text = { flow: "trip", step: "where" };
    const yes = { kind: "answered", answer: "yes", shown: {}, cells: {}, text } as const;
    expect(base(note(given, id, "p", yes))?.settled).toBe(true);
    expect(base(note(given, id, "p", { ...yes, answer: "no" }))?.settled).toBe(false);
    const twice = closePast(did(given, id), taskAt(did(given, id), id));
    expect(base(twice)?.settled).toBe(true);
  });

  it("knows what lies before it", () => {
    const task = closedIn(given);
    expect(isInPast(task, { flowId: id, slot: "city" })).toBe(true);
    expect(isInPast(task, { flowId: id, slot: "day" })).toBe(false);
    expect(isInPast(task, { flowId: inner, slot: "city" })).toBe(false);
    expect(isInPast(taskAt(given, id), { flowId: id, slot: "city" })).toBe(false);
  });
});

describe("a past that is opened again", () => {
  it("has what the user gave as volunteered answers, and not what steps computed", () => {
    const slot = slotOf(assistant, "trip", "day");
    const computed = writeSlot(given, {
      frame: top(given),
      slot,
      value: "Monday",
      provenance: { by: "set", step: "s" },
    });
    const task = reopened(closedIn(computed));
    expect(task).not.toHaveProperty("base");
    expect(task.journal).toEqual({});
    expect(task.answers).toEqual({
      "trip_1.city@0": {
        cell: { flowId: id, slot: "city" },
        epoch: 0,
        flow: "trip",
        from: "start",
        value: "Rome",
        by: user,
      },
    });
  });

  it("has what a program gave too, and what was answered since as it was", () => {
    const closed = closedIn(given);
    const { base } = closed;
    if (base === undefined) throw new Error("The past is open.");
    const api: Task = { ...closed, base: { ...base, provenance: { [id]: { city: { by: "api" } } } } };
    expect(reopened(api).answers["trip_1.city@0"]).toMatchObject({ value: "Rome", by: { by: "api" } });
    const since = {
      cell: { flowId: id, slot: "city" },
      epoch: 0,
      flow: "trip",
      from: "question",
      value: "Oslo",
      by: user,
    };
    const later = { ...closed, answers: { "trip_1.city@0": since } } as Task;
    expect(reopened(later).answers["trip_1.city@0"]).toEqual(since);
  });

  it("that was never closed is as it is", () => {
    const task = taskAt(given, id);
    expect(reopened(task)).toBe(task);
  });
});

describe("a task of which it is not known what its called flows did", () => {
  const many = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
actions:
  pay: { description: Pay, effect: true }
  look: { description: Look }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps: [{ step: on, type: call, flow: middle }, { step: off, type: say, message: Bye. }]
  middle:
    description: In the middle
    steps: [{ step: on, type: link, flow: pays }]
  pays:
    description: Pays
    steps: [{ step: hi, type: say, message: Hi. }, { step: now, type: action, call: pay }, { step: on, type: call, flow: asks }]
  asks:
    description: Asks
    steps: [{ step: sure, type: confirm, message: "Sure?" }, { step: on, type: call, flow: looks }]
  looks:
    description: Looks
    steps: [{ step: now, type: action, call: look }, { step: on, type: call, flow: lost }]
  lost:
    description: Looks for something else
    steps: [{ step: now, type: action, call: look }, { step: where, type: collect, slot: city }]
  aside:
    description: Pays too, for others
    trigger: { intents: [aside] }
    steps: [{ step: now, type: action, call: pay }]
`);
  const fresh = taskAt(begun(newDialogue(many), many, "trip"), id);
  const settled = (ended: readonly string[], change: Partial<Task> = {}): boolean => {
    const closed = taskAt(closePast(begun(newDialogue(many), many, "trip"), fresh), id);
    if (closed.base === undefined) throw new Error("The past is open.");
    return isPastSettled({ ...closed, ...change, base: { ...closed.base, ended } }, many);
  };

  it("counts as settled if one of them may have acted, however deep it was called", () => {
    expect(settled(["pays"])).toBe(true);
    expect(settled(["looks", "asks"])).toBe(true);
  });

  it("is open if none that it could call has acted", () => {
    expect(settled([])).toBe(false);
    expect(settled(["middle", "looks"])).toBe(false);
    expect(settled(["aside"])).toBe(false);
    expect(settled(["gone"])).toBe(false);
    expect(settled(["lost"])).toBe(false);
    expect(isPastSettled(fresh, many)).toBe(false);
  });

  it("is settled by what it is known to have done", () => {
    expect(settled([], { journal: { "trip_1/on#1": effect() } })).toBe(true);
    expect(isPastSettled({ ...fresh, journal: { "trip_1/on#1": effect() } }, many)).toBe(true);
    const text = { flow: "trip", step: "off" };
    const yes = { kind: "answered", answer: "yes", shown: {}, cells: {}, text } as const;
    expect(isPastSettled({ ...fresh, journal: { "trip_1/off#1": yes } }, many)).toBe(true);
  });

  it("stays so when its past is closed again", () => {
    const closed = taskAt(closePast(given, taskAt(given, id)), id);
    if (closed.base === undefined) throw new Error("The past is open.");
    const again = closePast(given, { ...closed, base: { ...closed.base, ended: ["stay"] } });
    expect(taskAt(again, id).base?.ended).toEqual(["stay"]);
    expect(closed.base).not.toHaveProperty("ended");
  });
});
