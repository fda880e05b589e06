import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import type { DialogueState } from "../state/state.ts";
import { markDigressed, markProgress, record } from "./record.ts";

const start = newDialogue(
  assistantOf("flows: { a: { description: A, steps: [{ step: b, type: say, message: C. }] } }"),
);
const atRest: DialogueState = { ...start, turn: null };
const event = { type: "handed_off", reason: null } as const;

describe("what happens in a turn", () => {
  it("is noted in order", () => {
    const state = record(record(start, event), { type: "session_expired", flows: 1 });
    expect(state.turn?.events).toEqual([event, { type: "session_expired", flows: 1 }]);
    expect(record(atRest, event)).toBe(atRest);
  });

  it("may be progress, or a digression", () => {
    expect(markProgress(start).turn).toMatchObject({ progress: true, digressed: false });
    const done = markProgress(start);
    expect(markProgress(done)).toBe(done);
    expect(markProgress(atRest)).toBe(atRest);
    expect(markDigressed(start).turn).toMatchObject({ progress: false, digressed: true });
  });
});
