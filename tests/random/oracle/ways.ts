import { allSteps, type FlowPlan, type Plan, type StepPlan } from "../plan.ts";

/** A step of a flow. */
export interface Place {
  readonly flow: string;
  readonly step: string;
}

export const placeText = ({ flow, step }: Place): string => `${flow}.${step}`;

/** Ways out of each step. `normal` is the way after a yes, a done call, a finished link. */
interface Ways {
  readonly normal: readonly string[];
  readonly other: readonly string[];
}

const end = "end";

/** Where each step of a flow may lead, by what the language says. More ways than there are do no harm. */
export function waysOf(flow: FlowPlan): Map<string, Ways> {
  const ways = new Map<string, Ways>();
  const walk = (steps: readonly StepPlan[], after: string): void => {
    steps.forEach((step, index) => {
      const following = steps[index + 1]?.step ?? after;
      const next = step.jump_to === undefined || step.jump_to === "continue" ? following : step.jump_to;
      ways.set(step.step, waysOfStep(flow, step, { next, following }));
      if (step.do !== undefined) walk(step.do, step.step);
    });
  };
  walk(flow.steps, end);
  return ways;
}

function waysOfStep(flow: FlowPlan, step: StepPlan, { next, following }: { next: string; following: string }): Ways {
  const skipped = step.when === undefined ? [] : [following];
  const failed = ["action", "call", "set", "link"].includes(step.type) ? [step.on_error ?? flow.on_error] : [];
  const others = [...skipped, ...failed, step.on_deny, flow.on_change].flatMap((target) => target ?? []);
  const other = others.map((target) => (target === "continue" ? following : target));
  if (step.cases !== undefined) {
    const targets = step.cases.map((each) => ("to" in each ? each.to : each.else));
    return { normal: targets.map((target) => (target === "continue" ? following : target)), other };
  }
  if (step.type === "while") return { normal: [step.do?.[0]?.step ?? next, next], other };
  return { normal: [step.type === "link" ? end : next], other };
}

/** Whether `to` can be reached from the start of a flow without a yes to that confirmation. */
function reachesWithout(plan: Plan, from: Place, to: string, confirm: Place): boolean {
  const flow = plan.flows[from.flow];
  if (flow === undefined) return false;
  const ways = waysOf(flow);
  const steps = new Map(allSteps(flow.steps).map((step) => [step.step, step]));
  const seen = new Set<string>();
  const open = [from.step];
  while (open.length > 0) {
    const name = open.pop() ?? end;
    if (name === to) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    const step = steps.get(name);
    const found = ways.get(name);
    if (step === undefined || found === undefined) continue;
    open.push(...found.other);
    if (!needsYes(plan, { flow: from.flow, step: name }, confirm)) open.push(...found.normal);
  }
  return false;
}

/** The normal way out of this step always has a yes to that confirmation behind it. */
function needsYes(plan: Plan, place: Place, confirm: Place): boolean {
  if (place.flow === confirm.flow && place.step === confirm.step) return true;
  const step = stepAt(plan, place);
  if (step?.flow === undefined || (step.type !== "call" && step.type !== "link")) return false;
  if (isInCircle(plan, step.flow)) return false;
  if (!callsOf(plan, step.flow).has(confirm.flow) && step.flow !== confirm.flow) return false;
  return !reachesWithout(plan, { flow: step.flow, step: firstStep(plan, step.flow) }, end, confirm);
}

/** Nobody gets to the step without a yes to that confirmation, whoever called its flow. */
function standsBefore(plan: Plan, confirm: Place, place: Place): boolean {
  const start = { flow: place.flow, step: firstStep(plan, place.flow) };
  if (!reachesWithout(plan, start, place.step, confirm)) return true;
  if (plan.flows[place.flow]?.trigger !== undefined) return false;
  const sites = sitesOf(plan, place.flow);
  return sites.length > 0 && !isInCircle(plan, place.flow) && sites.every((site) => standsBefore(plan, confirm, site));
}

/** Each time the step runs again there is another yes to that confirmation of the same flow. */
export function standsBetween(plan: Plan, confirm: Place, place: Place): boolean {
  if (confirm.flow !== place.flow) return false;
  const flow = plan.flows[place.flow];
  const next = flow === undefined ? undefined : waysOf(flow).get(place.step);
  return [...(next?.normal ?? []), ...(next?.other ?? [])].every(
    (step) => !reachesWithout(plan, { flow: place.flow, step }, place.step, confirm),
  );
}

/** Steps that call a flow or link to it. */
export const sitesOf = (plan: Plan, flow: string): Place[] =>
  Object.entries(plan.flows).flatMap(([name, { steps }]) =>
    allSteps(steps).flatMap((step) => (step.flow === flow ? [{ flow: name, step: step.step }] : [])),
  );

/** Flows that a flow may lead into. */
export function callsOf(plan: Plan, flow: string): Set<string> {
  const found = new Set<string>();
  const open = [flow];
  while (open.length > 0) {
    const name = open.pop() ?? "";
    for (const { flow: called } of allSteps(plan.flows[name]?.steps ?? [])) {
      if (called === undefined || found.has(called)) continue;
      found.add(called);
      open.push(called);
    }
  }
  return found;
}

export const isInCircle = (plan: Plan, flow: string): boolean =>
  [flow, ...callsOf(plan, flow)].some((name) => callsOf(plan, name).has(name));

export const stepAt = (plan: Plan, { flow, step }: Place): StepPlan | undefined =>
  allSteps(plan.flows[flow]?.steps ?? []).find((each) => each.step === step);

const firstStep = (plan: Plan, flow: string): string => plan.flows[flow]?.steps[0]?.step ?? end;

/** All steps of a type. */
const placesOf = (plan: Plan, type: StepPlan["type"]): Place[] =>
  Object.entries(plan.flows).flatMap(([flow, { steps }]) =>
    allSteps(steps).flatMap((step) => (step.type === type ? [{ flow, step: step.step }] : [])),
  );

/** The step that calls an action: each action is called by one. */
export const placeOfAction = (plan: Plan, action: string): Place | undefined =>
  placesOf(plan, "action").find((place) => stepAt(plan, place)?.call === action);

/** Confirmations without whose yes the step is never reached. */
export const confirmationsBefore = (plan: Plan, place: Place): Place[] =>
  isInCircle(plan, place.flow) ? [] : placesOf(plan, "confirm").filter((confirm) => standsBefore(plan, confirm, place));
