import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { answer, run } from "../../../tests/support/pure-run.ts";
import { begun, taskAt, told } from "../../../tests/support/tasks.ts";
import { closePast } from "../flow/close-past.ts";
import { flowId } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Task } from "../state/task.ts";
import { judge } from "./answer-change.ts";
import type { DecidedSoFar } from "./command-next.ts";

const assistant = assistantOf(`
slots:
  from: { type: string, description: From, prompt: "From?" }
  price: { type: integer, description: Price, set_by: action }
  rate: { type: integer, description: Rate, set_by: action }
  tip: { type: integer, description: Tip, prompt: "Tip?" }
actions:
  search: { description: Search, inputs: [from], outputs: [price] }
  look: { description: Look, inputs: [from], outputs: [rate] }
  book: { description: Book, inputs: [price], outputs: [], effect: true }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: a, type: collect, slot: from }
      - { step: find, type: action, call: search }
      - { step: look, type: action, call: look }
      - { step: pay, type: action, call: book }
      - { step: done, type: collect, slot: tip }
  slow:
    description: Slow
    trigger: { intents: [slow] }
    steps:
      - { step: a, type: collect, slot: from }
      - { step: b, type: collect, slot: tip }
      - { step: pay, type: action, call: book, inputs: { price: tip } }
`);
const id = flowId("trip_1");
const actions = { search: () => ({ price: 5 }), look: () => ({ rate: 1 }) };
const begin = run(begun(newDialogue(assistant), assistant, "trip"), assistant, actions).state;
/** Paid with the price from Oslo. */
const paid = run(answer(begin, assistant, "from", "Oslo"), assistant, actions).state;
const from = (value: Json): Task => {
  const task = taskAt(paid, id);
  const given = task.answers["trip_1.from@0"];
  if (given === undefined) throw new Error("No answer.");
  return { ...task, answers: { "trip_1.from@0": { ...given, value } } };
};
const found = (step: string, input: JsonObject, output: JsonObject): DecidedSoFar[number] => ({
  on: "search",
  key: `trip_1/${step}#1`,
  entry: { kind: "action", input, result: { ok: true, output }, effect: false },
});
const judged = (value: Json, ...decided: DecidedSoFar) =>
  judge(
    paid,
    { context: contextOf(assistant), checks: {}, decided, takesBackYes: () => undefined },
    { wanted: from(value), cells: [{ flowId: id, slot: "from" }] },
  );
const bern = { from: "Bern" };

describe("a correction of what something that is done depends on", () => {
  it("waits for the searches in between, one after the other", () => {
    expect(judged("Bern")).toMatchObject({
      kind: "decide",
      decision: { on: "search", key: "trip_1/find#1", request: { action: "search", input: bern } },
    });
    expect(judged("Bern", found("find", bern, { price: 5 }))).toMatchObject({
      kind: "decide",
      decision: { on: "search", key: "trip_1/look#1", request: { action: "look", input: bern } },
    });
  });

  it("is possible if what was done would be done with the same, and else too late", () => {
    const look = found("look", bern, { rate: 1 });
    expect(judged("Bern", found("find", bern, { price: 5 }), look).kind).toBe("possible");
    expect(judged("Bern", found("find", bern, { price: 6 }), look).kind).toBe("settled");
  });

  it("takes a result that was found for the same place and input, though another one was found there since", () => {
    const look = found("look", bern, { rate: 1 });
    const since = found("find", { from: "Rome" }, { price: 9 });
    expect(judged("Bern", found("find", bern, { price: 5 }), since, look).kind).toBe("possible");
    // Not one that was found elsewhere.
    expect(judged("Bern", look, since)).toMatchObject({ kind: "decide", decision: { key: "trip_1/find#1" } });
  });
});

describe("a correction of what was given before the assistant changed", () => {
  const slow = flowId("slow_1");
  const start = run(begun(newDialogue(assistant), assistant, "slow"), assistant).state;
  /** Oslo was given to the former version. */
  const given = run(answer(start, assistant, "from", "Oslo"), assistant).state;
  const closed = closePast(given, taskAt(given, slow));
  const corrected = taskAt(told(closed, assistant, { id: slow, slot: "from", value: "Bern", from: "start" }), slow);
  const judgedOf = (wanted: Task, ...slots: readonly string[]) =>
    judge(
      closed,
      { context: contextOf(assistant), checks: {}, decided: [], takesBackYes: () => undefined },
      { wanted, cells: slots.map((slot) => ({ flowId: slow, slot })) },
    );

  it("opens the past of the task, also where something else changes with it", () => {
    for (const slots of [["from"], ["from", "tip"], ["tip", "from"]]) {
      const judgement = judgedOf(corrected, ...slots);
      expect(judgement.kind).toBe("possible");
      expect(judgement.kind === "possible" && judgement.task.base).toBe(undefined);
    }
  });

  it("leaves the past alone where it is not about it", () => {
    const judgement = judgedOf(taskAt(closed, slow), "tip");
    expect(judgement).toMatchObject({ kind: "possible", task: { base: { slots: { [slow]: { from: "Oslo" } } } } });
  });

  it("is too late if something was done there", () => {
    if (corrected.base === undefined) throw new Error("The past is open.");
    expect(judgedOf({ ...corrected, base: { ...corrected.base, settled: true } }, "from").kind).toBe("settled");
  });
});
