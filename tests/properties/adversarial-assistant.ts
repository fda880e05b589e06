import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Assistant } from "../../src/engine/assistant/assistant.ts";

/** One assistant with something of everything, and something to protect in every corner. */
const yaml = `
version: "1.0"
settings:
  timezone: UTC
  flow_management: { max_stack_depth: 3, on_limit_reached: cancel_oldest }
  conversation: { max_turns_without_progress: 6, on_no_progress: cancel, session_timeout: 600 }
  limits: { call_depth: 3 }
patterns:
  clarification: { max_depth: 2, fallback: cancel }
  handoff: { action: call_person }
slots:
  city: { type: string, description: City, prompt: "City?", validator: known_city }
  amount: { type: integer, description: Amount, prompt: "Amount?" }
  limit: { type: integer, description: Limit, prompt: "Limit?", required: false, constraints: [{ rule: limit >= amount, message: Too low. }] }
  day: { type: date, description: Day, prompt: "Day?" }
  urgent: { type: boolean, description: Urgency, default: false, required: false }
  size: { type: categorical, description: Size, prompt: "Size?", values: [small, { value: large, synonyms: [big] }] }
  item: { type: object, description: Item, prompt: "Which?" }
  secret: { type: string, description: Secret, prompt: "Secret?", sensitive: true }
  quote: { type: float, description: Price, set_by: action }
actions:
  find: { description: Find, inputs: [city, urgent?], outputs: [items, quote] }
  pay: { description: Pay, inputs: [amount, quote?], outputs: [receipt], effect: true }
  flaky: { description: Fails at times, inputs: [size], outputs: [done] }
  call_person: { description: Person, inputs: [reason?], outputs: [] }
flows:
  buy:
    description: Buy something
    trigger: { intents: [buy] }
    inputs: [city?]
    outputs: [receipt]
    on_error: sorry
    steps:
      - { step: ask_city, type: collect, slot: city }
      - { step: look, type: action, call: find }
      - { step: pick, type: collect, slot: item, from: items, display: "{name}", page_size: 2 }
      - { step: ask_amount, type: collect, slot: amount }
      - { step: ask_limit, type: collect, slot: limit }
      - { step: check, type: confirm, message: "{amount} in {city}?" }
      - { step: pay, type: action, call: pay }
      - { step: paid, type: say, message: "Paid {receipt}.", jump_to: end }
      - { step: sorry, type: say, message: "Sorry: {_error_message}", jump_to: error }
  plan:
    description: Plan a day
    trigger: { intents: [plan] }
    steps:
      - { step: ask_day, type: collect, slot: day, interruptible: false }
      - { step: ask_size, type: collect, slot: size, max_attempts: 2, on_invalid: give_up }
      - step: by_size
        type: branch
        slot: size
        cases: { small: ask_secret, default: loop }
      - { step: loop, type: while, condition: amount == null or amount < 3, do: [ask_more], exit_to: go_in }
      - { step: ask_more, type: collect, slot: amount }
      - { step: go_in, type: call, flow: hidden_step, inputs: { size: size }, outputs: { done: done }, on_error: give_up }
      - { step: ask_secret, type: collect, slot: secret }
      - { step: sure, type: confirm, message: "Plan {day}?", on_deny: ask_day }
      - { step: give_up, type: say, message: Done., jump_to: end }
  hidden_step:
    description: Only reached by a call
    inputs: [size]
    outputs: [done]
    steps:
      - { step: try, type: action, call: flaky }
      - { step: ask_urgent, type: collect, slot: urgent, force: true }
  hidden_transfer:
    description: Never reachable by the user
    steps:
      - { step: pay, type: action, call: pay, inputs: { amount: 1000 } }
  blocked:
    description: Only for members
    trigger: { intents: [members], condition: session.member }
    steps:
      - { step: hello, type: say, message: Hello member. }
  switch_over:
    description: Goes on elsewhere
    trigger: { intents: [switch] }
    steps:
      - { step: count, type: set, slots: { amount: "{{ 2 + 1 }}" } }
      - { step: on, type: link, flow: plan }
`;

export function adversarialAssistant(): Assistant {
  const { assistant, findings } = parseAssistant([{ file: "adversarial.yaml", text: yaml }]);
  if (assistant === null) throw new Error(findings.map((finding) => `${finding.line}: ${finding.message}`).join("\n"));
  return assistant;
}

export const knownCities = ["Madrid", "Paris", "Rome"];
