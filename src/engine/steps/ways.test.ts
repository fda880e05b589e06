import { describe, expect, it } from "vitest";
import { assistantOf } from "../../../tests/support/dialogue.ts";
import type { Flow } from "../assistant/flow.ts";
import type { Target } from "../assistant/step.ts";
import { steps } from "./steps.ts";
import { detailOf, labelledEdges, waysOut } from "./ways.ts";

const long = "x".repeat(70);
const assistant = assistantOf(
  `
settings: { models: { generate: { provider: openai, model: gpt-4o } } }
slots:
  city: { type: string, description: City, prompt: "City?" }
  paid: { type: boolean, description: Paid, prompt: "Paid?" }
  price: { type: float, description: Price, set_by: action }
actions:
  search: { description: Search, inputs: [city], outputs: [price] }
flows:
  other:
    description: Other
    inputs: ["note?"]
    slots: { note: { type: string, description: Note, prompt: "Note?" } }
    steps: [{ step: a, type: say, message: Hi. }]
  careful:
    description: Careful
    trigger: { intents: [careful] }
    on_error: sorry
    steps:
      - { step: find, type: action, call: search }
      - { step: look, type: action, call: search, on_error: end }
      - { step: sorry, type: say, message: Sorry. }
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: ask, type: collect, slot: city, on_invalid: cancel, on_cancel: bye }
      - { step: plain, type: collect, slot: paid, force: true }
      - { step: find, type: action, call: search, on_error: error }
      - { step: sure, type: confirm, message: "${long}", on_confirm: put, on_deny: really }
      - { step: really, type: confirm, message: "Really?" }
      - { step: put, type: set, slots: { price: 1, paid: true }, when: paid }
      - { step: which, type: branch, when: [{ condition: price > 3, then: bye }, { condition: paid, then: ask }, { else: continue }] }
      - { step: open, type: branch, slot: paid, cases: { "true": bye, "false": ask } }
      - { step: again, type: while, condition: price < 3, do: [more], exit_to: aside }
      - { step: more, type: set, slots: { price: 3 } }
      - { step: aside, type: call, flow: other, on_error: bye, when: paid, jump_to: hand }
      - { step: write, type: generate, instruction: Write. }
      - { step: hand, type: handoff, on_error: bye }
      - { step: bye, type: say, message: "Bye, {city}." }
      - { step: card, type: say, ui: { image: { url: "https://example.com/a.png", alt: A } } }
      - { step: pick, type: collect, slot: choice, from: session.offers }
      - { step: on, type: link, flow: other, inputs: { note: "{{ session.note }}" } }
`,
);
const flowOf = (name: string): Flow => {
  const flow = assistant.flows.get(name);
  if (flow === undefined) throw new Error(`No flow ${name}.`);
  return flow;
};
const trip = flowOf("trip");
const place = (to: Target): string => (to.to === "step" ? to.step : `(${to.to})`);
const waysOf = (name: string): Readonly<Record<string, readonly string[]>> => {
  const flow = flowOf(name);
  return Object.fromEntries(
    [...flow.steps.values()].map((step) => [
      step.name,
      waysOut(step, flow).map(({ to, label, aside, undone, conditions }) =>
        [
          place(to),
          ...(label === undefined ? [] : [`by ${label}`]),
          ...(aside === true ? ["aside"] : []),
          ...(undone === true ? ["undone"] : []),
          ...(conditions === undefined ? [] : [`if ${conditions.map(({ source }) => source).join(" / ")}`]),
        ].join(", "),
      ),
    ]),
  );
};

