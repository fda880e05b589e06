import type { ActionPlan, Plan, StepPlan } from "../plan.ts";
import type { Chance } from "./chance.ts";
import { makeEmptyPlan, withUsedOnly } from "./make-assistant.ts";

interface Shape {
  readonly steps: readonly StepPlan[];
  readonly actions?: Readonly<Record<string, ActionPlan>>;
}

/** Shapes that chance alone makes too seldom. */
const shapes: readonly Shape[] = [
  // Done, though its result does not fit; then there is time to correct what it was done with.
  {
    steps: [
      { step: "s1", type: "collect", slot: "a" },
      { step: "s2", type: "action", call: "pay_f0_s2_breaks", on_error: "continue" },
      { step: "s3", type: "collect", slot: "b" },
    ],
    actions: { pay_f0_s2_breaks: { description: "Pay", inputs: ["a"], outputs: ["r_s2"], effect: true } },
  },
  // An optional question in each round.
  {
    steps: [
      { step: "s1", type: "set", slots: { i_s2: 0 } },
      {
        step: "s2",
        type: "while",
        condition: "i_s2 < 2",
        do: [
          { step: "s3", type: "set", slots: { i_s2: "{{ i_s2 + 1 }}" } },
          { step: "s4", type: "collect", slot: "a" },
          { step: "s5", type: "collect", slot: "t" },
        ],
      },
    ],
  },
  // Shown empty, and given when something is done already: for what comes next it is shown again.
  {
    steps: [
      { step: "s1", type: "collect", slot: "a" },
      { step: "s2", type: "confirm", message: "f0.s2? a=[{a}] c=[{c}]" },
      { step: "s3", type: "action", call: "pay_f0_s3" },
      { step: "s4", type: "collect", slot: "b" },
      { step: "s5", type: "action", call: "pay_f0_s5" },
      { step: "s6", type: "collect", slot: "k" },
    ],
    actions: {
      pay_f0_s3: { description: "Pay", inputs: ["a"], effect: true },
      pay_f0_s5: { description: "Pay more", inputs: ["c?"], effect: true },
    },
  },
];

/** One flow of a shape that matters. */
export function makeFocused(chance: Chance): Plan {
  const { steps, actions = {} } = chance.pick(shapes);
  const last: StepPlan = { step: "last", type: "say", message: "f0 ends: a=[{a}]" };
  return withUsedOnly({
    ...makeEmptyPlan(chance),
    actions: { ...actions },
    flows: { f0: { description: "Flow f0", trigger: { intents: [] }, steps: [...steps, last] } },
  });
}
