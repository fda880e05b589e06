import { expect, it } from "vitest";
import { parseAssistant } from "../../config/parse-assistant.ts";

const head = `version: "1.0"
slots:
  city: { type: string, description: City, prompt: "City?" }
  paid: { type: boolean, description: Paid, prompt: "Paid?" }
  price: { type: float, description: Price, set_by: action }
actions:
  search: { description: Search, inputs: [city], outputs: [price] }
flows:
  other:
    description: Other
    inputs: ["city?"]
    outputs: [city]
    steps: [{ step: a, type: collect, slot: city }]
  main:
    description: Main
    trigger: { intents: [main] }
    steps:
      - { step: c, type: collect, slot: city }
`;

/** How far from the mistake each finding about a step after `c` points. */
function distancesIn(step: string): readonly number[] {
  const text = `${head}      - ${step}\n`;
  const lines = text.split("\n");
  const { findings } = parseAssistant([{ file: "soni.yaml", text }]);
  return findings
    .filter(({ line, severity }) => severity === "error" && lines[line - 1]?.includes(step))
    .map(({ line, column }) => column - 1 - (lines[line - 1] ?? "").indexOf("wrong1"));
}

it.each<readonly [key: string, step: string]>([
  ["message", "{ step: x, type: collect, slot: paid, message: 'A{wrong1' }"],
  ["invalid_message", "{ step: x, type: collect, slot: paid, invalid_message: 'A{wrong1' }"],
  ["on_invalid", "{ step: x, type: collect, slot: paid, on_invalid: wrong1 }"],
  ["on_cancel", "{ step: x, type: collect, slot: paid, on_cancel: wrong1 }"],
  ["from", "{ step: x, type: collect, slot: hotel, from: wrong1 + }"],
  ["display", "{ step: x, type: collect, slot: hotel, from: price, display: 'A{wrong1' }"],
  ["the message of a confirm", "{ step: x, type: confirm, message: 'A{wrong1' }"],
  ["on_confirm", "{ step: x, type: confirm, message: A, on_confirm: wrong1 }"],
  ["on_deny", "{ step: x, type: confirm, message: A, on_deny: wrong1 }"],
  ["the message of a say", "{ step: x, type: say, message: 'A{wrong1' }"],
  ["the on_error of an action", "{ step: x, type: action, call: search, on_error: wrong1 }"],
  ["the on_error of a call", "{ step: x, type: call, flow: other, on_error: wrong1 }"],
  ["the message of a handoff", "{ step: x, type: handoff, message: 'A{wrong1' }"],
  ["the on_error of a handoff", "{ step: x, type: handoff, on_error: wrong1 }"],
  ["exit_to", "{ step: x, type: while, condition: paid, do: [c], exit_to: wrong1 }"],
  ["the condition of a while", "{ step: x, type: while, condition: wrong1 +, do: [c] }"],
  ["the steps of a while", "{ step: x, type: while, condition: paid, do: [wrong1] }"],
  ["the condition of a set", "{ step: x, type: set, slots: { price: 1 }, condition: wrong1 + }"],
  ["a value of a set", "{ step: x, type: set, slots: { price: '{{ wrong1 + }}' } }"],
  ["a then", "{ step: x, type: branch, when: [{ condition: paid, then: wrong1 }, { else: c }] }"],
  ["an else", "{ step: x, type: branch, when: [{ condition: paid, then: c }, { else: wrong1 }] }"],
  ["a condition of a branch", "{ step: x, type: branch, when: [{ condition: wrong1 +, then: c }, { else: c }] }"],
  ["a case", "{ step: x, type: branch, slot: city, cases: { Rome: wrong1, default: c } }"],
  ["a default", "{ step: x, type: branch, slot: city, cases: { Rome: c, default: wrong1 } }"],
  ["an input", "{ step: x, type: call, flow: other, inputs: { city: '{{ wrong1 + }}' } }"],
])("a mistake in %s is shown there", (_, step) => {
  const distances = distancesIn(step);
  expect(distances).not.toEqual([]);
  // A text points at its brace, an expression at the word that is missing.
  for (const distance of distances) {
    expect(distance).toBeGreaterThanOrEqual(-2);
    expect(distance).toBeLessThanOrEqual("wrong1 + }}".length);
  }
});
