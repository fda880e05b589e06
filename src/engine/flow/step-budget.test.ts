import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import type { DialogueState } from "../state/state.ts";
import { countStep, isOverSteps, resetSteps } from "./cursor.ts";

const assistant = assistantOf(`
settings: { limits: { steps_per_turn: 2 } }
flows:
  hello: { description: Say hello, trigger: { intents: [hello] }, steps: [{ step: hi, type: say, message: Hi. }] }
`);
const context = { assistant };
const start = newDialogue(assistant);

describe("the steps of a turn", () => {
  it("are counted, and too many beyond the limit", () => {
    const two = countStep(countStep(start));
    expect(two.turn?.steps).toBe(2);
    expect(isOverSteps(two, context)).toBe(false);
    expect(isOverSteps(countStep(two), context)).toBe(true);
    expect(isOverSteps(resetSteps(countStep(two)), context)).toBe(false);
  });

  it("begin at none in a turn that an older version began, and are nobody's between turns", () => {
    const { steps: _, ...turn } = start.turn ?? { steps: 0 };
    const old = { ...start, turn } as DialogueState;
    expect(isOverSteps(old, context)).toBe(false);
    expect(countStep(old).turn?.steps).toBe(1);
    const resting = { ...start, turn: null };
    expect(countStep(resting)).toBe(resting);
    expect(resetSteps(resting)).toBe(resting);
    expect(isOverSteps(resting, context)).toBe(false);
  });
});
