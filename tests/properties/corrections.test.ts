import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command } from "../../src/engine/commands/command.ts";
import { slotsOf } from "../../src/engine/flow/slots.ts";
import type { Json, JsonObject } from "../../src/engine/json.ts";
import type { DialogueState } from "../../src/engine/state/state.ts";
import { assistantOf } from "../support/dialogue.ts";
import { type Call, conversationMachine } from "./conversation-machine.ts";

const runs = Number(process.env["SONI_PROPERTY_RUNS"] ?? 200);
const minutes = 60_000;

interface Held {
  readonly state: DialogueState;
  readonly calls: readonly Call[];
}

/** A conversation of these turns, each a list of commands. */
async function hold(yaml: string, turns: readonly (readonly Command[])[]): Promise<Held> {
  const machine = conversationMachine(assistantOf(yaml));
  let state = machine.start;
  for (const [index, commands] of turns.entries()) state = await machine.turn(state, commands, index);
  return { state, calls: machine.takeCalls() };
}

/** After these turns the user answers what is asked, and says yes, until the last question. */
async function finish(yaml: string, meant: JsonObject, turns: readonly (readonly Command[])[]): Promise<Held> {
  const machine = conversationMachine(assistantOf(yaml));
  let state = machine.start;
  const wanted = [...turns];
  for (let index = 0; index < 20; index += 1) {
    const next = wanted.shift() ?? reply(state, meant);
    if (next === null) return { state, calls: machine.takeCalls() };
    state = await machine.turn(state, next, index);
  }
  throw new Error("It never comes to its last question.");
}

function reply({ pending }: DialogueState, meant: JsonObject): readonly Command[] | null {
  if (pending?.kind === "confirmation") return [{ type: "affirm" }];
  if (pending?.kind !== "slot") throw new Error(`Nobody waits for ${pending?.kind}.`);
  return pending.slot === "last" ? null : [set(pending.slot, meant[pending.slot] ?? null)];
}

/** Where it leads: the stack with the slots of each flow, the open question and its words, what ended, what waits to count. */
const outcome = ({ state }: Held) => ({
  stack: state.flowStack.map(({ flowId, flow, step, executed, visits }) => ({
    flowId,
    flow,
    step,
    executed,
    visits,
    slots: slotsOf(state, flowId),
  })),
  waits: state.pending?.kind,
  asked: state.last?.reply.messages.at(-1)?.text,
  ended: state.metadata.completedFlows.map(({ flow, flowState, outputs }) => ({ flow, flowState, outputs })),
  answers: Object.values(state.tasks).map(({ answers, journal }) => ({
    answers: Object.fromEntries(Object.entries(answers).map(([key, { value, from }]) => [key, { value, from }])),
    journal: Object.keys(journal),
  })),
});

const effects = ({ calls }: Held): readonly (readonly [string, JsonObject])[] =>
  calls.filter(({ action }) => action === "pay").map(({ action, input }) => [action, input]);

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

const slots = `
slots:
${given.map((name) => `  ${name}: { type: string, description: "${name}", prompt: "${name}?" }`).join("\n")}
  x: { type: string, description: x, set_by: action }
  y: { type: string, description: y, set_by: action }
  quote: { type: float, description: quote, set_by: action }
  last: { type: string, description: last, prompt: "Last?" }`;

/** Results have brackets, so that none looks like an answer. */
const sums = (assignments: readonly Assignment[]): string =>
  assignments
    .map(
      ({ target, left, right }, index) =>
        `      - { step: sum_${index}, type: set, slots: { ${target}: "{{ '(' + ${left} + ${right} + ')' }}" } }`,
    )
    .join("\n");

const flowOf = (assignments: readonly Assignment[]): string => `${slots}
flows:
  sums:
    description: Do sums
    trigger: { intents: [sums] }
    steps:
      - { step: begin, type: set, slots: { x: X, y: Y } }
${given.map((name) => `      - { step: ask_${name}, type: collect, slot: ${name} }`).join("\n")}
${sums(assignments)}
      - { step: ask_last, type: collect, slot: last }
`;

/** The same with a question in a called flow, a search, a branch, a yes and an effect. */
const shopOf = (assignments: readonly Assignment[], shown: string): string => `${slots}
actions:
  find: { description: Find, inputs: [city], outputs: [quote] }
  pay: { description: Pay, inputs: [amount], effect: true }
flows:
  sums:
    description: Do sums
    trigger: { intents: [sums] }
    steps:
      - { step: begin, type: set, slots: { x: X, y: Y } }
      - { step: ask_a, type: collect, slot: a }
      - { step: inside, type: call, flow: part, inputs: { a: a }, outputs: { b: b } }
      - { step: search, type: action, call: find, inputs: { city: a } }
      - { step: found, type: say, message: "{a} and {b}" }
      - { step: ask_c, type: collect, slot: c, when: "b != '3'" }
${sums(assignments)}
      - { step: sure, type: confirm, message: "Sure with ${shown}?" }
      - { step: paid, type: action, call: pay, inputs: { amount: "{{ a + '/' + b }}" } }
      - { step: ask_last, type: collect, slot: last }
  part:
    description: A part of it
    inputs: [a]
    outputs: [b]
    steps:
      - { step: ask_b, type: collect, slot: b }
      - { step: noted, type: say, message: "{b} with {a}" }
`;

