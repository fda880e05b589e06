import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, effect, frameAt, taskAt } from "../../../tests/support/tasks.ts";
import type { ActionErrorCode } from "../assistant/action.ts";
import { flowId } from "../ids.ts";
import type { Answered, Entry, Snapshot, Task } from "../state/task.ts";
import {
  answerKey,
  cellKey,
  changeTask,
  closeSteps,
  currentAnswer,
  doneEffects,
  epochOf,
  findTask,
  hasEffects,
  isAffirmed,
  isDoneEffect,
  knownJournal,
  note,
  placeOf,
  recall,
  taskIdOf,
  taskOf,
} from "./tasks.ts";

const assistant = assistantOf(`
flows:
  pay: { description: Pay, trigger: { intents: [pay] }, steps: [{ step: hi, type: say, message: Hi. }] }
`);
const state = begun(newDialogue(assistant), assistant, "pay");
const id = flowId("pay_1");
const cell = { flowId: id, slot: "city" };
const said: Entry = { kind: "said", text: "x" };
const answered = (answer: "yes" | "no"): Answered => ({
  kind: "answered",
  answer,
  shown: {},
  cells: {},
  text: { flow: "pay", step: "sure" },
});
const failed = (code: ActionErrorCode, isEffect = true): Entry => ({
  kind: "action",
  input: {},
  result: { ok: false, code, message: "" },
  effect: isEffect,
});
const withJournal = (journal: Task["journal"]): Task => ({ ...taskAt(state, id), journal });
const settled: Snapshot = { frames: [], slots: {}, provenance: {}, settled: true };

describe("the frames of a task", () => {
  it("have ids that begin with that of the first", () => {
    for (const each of ["pay_1", "pay_1/call#1", "pay_1/call#1/deep#2", "pay_1>1", "pay_1>2/call#1", "pay_1/call#1>1"])
      expect(taskIdOf(flowId(each))).toBe("pay_1");
    expect(taskOf(state, flowId("pay_1/call#1"))).toBe(state.tasks[id]);
    expect(findTask(state, flowId("pay_10"))).toBeNull();
    expect(() => taskOf(state, flowId("pay_10"))).toThrowError(
      expect.objectContaining({ code: "state.unknown_task", message: expect.stringContaining("'pay_10'") }),
    );
  });

  it("share one task", () => {
    const changed = changeTask(state, flowId("pay_1/call#1"), { calls: 3 });
    expect(taskAt(changed, id).calls).toBe(3);
  });
});

describe("a place", () => {
  it("is the frame, the step and the how manieth visit of it", () => {
    const frame = frameAt(state, id);
    expect(placeOf(frame)).toBe("pay_1/hi#1");
    expect(placeOf({ ...frame, visits: { hi: 3 } })).toBe("pay_1/hi#3");
    // One that an older version stored has no count.
    expect(placeOf({ ...frame, visits: {} })).toBe("pay_1/hi#1");
  });
});

describe("an answer", () => {
  const answer = { cell, epoch: 1, flow: "pay", from: "question", value: "Rome", by: { by: "api" } } as const;

  it("belongs to a slot of a frame, and to a time it was asked", () => {
    expect(cellKey(cell)).toBe("pay_1.city");
    expect(answerKey(cell, 2)).toBe("pay_1.city@2");
    expect(epochOf(taskAt(state, id), cell)).toBe(0);
  });

  it("is the current one only in its own time", () => {
    const task: Task = { ...taskAt(state, id), answers: { "pay_1.city@1": answer } };
    expect(currentAnswer(task, cell)).toBeNull();
    expect(currentAnswer({ ...task, epochs: { "pay_1.city": 1 } }, cell)).toBe(answer);
  });
});

describe("the journal", () => {
  const at = { flowId: id, key: "pay_1/hi#1", kind: "said" } as const;

  it("has what happened at a place, of the kind that is looked for", () => {
    const noted = note(state, id, at.key, said);
    expect(recall(noted, at)).toBe(said);
    expect(recall(noted, { ...at, kind: "action" })).toBeNull();
    expect(recall(noted, { ...at, key: "pay_1/hi#2" })).toBeNull();
    expect(note(noted, id, at.key, said)).toBe(noted);
    expect(note(state, flowId("pay_2"), at.key, said)).toBe(state);
  });

  it("of the way before counts in a replay, unless this way has its own", () => {
    const other: Entry = { kind: "said", text: "y" };
    const replayed = changeTask(state, id, { recorded: { [at.key]: other } });
    expect(recall(replayed, at)).toBe(other);
    expect(recall(note(replayed, id, at.key, said), at)).toBe(said);
  });

  it("of both ways is known, and this way's is the newer one", () => {
    const journal = { a: said };
    expect(knownJournal({ journal })).toBe(journal);
    const older: Entry = { kind: "said", text: "older" };
    expect(knownJournal({ journal, recorded: { a: older, b: older } })).toEqual({ a: said, b: older });
  });

  it("of steps that the flow has gone back over is history, with what they called; a done effect is never", () => {
    const keys = ["hi#1", "hi#1?left", "hi#2", "hi#1/deep#1", "hill#1", "bye#1"].map((each) => `pay_1/${each}`);
    const full = changeTask(state, id, {
      journal: { ...Object.fromEntries(keys.map((key) => [key, said])), "pay_1/hi#3": effect() },
    });
    const { journal } = taskAt(closeSteps(full, frameAt(full, id), ["hi"]), id);
    const isClosed = (key: string): boolean => journal[key]?.closed === true;
    expect(Object.keys(journal).filter(isClosed)).toEqual(keys.slice(0, 4));
    expect(journal["pay_1/hi#1"]).toEqual({ ...said, closed: true });
    expect(journal["pay_1/hi#3"]).toEqual(effect());
  });
});

describe("an effect", () => {
  it("is done if it went well, and if nobody knows", () => {
    expect(isDoneEffect(effect())).toBe(true);
    expect(isDoneEffect(failed("action.timeout"))).toBe(true);
    expect(isDoneEffect(failed("action.outcome_unknown"))).toBe(true);
    expect(isDoneEffect(failed("action.bad_output"))).toBe(true);
  });

  it("is not done if the action says that it failed, or never ran", () => {
    for (const code of ["action.failed", "action.bad_input", "action.not_registered"] as const)
      expect(isDoneEffect(failed(code))).toBe(false);
  });

  it("is no search, text or yes", () => {
    expect(isDoneEffect({ ...effect(), effect: false } as Entry)).toBe(false);
    expect([said, answered("yes")].map(isDoneEffect)).toEqual([false, false]);
    expect(doneEffects({ a: said, b: effect(), c: failed("action.failed"), d: effect() })).toEqual(["b", "d"]);
  });

  it("of a task stays one when the past before it is closed", () => {
    expect(hasEffects(withJournal({ a: said }))).toBe(false);
    expect(hasEffects(withJournal({ a: effect() }))).toBe(true);
    expect(hasEffects({ ...withJournal({}), base: settled })).toBe(true);
    expect(hasEffects({ ...withJournal({}), base: { ...settled, settled: false } })).toBe(false);
  });
});

describe("a task", () => {
  it("is affirmed by a yes, not by a no", () => {
    expect(isAffirmed(withJournal({ a: said, b: answered("no") }))).toBe(false);
    expect(isAffirmed(withJournal({ a: answered("no"), b: answered("yes") }))).toBe(true);
    expect(isAffirmed({ ...withJournal({}), base: settled })).toBe(true);
    expect(isAffirmed({ ...withJournal({}), base: { ...settled, settled: false } })).toBe(false);
  });
});
