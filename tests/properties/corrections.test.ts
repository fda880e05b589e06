import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { assistantOf } from "../support/dialogue.ts";
import { conversationMachine } from "./conversation-machine.ts";

const runs = Number(process.env["SONI_PROPERTY_RUNS"] ?? 200);

/** The slots of the flow that is left open after these turns, each a list of commands. */
async function slotsAfter(yaml: string, turns: readonly (readonly Command[])[]): Promise<JsonObject> {
  const machine = conversationMachine(assistantOf(yaml));
  let state = machine.start;
  for (const [index, commands] of turns.entries()) state = await machine.turn(state, commands, index);
  const [frame] = state.flowStack;
  if (frame === undefined) throw new Error("the flow has ended");
  return state.flowSlots[frame.flowId] ?? {};
}

const given = ["a", "b", "c"] as const;
const set = (slot: string, value: Json): Command => ({ type: "set_slot", slot, value });
const correct = (slot: string, value: Json): Command => ({ type: "correct_slot", slot, value });

interface Assignment {
  readonly target: string;
  readonly left: string;
  readonly right: string;
}

/** What a step writes, and the two values it reads. An answer is only changed in place: else a later one overrides it. */
const assignment: fc.Arbitrary<Assignment> = fc
  .record({
    target: fc.constantFrom("x", "y", ...given),
    left: fc.constantFrom("x", "y", ...given),
    right: fc.constantFrom("x", "y", ...given),
  })
  .map(({ target, left, right }) => ({ target, left: target < "x" ? target : left, right }));

/** Results have brackets, so that none looks like an answer. */
const flowOf = (assignments: readonly Assignment[]): string => `
slots:
${given.map((name) => `  ${name}: { type: string, description: "${name}", prompt: "${name}?" }`).join("\n")}
  x: { type: string, description: x, set_by: action }
  y: { type: string, description: y, set_by: action }
  last: { type: string, description: last, prompt: "Last?" }
flows:
  sums:
    description: Do sums
    trigger: { intents: [sums] }
    steps:
      - { step: begin, type: set, slots: { x: X, y: Y } }
${given.map((name) => `      - { step: ask_${name}, type: collect, slot: ${name} }`).join("\n")}
${assignments
  .map(
    ({ target, left, right }, index) =>
      `      - { step: sum_${index}, type: set, slots: { ${target}: "{{ '(' + ${left} + ${right} + ')' }}" } }`,
  )
  .join("\n")}
      - { step: ask_last, type: collect, slot: last }
`;

const answer = fc.constantFrom("1", "2", "3");
const answers = fc.record({ a: answer, b: answer, c: answer });
const corrections = fc.array(fc.tuple(fc.constantFrom(...given), answer), { maxLength: 4 });

const basket = `
slots:
  price: { type: integer, description: Price, prompt: "Price?" }
  more: { type: boolean, description: More, prompt: "More?" }
  sum: { type: integer, description: Sum, set_by: action }
flows:
  basket:
    description: Fill a basket
    trigger: { intents: [basket] }
    steps:
      - { step: begin, type: set, slots: { sum: 0 } }
      - step: items
        type: while
        condition: sum == 0 or more
        do:
          - { step: ask_price, type: collect, slot: price }
          - { step: add, type: set, slots: { sum: "{{ sum + price }}" } }
          - { step: ask_more, type: collect, slot: more }
`;

describe("a correction", () => {
  it("leaves what the right answers would have given at once", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(assignment, { maxLength: 5 }), answers, corrections, async (steps, said, changes) => {
        const start: Command = { type: "start_flow", flow: "sums" };
        const meant = { ...said };
        for (const [slot, value] of changes) meant[slot] = value;
        const tell = (values: typeof said) => given.map((slot) => [set(slot, values[slot])]);
        const corrected = await slotsAfter(flowOf(steps), [
          [start],
          ...tell(said),
          ...changes.map(([slot, value]) => [correct(slot, value)]),
        ]);
        expect(corrected).toEqual(await slotsAfter(flowOf(steps), [[start], ...tell(meant)]));
      }),
      { numRuns: runs },
    );
  });

  it("counts in a loop what the last word of each round was", { timeout: 600_000 }, async () => {
    const round = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const turns = rounds.flatMap(([first = 0, ...others], index): readonly (readonly Command[])[] => [
          index === 0 ? [{ type: "start_flow", flow: "basket" }] : [{ type: "set_slot", slot: "more", value: true }],
          [set("price", first)],
          ...others.map((price) => [correct("price", price)]),
        ]);
        const { sum } = await slotsAfter(basket, turns);
        expect(sum).toBe(rounds.reduce((total, prices) => total + (prices.at(-1) ?? 0), 0));
      }),
      { numRuns: runs },
    );
  });
});
