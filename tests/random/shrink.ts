import type { Assistant, Command } from "../../src/index.ts";
import { type Case, tryCase, type User } from "./case.ts";
import type { Engine } from "./engine.ts";
import { allSteps, type FlowPlan, type Plan, type SlotPlan, type StepPlan } from "./plan.ts";
import { quickYaml } from "./plan-yaml.ts";
import { kindText } from "./run-seed.ts";

/** A smaller case with a violation of the same kind: what can be left out is left out. */
export async function shrink(
  engine: Engine,
  failing: Case,
  kind: string,
  { attempts, tell }: { readonly attempts: number; readonly tell?: () => void } = { attempts: 600 },
): Promise<Case> {
  let smallest = failing;
  let left = attempts;
  for (;;) {
    const before = smallest;
    let passed = 0;
    for (let candidate = nth(smallest, 0); candidate !== null; candidate = nth(smallest, passed)) {
      if (left <= 0) return smallest;
      left -= 1;
      tell?.();
      // What failed to fail in a larger case is tried again in the next round only.
      if (await stillFails(engine, candidate, kind)) smallest = candidate;
      else passed += 1;
    }
    if (smallest === before) return smallest;
  }
}

function nth(from: Case, index: number): Case | null {
  let passed = 0;
  for (const candidate of candidatesOf(from)) {
    if (passed === index) return candidate;
    passed += 1;
  }
  return null;
}

async function stillFails(engine: Engine, candidate: Case, kind: string): Promise<boolean> {
  const assistant = await engine.load(candidate.plan);
  if (Array.isArray(assistant)) return false;
  const { violations } = await tryCase(engine, candidate, assistant as Assistant);
  return violations.some((violation) => kindText(violation) === kind);
}

/** The size that shrinking brings down. */
export const sizeOf = ({ plan, user }: Case): number => quickYaml(plan).length + JSON.stringify(user).length;

function* candidatesOf({ plan, user }: Case): Generator<Case> {
  for (const smaller of smallerUsers(user)) yield { plan, user: smaller };
  for (const smaller of smallerPlans(plan)) yield { plan: withUsedOnly(smaller), user };
}

function* smallerUsers(user: User): Generator<User> {
  if (user.kind === "errand") {
    const { errand } = user;
    if (errand.wrong.length > 1) yield { kind: "errand", errand: { ...errand, wrong: errand.wrong.slice(0, 1) } };
    if (errand.way !== "correct_slot") yield { kind: "errand", errand: { ...errand, way: "correct_slot" } };
    return;
  }
  const { messages } = user;
  if (user.ways.length > 1) for (const way of user.ways) yield { ...user, ways: [way] };
  if (messages.length > 3) yield { ...user, messages: messages.slice(0, Math.ceil(messages.length / 2)) };
  if (messages.length > 1) yield { ...user, messages: messages.slice(0, -1) };
  for (const [index, message] of messages.entries()) {
    yield { ...user, messages: messages.filter((_, other) => other !== index) };
    const { commands } = message;
    if (message.silence === true) yield { ...user, messages: replaced(messages, index, { commands }) };
    for (const fewer of commands.length > 1 ? without(commands) : []) {
      yield { ...user, messages: replaced(messages, index, { ...message, commands: fewer }) };
    }
    for (const [at, command] of commands.entries()) {
      const plain = plainer(command);
      if (plain === null) continue;
      yield { ...user, messages: replaced(messages, index, { ...message, commands: replaced(commands, at, plain) }) };
    }
  }
}

/** A start without its slots. */
function plainer(command: Command): Command | null {
  if (command.type !== "start_flow" || command.slots === undefined) return null;
  const { slots: _, ...rest } = command;
  return rest;
}

