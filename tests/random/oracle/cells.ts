import { allSteps, inputsOf, listedOutputs, type Plan, type StepPlan, sourceOf, sourceSlot } from "../plan.ts";
import { callsOf, type Place, stepAt } from "./ways.ts";

/** Slots of flows that hold one value, because calls and links pass them on by name. */
export interface Cells {
  /** The cell of a flow's slot, by the name of one of its slots. */
  of(flow: string, slot: string): string;
  /** Only the user fills it, and only once in a task: nothing computes it, no loop asks for it again, it has one name in each flow. */
  isSteady(cell: string): boolean;
  /** It has one name in each flow, whoever fills it. */
  isOneSlot(cell: string): boolean;
  /** Flows in which it is asked for. */
  askedIn(cell: string): readonly Place[];
}

const known = new WeakMap<Plan, Cells>();

export function cellsOf(plan: Plan): Cells {
  const found = known.get(plan);
  if (found !== undefined) return found;
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    const parent = parents.get(name);
    return parent === undefined || parent === name ? name : rootOf(parent);
  };
  const of = (flow: string, slot: string): string => rootOf(`${flow}.${slot}`);
  const names = new Set<string>();
  const written = new Set<string>();
  const again = new Set<string>();
  const asked: { readonly name: string; readonly place: Place }[] = [];
  for (const [flow, { steps }] of Object.entries(plan.flows)) {
    for (const step of allSteps(steps)) {
      for (const slot of slotsOf(step)) names.add(`${flow}.${slot}`);
      for (const slot of computedBy(plan, step)) written.add(`${flow}.${slot}`);
      if (isForced(step)) again.add(`${flow}.${step.slot}`);
      if (step.type === "collect" && step.slot !== undefined) {
        asked.push({ name: `${flow}.${step.slot}`, place: { flow, step: step.step } });
      }
      for (const input of computedInputs(step)) written.add(`${step.flow}.${input}`);
      for (const [input, source] of passedOn(plan, step)) {
        names.add(`${step.flow}.${input}`);
        names.add(`${flow}.${source}`);
        parents.set(rootOf(`${step.flow}.${input}`), of(flow, source));
      }
    }
    for (const slot of askedAgain(plan, steps)) again.add(`${flow}.${slot}`);
  }
  const members = (cell: string): string[] => [...names].filter((name) => rootOf(name) === cell);
  const cells: Cells = {
    of,
    askedIn: (cell) => asked.flatMap(({ name, place }) => (rootOf(name) === cell ? [place] : [])),
    isSteady: (cell) => cells.isOneSlot(cell) && members(cell).every((name) => !written.has(name) && !again.has(name)),
    isOneSlot(cell) {
      const flows = members(cell).map((name) => name.slice(0, name.indexOf(".")));
      return new Set(flows).size === flows.length;
    },
  };
  known.set(plan, cells);
  return cells;
}

/** Inputs of a call or link that are slots of the caller under this or another name. */
function passedOn(plan: Plan, step: StepPlan): [string, string][] {
  if (step.flow === undefined) return [];
  const given = step.inputs ?? {};
  return inputsOf(plan.flows[step.flow]).flatMap((input): [string, string][] => {
    if (Array.isArray(given) ? given.includes(input) : !(input in given)) return [[input, input]];
    const source = Array.isArray(given) ? null : sourceSlot(given[input]);
    return source === null ? [] : [[input, source]];
  });
}

/** Inputs of a call or link that hold something else than a slot of the caller. */
const computedInputs = ({ inputs = {} }: StepPlan): string[] =>
  Array.isArray(inputs) ? [] : Object.keys(inputs).filter((input) => sourceSlot(inputs[input]) === null);

const slotsOf = (step: StepPlan): string[] => [
  ...(step.slot === undefined ? [] : [step.slot]),
  ...Object.keys(step.slots ?? {}),
  ...[...(step.message ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""),
];

/** It asks for a slot although that is filled. */
const isForced = ({ type, force }: StepPlan): boolean => type === "collect" && force === true;

/** Slots that a step fills by itself, or asks for although they are filled. */
export const writtenBy = (plan: Plan, step: StepPlan): string[] => [
  ...computedBy(plan, step),
  ...(isForced(step) && step.slot !== undefined ? [step.slot] : []),
];

function computedBy(plan: Plan, step: StepPlan): string[] {
  const outputs = plan.actions?.[step.call ?? ""]?.outputs ?? [];
  return [
    ...Object.keys(step.slots ?? {}),
    ...outputs.map((output) => step.map_outputs?.[output] ?? output),
    ...(step.type === "call" ? Object.values(listedOutputs(step)) : []),
  ];
}

/** What a loop asks for in each round, also in flows that it calls. */
export function askedAgain(plan: Plan, steps: readonly StepPlan[]): string[] {
  const loops = allSteps(steps).filter(({ type }) => type === "while");
  const inside = loops.flatMap((loop) => allSteps(loop.do ?? []));
  const called = inside.flatMap(({ flow }) => (flow === undefined ? [] : [flow, ...callsOf(plan, flow)]));
  const calledSteps = called.flatMap((flow) => allSteps(plan.flows[flow]?.steps ?? []));
  return [...inside, ...calledSteps].flatMap((step) =>
    step.type === "collect" && step.slot !== undefined ? [step.slot] : [],
  );
}

/** The slot that an input of the action at this place is read from, or null if it is computed. */
export const slotOfInput = (plan: Plan, place: Place, input: string): string | null => {
  const step = stepAt(plan, place);
  return step === undefined ? null : sourceOf(step, input);
};

/** A called flow has a slot of that name with something else in it: a correction would mean that one. */
export const isPassedOtherwise = (plan: Plan, slot: string): boolean =>
  Object.values(plan.flows).some(({ steps }) =>
    allSteps(steps).some(
      ({ flow, inputs }) => flow !== undefined && !Array.isArray(inputs) && (inputs?.[slot] ?? slot) !== slot,
    ),
  );
