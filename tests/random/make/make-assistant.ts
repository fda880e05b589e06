import { allSteps, type FlowPlan, inputsOf, type Plan, type StepPlan, sourceSlot } from "../plan.ts";
import type { Chance } from "./chance.ts";
import { makeSlots } from "./make-slots.ts";
import { makeSteps } from "./make-steps.ts";

/** What a flow that is being made knows. */
export interface Draft {
  readonly plan: Plan;
  readonly name: string;
  /** Slots that some step, input or output may have filled by now. */
  readonly known: Set<string>;
  /** Flows that it may call and link to. */
  readonly later: readonly string[];
  nextStep(): string;
}

const settings = {
  conversation: { max_turns_without_progress: 50, on_no_progress: "retry" },
  collection: { max_attempts: 50 },
};

/** Settings and slots; nothing that it does yet. */
export const makeEmptyPlan = (chance: Chance): Plan => ({
  version: "1.0",
  settings: {
    ...settings,
    flow_management: {
      max_stack_depth: 1 + chance.below(3),
      on_limit_reached: chance.pick(["cancel_oldest", "reject_new", "ask_user"]),
      // A silence is an hour.
      confirm_inputs_after: chance.pick([1_800, 86_400]),
    },
  },
  patterns: {
    clarification: { max_depth: 50, fallback: "retry" },
    confirmation: { max_retries: 50 },
    ...(chance.percent(25) ? { cancellation: { confirm: true } } : {}),
  },
  slots: makeSlots(chance),
  actions: {},
  flows: {},
});

/** One to four flows that call and link to those after them. */
export function makeAssistant(chance: Chance): Plan {
  const plan = makeEmptyPlan(chance);
  const names = ["f0", "f1", "f2", "f3"].slice(0, chance.pick([1, 2, 2, 2, 3, 3, 4]));
  const made: [string, FlowPlan][] = [];
  for (const [index, name] of [...names.entries()].reverse()) {
    const flow = makeFlow(chance, plan, { name, later: names.slice(index + 1) });
    plan.flows[name] = flow;
    made.unshift([name, flow]);
  }
  plan.flows = Object.fromEntries(made);
  if (chance.percent(40)) addPayment(chance, plan);
  if (plan.slots["pin"] !== undefined && chance.percent(50)) addSecret(chance, plan);
  if (names.length > 2 && chance.percent(3)) addCircle(plan);
  else if (chance.percent(50)) addArchive(chance, plan);
  return withUsedOnly(plan);
}

function makeFlow(chance: Chance, plan: Plan, { name, later }: { name: string; later: readonly string[] }): FlowPlan {
  const inputs = name === "f0" ? [] : chance.some(Object.keys(plan.slots), 2);
  let number = 0;
  const nextStep = (): string => {
    number += 1;
    return `s${number}`;
  };
  const draft: Draft = { plan, name, known: new Set(inputs), later, nextStep };
  const steps = makeSteps(chance, draft, {
    count: name === "f0" ? 2 + chance.below(6) : 1 + chance.below(5),
    inLoop: false,
  });
  const asked = new Set(allSteps(steps).flatMap((step) => (step.type === "collect" ? [step.slot] : [])));
  const shown = [...draft.known].filter((slot) => plan.slots[slot]?.sensitive === undefined);
  const last = `${name} ends: ${shown.map((slot) => `${slot}=[{${slot}}]`).join(" ")}`;
  if (later.length === 0 || !chance.percent(15)) steps.push({ step: "last", type: "say", message: last });
  else steps.push({ step: "last", type: "link", flow: chance.pick(later) });
  const outputs = chance.some(
    [...draft.known].filter((slot) => plan.slots[slot]?.sensitive === undefined),
    2,
  );
  const says = steps.at(-1)?.type === "say";
  return {
    description: `Flow ${name}`,
    ...(name === "f0" || chance.percent(40) ? { trigger: { intents: [] } } : {}),
    // An input that the flow does not ask for itself may be missing.
    ...(inputs.length > 0 ? { inputs: inputs.map((slot) => (asked.has(slot) ? slot : `${slot}?`)) } : {}),
    ...(outputs.length > 0 && name !== "f0" ? { outputs } : {}),
    ...(says && chance.percent(15) ? { on_error: "last" } : {}),
    ...(chance.percent(10) ? { on_change: chance.pick(steps).step } : {}),
    steps,
  };
}