describe("the ways out of a step", () => {
  it("are those that its author wrote, and the one onward", () => {
    const price = "if price > 3 / paid";
    const both = 'if paid in ["true",true] / paid in ["false",false]';
    expect(waysOf("trip")).toEqual({
      ask: ["(continue)", "(cancel), by on_invalid, aside, undone", "bye, by on_cancel, aside, undone"],
      plain: ["(continue)"],
      find: ["(continue)", "(error), by on_error, aside, undone"],
      sure: ["put, by yes", "really, by on_deny, aside"],
      really: ["(continue), by yes"],
      put: ["(continue), by unless paid, aside, undone, if paid", "(continue), if paid"],
      which: [`bye, by price > 3, ${price}`, `ask, by paid, ${price}`, `(continue), by else, ${price}`],
      open: [
        `bye, by paid in ["true",true], ${both}`,
        `ask, by paid in ["false",false], ${both}`,
        `(continue), by else, ${both}`,
      ],
      again: ["more, by price < 3, if price < 3", "aside, by else, if price < 3"],
      more: ["(continue)"],
      aside: [
        "(continue), by unless paid, aside, undone, if paid",
        "hand, if paid",
        "bye, by on_error, aside, undone, if paid",
      ],
      write: ["(continue)"],
      hand: ["(continue)", "bye, by on_error, aside, undone"],
      bye: ["(continue)"],
      card: ["(continue)"],
      pick: ["(continue)"],
      on: ["(end)"],
    });
  });

  it("lead to the flow's on_error where the step can fail and has none of its own", () => {
    expect(waysOf("careful")).toEqual({
      find: ["(continue)", "sorry, by on_error, aside, undone"],
      look: ["(continue)", "(end), by on_error, aside, undone"],
      sorry: ["(continue)"],
    });
  });

  it("are drawn to the step that follows, or out of the flow", () => {
    const edges = (name: string) => {
      const step = trip.steps.get(name);
      return step === undefined ? [] : labelledEdges(step, trip, (each) => `<${each}>`);
    };
    expect(edges("find")).toEqual([
      { from: "<find>", to: "<sure>", aside: false },
      { from: "<find>", to: "way_error", aside: true, label: "on_error" },
    ]);
    expect(edges("aside")).toEqual([
      { from: "<aside>", to: "<write>", aside: true, label: "unless paid" },
      { from: "<aside>", to: "<hand>", aside: false },
      { from: "<aside>", to: "<bye>", aside: true, label: "on_error" },
    ]);
    expect(edges("on")).toEqual([{ from: "<on>", to: "way_end", aside: false }]);
    const last = flowOf("careful").steps.get("sorry");
    if (last === undefined) throw new Error("No step sorry.");
    expect(labelledEdges(last, flowOf("careful"), String)).toEqual([{ from: "sorry", to: "way_end", aside: false }]);
  });
});

it("a step is drawn by its shape, with a few words of what it is about", () => {
  const drawn = [...trip.steps.values()].map((step) => [step.name, steps[step.type].draw.shape, detailOf(step)]);
  expect(drawn).toEqual([
    ["ask", "question", "collect city"],
    ["plain", "question", "collect paid"],
    ["find", "code", "action search"],
    ["sure", "confirmation", `${"x".repeat(59)}…`],
    ["really", "confirmation", "Really?"],
    ["put", "box", "set price, paid"],
    ["which", "choice", "branch"],
    ["open", "choice", "branch"],
    ["again", "choice", "while"],
    ["more", "box", "set price"],
    ["aside", "code", "call other"],
    ["write", "text", "generate"],
    ["hand", "person", "handoff"],
    ["bye", "text", "Bye, {city}."],
    ["card", "text", ""],
    ["pick", "question", "collect choice"],
    ["on", "code", "link other"],
  ]);
});

it("a step says what it evaluates, so that a replay sees the same clock and session", () => {
  const evaluated = [...trip.steps.values()].flatMap((step) => {
    const sources = (steps[step.type].expressions?.(step) ?? []).map(({ source }) => source);
    return sources.length === 0 ? [] : [[step.name, ...sources]];
  });
  expect(evaluated).toEqual([
    ["which", "price > 3", "paid"],
    ["open", 'paid in ["true",true]', 'paid in ["false",false]'],
    ["again", "price < 3"],
    ["pick", "session.offers"],
    ["on", " session.note "],
  ]);
});

it("a slot that is chosen from a list need not be declared", () => {
  expect(trip.slots.get("choice")).toMatchObject({ name: "choice", type: "any", setBy: "user" });
});