function* smallerPlans(plan: Plan): Generator<Plan> {
  for (const name of Object.keys(plan.flows)) {
    const { [name]: _, ...flows } = plan.flows;
    const kept = Object.entries(flows).map(([each, flow]): [string, FlowPlan] => [each, leavingOut(flow, name)]);
    yield { ...plan, flows: Object.fromEntries(kept) };
  }
  for (const [name, flow] of Object.entries(plan.flows)) {
    for (const smaller of smallerFlows(flow)) yield { ...plan, flows: { ...plan.flows, [name]: smaller } };
  }
  for (const [name, action] of Object.entries(plan.actions ?? {})) {
    const change = (more: object): Plan => ({ ...plan, actions: { ...plan.actions, [name]: { ...action, ...more } } });
    for (const inputs of without(action.inputs ?? [])) yield change({ inputs });
    if (action.outputs !== undefined) yield change({ outputs: undefined });
  }
  for (const [name, slot] of Object.entries(plan.slots)) {
    for (const key of ["constraints", "validator", "default", "required", "sensitive"] as const) {
      if (slot[key] === undefined) continue;
      const { [key]: _, ...rest } = slot;
      yield { ...plan, slots: { ...plan.slots, [name]: rest as SlotPlan } };
    }
  }
  if (Object.keys(plan.patterns).length > 0) yield { ...plan, patterns: {} };
  const { flow_management } = plan.settings;
  if (Object.keys(plan.settings).length > 1) yield { ...plan, settings: { flow_management } };
}

const leavingOut = (flow: FlowPlan, called: string): FlowPlan => ({
  ...flow,
  steps: flow.steps.flatMap((step) =>
    step.flow === called
      ? []
      : [step.do === undefined ? step : { ...step, do: step.do.filter((inner) => inner.flow !== called) }],
  ),
});

function* smallerFlows(flow: FlowPlan): Generator<FlowPlan> {
  for (const steps of smallerSteps(flow.steps)) yield { ...flow, steps };
  for (const key of ["on_change", "on_error", "outputs", "inputs", "trigger"] as const) {
    const { [key]: found, ...rest } = flow;
    if (found !== undefined) yield rest;
  }
  for (const inputs of without(flow.inputs ?? [])) yield { ...flow, inputs };
  for (const outputs of without(flow.outputs ?? [])) yield { ...flow, outputs };
}

const droppable = [
  "when",
  "force",
  "interruptible",
  "on_deny",
  "on_error",
  "inputs",
  "map_outputs",
  "outputs",
] as const;

function* smallerSteps(steps: readonly StepPlan[]): Generator<StepPlan[]> {
  for (const [index, step] of steps.entries()) {
    const others = (more: readonly StepPlan[]): StepPlan[] => [
      ...steps.slice(0, index),
      ...more,
      ...steps.slice(index + 1),
    ];
    yield retargeted(others([]), step.step, steps[index + 1]?.step ?? "end");
    if (step.do !== undefined) {
      yield others(step.do);
      for (const body of smallerSteps(step.do)) if (body.length > 0) yield others([{ ...step, do: body }]);
      const fewer = step.condition?.replace(/< 3$/, "< 2") ?? "";
      if (fewer !== step.condition) yield others([{ ...step, condition: fewer }]);
    }
    for (const key of droppable) {
      const { [key]: found, ...rest } = step;
      if (found !== undefined) yield others([rest]);
    }
    const shown = [...(step.message ?? "").matchAll(/ ?\w+=\[\{\w+\}\]/g)].map(([text]) => text);
    for (const text of shown) yield others([{ ...step, message: (step.message ?? "").replace(text, "") }]);
  }
}

/** Jumps to a step that is left out lead to the one after it. */
const retargeted = (steps: readonly StepPlan[], gone: string, next: string): StepPlan[] =>
  steps.map((step) => ({
    ...step,
    ...(step.on_deny === gone ? { on_deny: next } : {}),
    ...(step.on_error === gone ? { on_error: next } : {}),
    ...(step.cases === undefined
      ? {}
      : { cases: step.cases.map((each) => ("to" in each && each.to === gone ? { ...each, to: next } : each)) }),
  }));

/** Slots and actions that no step names are left out. */
function withUsedOnly(plan: Plan): Plan {
  const calls = new Set(Object.values(plan.flows).flatMap(({ steps }) => allSteps(steps).map((step) => step.call)));
  const actions = Object.fromEntries(Object.entries(plan.actions ?? {}).filter(([name]) => calls.has(name)));
  const text = JSON.stringify([plan.flows, actions]);
  const rules = JSON.stringify(Object.values(plan.slots).map(({ constraints, validator }) => [constraints, validator]));
  const slots = Object.fromEntries(
    Object.entries(plan.slots).filter(([name]) => new RegExp(`\\b${name}\\b`).test(`${text} ${rules}`)),
  );
  return { ...plan, slots, actions };
}

const replaced = <Item>(items: readonly Item[], index: number, item: Item): Item[] =>
  items.map((each, other) => (other === index ? item : each));

const without = <Item>(items: readonly Item[]): Item[][] =>
  items.map((_, index) => items.filter((__, other) => other !== index));
