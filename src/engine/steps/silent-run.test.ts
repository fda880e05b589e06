import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { answer, corrected, run } from "../../../tests/support/pure-run.ts";
import { begun, taskAt } from "../../../tests/support/tasks.ts";
import { changeTask } from "../flow/tasks.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";
import { drive } from "./drive.ts";
import { tryTask } from "./try-task.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  street: { type: string, description: Street, prompt: "Street?" }
  floor: { type: integer, description: Floor, prompt: "Floor?" }
flows:
  move:
    description: Move
    trigger: { intents: [move] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: address, type: call, flow: address, outputs: [street] }
      - { step: said, type: say, message: "{street} in {city}." }
      - { step: up, type: collect, slot: floor }
  address:
    description: Address
    outputs: [street]
    steps:
      - { step: which, type: collect, slot: street }
`);
const id = flowId("move_1");
const city = "move_1.city@0";
const street = "move_1/address#1.street@0";
const begin = run(begun(newDialogue(assistant), assistant, "move"), assistant).state;
const inTown = run(answer(begin, assistant, "city", "Rome"), assistant).state;
const open = run(answer(inTown, assistant, "street", "Via Appia"), assistant).state;

/** A trial, and then the live run of what was tried, or of something else. */
function tried(state: DialogueState, live: DialogueState) {
  const context = afterTrial(state);
  return drive(live, context, null);
}

function afterTrial(state: DialogueState): TurnContext {
  const context: TurnContext = { ...contextOf(assistant), tried: { run: null } };
  const verdict = tryTask(state, context, taskAt(state, id));
  expect(verdict.kind).toBe("possible");
  expect(context.tried?.run).not.toBeNull();
  return context;
}

/** Whether the live run goes on where the trial got: then it says what the trial had to say, be that a word of the test. */
function isTakenOver(state: DialogueState, live: DialogueState): boolean {
  const { run: silent = null } = afterTrial(state).tried ?? {};
  if (silent === null) throw new Error("Nothing was tried.");
  const mark = { kind: "said" } as unknown as (typeof silent.said)[number];
  const context = { ...contextOf(assistant), tried: { run: { ...silent, said: [mark] } } };
  return drive(live, context, null).say.includes(mark);
}

describe("the live run of a correction that was tried", () => {
  it.each([
    ["a slot of the flow", city, "Bern"],
    ["a slot of a called flow that has ended", street, "Via Sacra"],
  ])("ends, says and tells the same as without the trial: %s", (_, key, value) => {
    const changed = corrected(open, id, key, value);
    const alone = drive(changed, contextOf(assistant), null);
    expect(tried(changed, changed)).toEqual(alone);
    expect(alone.say.length).toBeGreaterThan(1);
  });

  it("replays no step that the trial has replayed, also if the message was noted since", () => {
    const changed = corrected(open, id, city, "Bern");
    expect(isTakenOver(changed, changed)).toBe(true);
    const change = { messageId: "m-1", answers: {}, overrides: {}, confirmations: [] };
    const noted = changeTask(changed, id, { changes: [change] });
    expect(isTakenOver(changed, noted)).toBe(true);
    expect(taskAt(tried(changed, noted).state, id).changes).toEqual([change]);
  });

  it("replays on its own where the task, a secret or the archive is another than in the trial", () => {
    const changed = corrected(open, id, city, "Bern");
    const others: readonly DialogueState[] = [
      corrected(open, id, city, "Oslo"),
      changeTask(changed, id, { journal: { ...taskAt(changed, id).journal } }),
      { ...changed, metadata: { ...changed.metadata } },
      { ...changed, vault: { next: 2, secrets: {} } },
    ];
    expect(others.map((other) => isTakenOver(changed, other))).toEqual([false, false, false, false]);
  });

  it("takes nothing over from the trial of another answer", () => {
    const wrong = corrected(open, id, city, "Bern");
    const right = corrected(open, id, city, "Oslo");
    expect(tried(wrong, right)).toEqual(drive(right, contextOf(assistant), null));
  });

  it("takes nothing over if something else has changed since, such as what was archived", () => {
    const changed = corrected(open, id, city, "Bern");
    const later: DialogueState = { ...changed, metadata: { ...changed.metadata, error: "flow.error" } };
    const { state } = tried(changed, later);
    expect(state.metadata.error).toBe("flow.error");
    expect(state).toEqual(drive(later, contextOf(assistant), null).state);
  });
});
