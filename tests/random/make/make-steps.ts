import { type ActionPlan, inputsOf, type StepPlan, type Value } from "../plan.ts";
import type { Chance } from "./chance.ts";
import type { Draft } from "./make-assistant.ts";

interface Place {
  readonly count: number;
  readonly inLoop: boolean;
}

type Maker = (chance: Chance, draft: Draft, place: Place) => StepPlan[];

const makers: readonly (readonly [number, Maker])[] = [
  [34, makeCollect],
  [16, makeAction],
  [12, makeConfirm],
  [15, makeCall],
  [8, makeSet],
  [6, makeBranch],
  [7, makeWhile],
  [4, makeSay],
];

export function makeSteps(chance: Chance, draft: Draft, place: Place): StepPlan[] {
  const steps: StepPlan[] = [];
  const total = makers.reduce((sum, [weight]) => sum + weight, 0);
  // Something to work with: a flow that nobody gave anything begins with a question.
  if (draft.known.size === 0) steps.push(...makeCollect(chance, draft));
  while (steps.length < place.count) {
    let dice = chance.below(total);
    const maker = makers.find(([weight]) => {
      dice -= weight;
      return dice < 0;
    });
    steps.push(...(maker?.[1](chance, draft, place) ?? []));
  }
  return withTargets(chance, steps);
}

function makeCollect(chance: Chance, draft: Draft): StepPlan[] {
  const slot = chance.pick(Object.keys(draft.plan.slots));
  const when = condition(chance, draft);
  draft.known.add(slot);
  return [
    {
      step: draft.nextStep(),
      type: "collect",
      slot,
      ...(chance.percent(6) ? { force: true } : {}),
      ...(chance.percent(8) ? { when } : {}),
      ...(chance.percent(9) ? { interruptible: false } : {}),
    },
  ];
}

function makeSay(_chance: Chance, draft: Draft): StepPlan[] {
  const step = draft.nextStep();
  return [{ step, type: "say", message: `${draft.name}.${step} says.` }];
}

/** Its text shows slots as `name=[value]`, so that the oracle can read what the user agreed to. */
function makeConfirm(chance: Chance, draft: Draft): StepPlan[] {
  const step = draft.nextStep();
  const shown = chance.some(shownSlots(draft), 3);
  const message = `${draft.name}.${step}? ${shown.map((slot) => `${slot}=[{${slot}}]`).join(" ")}`.trim();
  return [{ step, type: "confirm", message, ...(chance.percent(10) ? { on_deny: "last" } : {}) }];
}

function makeAction(chance: Chance, draft: Draft): StepPlan[] {
  const step = draft.nextStep();
  const effect = chance.percent(60);
  const kind = chance.percent(20) ? chance.pick(["_fails", "_breaks"]) : "";
  const name = `${effect ? "pay" : "find"}_${draft.name}_${step}${kind}`;
  const read = [...chance.some(shownSlots(draft), 2), ...(draft.known.has("pin") && chance.percent(70) ? ["pin"] : [])];
  const optional = (slot: string): string => (chance.percent(40) ? `${slot}?` : slot);
  const given: Record<string, Value> = {};
  const inputs = read.map((slot) => {
    if (slot === "pin" || !chance.percent(20)) return optional(slot);
    given[`x_${slot}`] = chance.percent(50) ? slot : expressionOf(chance, draft, slot);
    return `x_${slot}?`;
  });
  // One that promises nothing can't break its promise.
  const output = kind === "_breaks" || chance.percent(40) ? `r_${step}` : null;
  const number = chance.percent(50) && !effect ? chance.pick(["n", "m"]) : null;
  const action: ActionPlan = {
    description: `Action ${name}`,
    ...(inputs.length > 0 ? { inputs } : {}),
    ...(output === null ? {} : { outputs: [output] }),
    ...(effect ? { effect } : {}),
  };
  draft.plan.actions = { ...draft.plan.actions, [name]: action };
  if (output !== null) draft.known.add(number ?? output);
  return [
    {
      step,
      type: "action",
      call: name,
      ...(Object.keys(given).length > 0 ? { inputs: given } : {}),
      ...(output !== null && number !== null ? { map_outputs: { [output]: number } } : {}),
      // After a broken promise the flow goes on: what was done can still be corrected, or not.
      ...(kind !== "" && chance.percent(50) ? { on_error: kind === "_breaks" ? "continue" : "last" } : {}),
    },
  ];
}