/** What matters most: a confirmation, then a called flow that asks for something more and pays with what was confirmed. */
function addPayment(chance: Chance, plan: Plan): void {
  const { f0 } = plan.flows;
  const at = f0?.steps.findIndex(({ type, when }) => type === "call" && when === undefined) ?? -1;
  const name = f0?.steps[at]?.flow ?? "";
  const called = plan.flows[name];
  const inputs = inputsOf(called).filter((slot) => plan.slots[slot]?.sensitive === undefined);
  if (f0 === undefined || called === undefined || inputs.length === 0) return;
  const given = f0.steps[at]?.inputs ?? {};
  const passed = inputs.flatMap((slot) => (Array.isArray(given) ? [slot] : (sourceSlot(given[slot] ?? slot) ?? [])));
  const asked = [...new Set(passed)].filter((slot) => plan.slots[slot] !== undefined);
  const shown = asked.map((slot) => `${slot}=[{${slot}}]`).join(" ");
  f0.steps.splice(at, 0, ...asked.map((slot): StepPlan => ({ step: `ask_${slot}`, type: "collect", slot })), {
    step: "sure",
    type: "confirm",
    message: `f0.sure? ${shown}`,
  });
  const more = chance.pick(Object.keys(plan.slots).filter((slot) => !inputs.includes(slot)));
  const pay: StepPlan[] = [
    { step: "ask_more", type: "collect", slot: more },
    { step: "pay", type: "action", call: `pay_${name}_pay` },
  ];
  called.steps.splice(chance.below(called.steps.length), 0, ...(chance.percent(50) ? pay : pay.toReversed()));
  const action = { description: "Pay", inputs: inputs.map((slot) => `${slot}?`) };
  plan.actions = { ...plan.actions, [`pay_${name}_pay`]: chance.percent(80) ? { ...action, effect: true } : action };
}

/** A secret that something was done with, and a way for its late correction. */
function addSecret(chance: Chance, plan: Plan): void {
  const { f0 } = plan.flows;
  if (f0 === undefined) return;
  const other = chance.pick(Object.keys(plan.slots).filter((slot) => slot !== "pin"));
  f0.on_change = "after_pin";
  f0.steps.splice(
    chance.below(f0.steps.length),
    0,
    { step: "ask_pin", type: "collect", slot: "pin" },
    { step: "use_pin", type: "action", call: "pay_f0_pin" },
    { step: "after_pin", type: "collect", slot: other, force: true },
  );
  plan.actions = { ...plan.actions, pay_f0_pin: { description: "Use the pin", inputs: ["pin"], effect: true } };
}

/** Inputs that come from what another flow brought, in flows that users start and in those that are called. */
function addArchive(chance: Chance, plan: Plan): void {
  const sources = Object.entries(plan.flows).flatMap(([name, { outputs = [], trigger }]) =>
    trigger === undefined ? [] : outputs.map((output) => ({ source: `${name}.${output}`, output })),
  );
  for (const flow of Object.values(plan.flows)) {
    if (sources.length === 0 || !chance.percent(60)) continue;
    const { source, output } = chance.pick(sources);
    const own = inputsOf(flow);
    // Mostly under the name that it has there; sometimes as something that it may not fit.
    const slot = chance.percent(80) || own.length === 0 ? output : chance.pick(own);
    if (plan.slots[slot] === undefined || plan.slots[slot]?.sensitive === true) continue;
    const inputs = flow.inputs ?? [];
    flow.inputs = own.includes(slot) ? inputs : [...inputs, chance.percent(50) ? `${slot}?` : slot];
    flow.from = { ...flow.from, [slot]: source };
  }
}

/** Two flows that link to each other and pass on what they ask for: after the first round nothing is asked any more. */
function addCircle({ flows }: Plan): void {
  const both = ["f1", "f2"];
  const asked = both.flatMap((name) =>
    allSteps(flows[name]?.steps ?? []).flatMap((step) => (step.type === "collect" ? [step.slot ?? ""] : [])),
  );
  const inputs = [...new Set([...asked, ...both.flatMap((name) => inputsOf(flows[name]))])].map((slot) => `${slot}?`);
  for (const name of both) {
    const others = (flows[name]?.steps ?? []).filter(({ type, force }) => type === "collect" && force !== true);
    const link: StepPlan = { step: "last", type: "link", flow: name === "f1" ? "f2" : "f1" };
    flows[name] = { description: `Flow ${name}`, trigger: { intents: [] }, inputs, steps: [...others, link] };
  }
}

export function withUsedOnly(plan: Plan): Plan {
  const text = JSON.stringify(plan.flows);
  const used = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const slots = Object.fromEntries(Object.entries(plan.slots).filter(([name]) => used(name)));
  for (const [name, slot] of Object.entries(slots)) {
    const constraints = (slot.constraints ?? []).filter(({ rule }) =>
      (rule.match(/[a-z]+/g) ?? []).every((word) => slots[word] !== undefined),
    );
    const { constraints: _, ...rest } = slot;
    slots[name] = constraints.length > 0 ? { ...rest, constraints } : rest;
  }
  return { ...plan, slots };
}
