import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DialogueState } from "../../src/engine/state/state.ts";
import { adversarialAssistant } from "./adversarial-assistant.ts";
import { conversation } from "./commands.ts";
import { conversationMachine } from "./conversation-machine.ts";
import { checkCalls, checkInvariants } from "./invariants.ts";

const runs = Number(process.env["SONI_PROPERTY_RUNS"] ?? 500);
const minute = 60_000;

/** A flow that calls another, and is interrupted there: chance alone comes so deep only in most of the runs. */
const threeDeep = [
  [{ type: "start_flow", flow: "plan" } as const],
  [{ type: "set_slot", slot: "day", value: "2026-12-24" } as const],
  [{ type: "set_slot", slot: "size", value: "large" } as const],
  [{ type: "set_slot", slot: "amount", value: 5 } as const],
  [{ type: "start_flow", flow: "buy" } as const],
].map((commands) => ({ commands, silence: false }));

describe("any sequence of commands", () => {
  const assistant = adversarialAssistant();

  it(`leaves stack, slots, transitions and money in order (${runs} conversations)`, {
    timeout: 30 * minute,
  }, async () => {
    let payments = 0;
    let deepest = 0;
    await fc.assert(
      fc.asyncProperty(conversation, async (turns) => {
        const machine = conversationMachine(assistant);
        const keys = new Set<string>();
        let state: DialogueState = machine.start;
        let at = 0;
        for (const { commands, silence } of turns) {
          at += silence ? 20 * minute : 1000;
          const before = state;
          state = await machine.turn(before, commands, at);
          const calls = machine.takeCalls();
          checkInvariants(state, assistant);
          checkCalls(before, state, calls);
          for (const { key } of calls) {
            expect(keys.has(key), `key ${key} used twice`).toBe(false);
            keys.add(key);
          }
          payments += calls.filter((call) => call.action === "pay").length;
          deepest = Math.max(deepest, state.flowStack.length);
        }
      }),
      { numRuns: runs, examples: [[threeDeep]] },
    );
    // The generator must reach the places that it is meant to test.
    expect(payments).toBeGreaterThan(0);
    expect(deepest).toBeGreaterThan(2);
  });

  it("gives the same state and the same action keys when a turn is run again", { timeout: 10 * minute }, async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (turns) => {
        const first = conversationMachine(assistant);
        const second = conversationMachine(assistant);
        let state: DialogueState = first.start;
        let at = 0;
        for (const { commands } of turns.slice(0, 20)) {
          at += 1000;
          const again = await second.turn(JSON.parse(JSON.stringify(state)), commands, at);
          state = await first.turn(state, commands, at);
          expect(JSON.stringify(again)).toBe(JSON.stringify(state));
          expect(second.takeCalls()).toEqual(first.takeCalls());
        }
      }),
      { numRuns: Math.ceil(runs / 10) },
    );
  });

  it("changes nothing for a prompt that is stale, used or unknown", { timeout: 10 * minute }, async () => {
    const essence = ({ flowStack, flowSlots, metadata }: DialogueState) =>
      JSON.stringify({
        flowStack: flowStack.map(({ question: { retries: _, asking: __, ...question }, ...frame }) => ({
          ...frame,
          question,
        })),
        flowSlots,
        archive: metadata.completedFlows,
      });
    await fc.assert(
      fc.asyncProperty(conversation, fc.constantFrom("affirm" as const, "deny" as const), async (turns, type) => {
        const machine = conversationMachine(assistant);
        let state: DialogueState = machine.start;
        let at = 0;
        for (const { commands } of turns.slice(0, 12)) {
          at += 1000;
          state = await machine.turn(state, commands, at);
        }
        machine.takeCalls();
        const after = await machine.turn(state, [{ type, promptId: "buy_9.check.999" }], at + 1000);
        if (state.metadata.turnsWithoutProgress >= 4 || state.metadata.handoff !== null) return;
        expect(after.last?.reply.commands).toEqual([
          { command: { type, promptId: "buy_9.check.999" }, result: "refused", code: "prompt.stale" },
        ]);
        expect(essence(after)).toBe(essence(state));
        expect(machine.takeCalls()).toEqual([]);
      }),
      { numRuns: Math.ceil(runs / 5) },
    );
  });
});