function makeSet(chance: Chance, draft: Draft): StepPlan[] {
  const step = draft.nextStep();
  const [from] = chance.some(shownSlots(draft), 1);
  const slot = chance.percent(50) ? `v_${step}` : chance.pick(["a", "b", "c", "t"]);
  const value =
    from === undefined
      ? chance.pick<Value>(["one", "two", null])
      : draft.plan.slots[from]?.type === "integer" && slot.startsWith("v_")
        ? `{{ ${from} + 1 }}`
        : isText(draft, from)
          ? `{{ ${from} + '!' }}`
          : "two";
  draft.known.add(slot);
  return [{ step, type: "set", slots: { [slot]: value } }];
}

function makeCall(chance: Chance, draft: Draft): StepPlan[] {
  if (draft.later.length === 0) return makeSay(chance, draft);
  const flow = chance.pick(draft.later);
  const called = draft.plan.flows[flow];
  const step: StepPlan = { step: draft.nextStep(), type: "call", flow };
  const inputs = inputsOf(called);
  const given: Record<string, Value> = {};
  for (const input of inputs) {
    const sources = shownSlots(draft).filter(
      (slot) => draft.plan.slots[slot]?.type === draft.plan.slots[input]?.type && input !== "pin",
    );
    if (sources.length === 0 || !chance.percent(50)) continue;
    const source = chance.pick(sources);
    given[input] = chance.percent(75) ? source : expressionOf(chance, draft, source);
  }
  if (Object.keys(given).length > 0) step.inputs = given;
  const outputs = chance.some(called?.outputs ?? [], 2);
  if (outputs.length > 0) {
    step.outputs = outputs;
    for (const output of outputs) draft.known.add(output);
  }
  if (chance.percent(10)) step.on_error = "last";
  if (chance.percent(6)) step.when = condition(chance, draft);
  return [step];
}

function makeBranch(chance: Chance, draft: Draft): StepPlan[] {
  const step = draft.nextStep();
  // `later` is replaced by a step that comes after it.
  return [
    { step, type: "branch", cases: [{ condition: condition(chance, draft), to: "later" }, { else: "continue" }] },
  ];
}

function makeWhile(chance: Chance, draft: Draft, { inLoop }: Place): StepPlan[] {
  if (inLoop) return makeCollect(chance, draft);
  const start = draft.nextStep();
  const loop = draft.nextStep();
  // A called flow that counts under the same name would set the rounds back.
  const round = `i_${draft.name}_${loop}`;
  draft.known.add(round);
  const count: StepPlan = { step: draft.nextStep(), type: "set", slots: { [round]: `{{ ${round} + 1 }}` } };
  const body = makeSteps(chance, draft, { count: 1 + chance.below(3), inLoop: true });
  return [
    { step: start, type: "set", slots: { [round]: 0 } },
    { step: loop, type: "while", condition: `${round} < ${1 + chance.below(3)}`, do: [count, ...body] },
  ];
}

/** Branches lead to steps after them in the same list, mostly over at least one. */
function withTargets(chance: Chance, steps: readonly StepPlan[]): StepPlan[] {
  return steps.flatMap((step, index) => {
    if (step.cases === undefined) return [step];
    // A branch may be left out itself, so it is nobody's target.
    const after = steps.slice(index + 2).flatMap((each) => (each.type === "branch" ? [] : [each.step]));
    if (after.length === 0) return [];
    const target = chance.pick(after);
    return [{ ...step, cases: step.cases.map((each) => ("to" in each ? { ...each, to: target } : each)) }];
  });
}

const shownSlots = ({ known, plan }: Draft): string[] =>
  [...known].filter((slot) => plan.slots[slot]?.sensitive === undefined);

const isText = ({ plan }: Draft, slot: string): boolean => plan.slots[slot]?.type === "string";

function expressionOf(_chance: Chance, draft: Draft, slot: string): string {
  if (draft.plan.slots[slot]?.type === "integer") return `{{ ${slot} + 1 }}`;
  return isText(draft, slot) ? `{{ ${slot} + '!' }}` : slot;
}

function condition(chance: Chance, draft: Draft): string {
  const known = shownSlots(draft).filter((slot) => draft.plan.slots[slot] !== undefined);
  if (known.length === 0) return "1 == 1";
  const slot = chance.pick(known);
  const type = draft.plan.slots[slot]?.type;
  if (chance.percent(15)) return `${slot} ${chance.pick(["==", "!="])} null`;
  if (type === "integer") return `${slot} ${chance.pick(["<", ">="])} ${1 + chance.below(8)}`;
  if (type === "categorical") return `${slot} ${chance.pick(["==", "!="])} '${chance.pick(["p", "q", "r"])}'`;
  return `${slot} ${chance.pick(["==", "!="])} '${chance.pick(["one", "two", "three"])}'`;
}
