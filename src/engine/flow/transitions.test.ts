import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import type { ConversationState } from "../state/conversation-state.ts";
import type { DialogueState } from "../state/state.ts";
import { transition, transitions } from "./transitions.ts";

const start = newDialogue(
  assistantOf("flows: { a: { description: A, steps: [{ step: b, type: say, message: C. }] } }"),
);
const conversationStates = Object.keys(transitions) as readonly ConversationState[];

describe("the state of the conversation", () => {
  it("changes only as the table allows, and says so", () => {
    for (const from of conversationStates) {
      for (const to of conversationStates) {
        const state: DialogueState = { ...start, conversationState: from };
        if (from === to) expect(transition(state, to)).toBe(state);
        else if (transitions[from].includes(to)) {
          const moved = transition(state, to);
          expect(moved.conversationState).toBe(to);
          expect(moved.turn?.events).toEqual([{ type: "state_changed", from, to }]);
        } else {
          expect(() => transition(state, to)).toThrow(
            expect.objectContaining({
              code: "state.illegal_transition",
              message: `The conversation cannot go from '${from}' to '${to}'.`,
            }),
          );
        }
      }
    }
  });
});