const answer = fc.constantFrom("1", "2", "3");
const answers = fc.record({ a: answer, b: answer, c: answer });
const corrections = fc.array(fc.tuple(fc.constantFrom(...given), answer), { maxLength: 4 });
const start: Command = { type: "start_flow", flow: "sums" };
const tell = (values: Readonly<Record<(typeof given)[number], string>>) =>
  given.map((slot) => [set(slot, values[slot])]);
const changed = (changes: readonly (readonly [string, string])[]) =>
  changes.map(([slot, value]) => [correct(slot, value)]);

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
  it("leaves what the right answers would have given at once", { timeout: 10 * minutes }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(assignment, { maxLength: 5 }), answers, corrections, async (steps, said, changes) => {
        const meant = { ...said };
        for (const [slot, value] of changes) meant[slot] = value;
        const corrected = await hold(flowOf(steps), [[start], ...tell(said), ...changed(changes)]);
        expect(outcome(corrected)).toEqual(outcome(await hold(flowOf(steps), [[start], ...tell(meant)])));
      }),
      { numRuns: runs },
    );
  });

  it("and its reverse leave everything as it was", { timeout: 10 * minutes }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(assignment, { maxLength: 5 }),
        answers,
        fc.tuple(fc.constantFrom(...given), answer),
        async (steps, said, [slot, value]) => {
          const once = await hold(flowOf(steps), [[start], ...tell(said)]);
          const back = await hold(flowOf(steps), [
            [start],
            ...tell(said),
            [correct(slot, value)],
            [correct(slot, said[slot])],
          ]);
          expect(outcome(back)).toEqual(outcome(once));
        },
      ),
      { numRuns: runs },
    );
  });

  it("through a called flow, a search, a branch and a yes pays once, for the right answers", {
    timeout: 10 * minutes,
  }, async () => {
    const shown = fc.constantFrom("{a}", "{b}", "{a} {b} {x}", "it");
    await fc.assert(
      fc.asyncProperty(
        fc.array(assignment, { maxLength: 3 }),
        shown,
        answers,
        corrections,
        async (steps, shows, said, changes) => {
          const yaml = shopOf(
            steps.filter(({ target }) => target >= "x"),
            shows,
          );
          const meant = { ...said };
          // A value for a question that is not on the way would be volunteered: it is kept, and read. The same value again is no
          // answer to a confirmation, which is not shown for ever.
          const known = changes.filter(([slot, value]) => {
            if ((slot === "c" && meant.b === "3") || meant[slot] === value) return false;
            meant[slot] = value;
            return true;
          });
          const asked = given.filter((slot) => slot !== "c" || said.b !== "3");
          const corrected = await finish(yaml, meant, [
            [start],
            ...asked.map((slot) => [set(slot, said[slot])]),
            ...changed(known),
          ]);
          const atOnce = await finish(yaml, meant, [[start]]);
          expect(effects(corrected)).toEqual([["pay", { amount: `${meant.a}/${meant.b}` }]]);
          expect(effects(atOnce)).toEqual(effects(corrected));
          const left = ({ state }: Held) =>
            state.flowStack.map(({ flowId, flow, step }) => ({ flow, step, slots: slotsOf(state, flowId) }));
          expect(left(corrected)).toEqual(left(atOnce));
          expect(outcome(corrected).asked).toBe("Last?");
        },
      ),
      { numRuns: runs },
    );
  });

  it("counts in a loop what the last word of each round was", { timeout: 10 * minutes }, async () => {
    const round = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const turns = (words: readonly (readonly number[])[]) =>
          words.flatMap(([first = 0, ...others], index): readonly (readonly Command[])[] => [
            index === 0 ? [{ type: "start_flow", flow: "basket" }] : [{ type: "set_slot", slot: "more", value: true }],
            [set("price", first)],
            ...others.map((price) => [correct("price", price)]),
          ]);
        const corrected = await hold(basket, turns(rounds));
        const [frame] = corrected.state.flowStack;
        expect(frame && slotsOf(corrected.state, frame.flowId)["sum"]).toBe(
          rounds.reduce((total, prices) => total + (prices.at(-1) ?? 0), 0),
        );
        const atOnce = await hold(basket, turns(rounds.map((prices) => prices.slice(-1))));
        expect(outcome(corrected)).toEqual(outcome(atOnce));
      }),
      { numRuns: runs },
    );
  });
});
