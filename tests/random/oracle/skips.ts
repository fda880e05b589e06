import { allSteps, ownedSlots } from "../plan.ts";
import type { Conversation, Violation } from "../record.ts";
import { timesOf } from "./once.ts";
import { sitesOf } from "./ways.ts";

const invariant = "I9 a skip is for one round";

/** A slot that is skipped is empty afterwards. */
export function skippedIsEmpty({ plan, turns }: Conversation): Violation[] {
  return turns.flatMap(({ sent, results, before, after }): Violation[] => {
    const [command] = sent;
    if (sent.length !== 1 || command?.type !== "skip_slot" || results[0]?.result !== "done") return [];
    const { slot } = command;
    const owner = before?.flowStack.findLast(({ flowId }) => before.provenance[flowId]?.[slot]?.by === "user");
    // It is emptied in the topmost flow that owns it.
    const meant = before?.flowStack.findLast(({ flow }) => ownedSlots(plan, flow).has(slot));
    if (owner === undefined || before === null || meant?.flowId !== owner.flowId) return [];
    const old = before.flowSlots[owner.flowId]?.[slot];
    const stays =
      after.provenance[owner.flowId]?.[slot]?.by === "user" && after.flowSlots[owner.flowId]?.[slot] === old;
    if (!stays || plan.slots[slot]?.sensitive === true) return [];
    return [
      { invariant, kind: "skipped and still filled", detail: `${owner.flow}.${slot} is still ${JSON.stringify(old)}` },
    ];
  });
}

/** In a task that went straight to its end, each round of a loop asks anew. */
export function askedInEachRound({ plan, turns }: Conversation): Violation[] {
  const root = turns[0]?.sent[0];
  const last = turns.at(-1);
  if (root?.type !== "start_flow" || last === undefined || last.after.flowStack.length > 0) return [];
  const events = turns.flatMap((turn) => turn.events);
  if (events.some((event) => event.type === "flow_ended" && event.flowState !== "completed")) return [];
  const flow = plan.flows[root.flow];
  if (flow === undefined || flow.on_change !== undefined || flow.on_error !== undefined) return [];
  if (sitesOf(plan, root.flow).length > 0) return [];
  return flow.steps.flatMap((loop, index) => {
    const counter = /^(\w+) </.exec(loop.condition ?? "")?.[1] ?? "";
    if (flow.steps[index - 1]?.slots?.[counter] !== 0) return [];
    if (loop.type !== "while" || loop.when !== undefined || !alwaysReached(flow.steps, loop.step)) return [];
    const body = allSteps(loop.do ?? []);
    return body.flatMap((step): Violation[] => {
      const { slot } = step;
      const isPlain = step.type === "collect" && step.when === undefined && slot !== undefined;
      if (!isPlain || plan.slots[slot]?.default !== undefined || body.some(({ type }) => type === "branch")) return [];
      // What the same round has asked for or filled already is not asked for again.
      const others = body.filter((each) => each !== step && JSON.stringify(each).includes(`"${slot}"`));
      if (others.length > 0 || body.some(({ type }) => type === "call" || type === "action")) return [];
      const asked = events.filter(
        (event) => event.type === "slot_asked" && event.step === step.step && event.flow === root.flow,
      );
      const wanted = timesOf(plan, root.flow, { flow: root.flow, step: step.step });
      // The first round may find it filled.
      const elsewhere =
        flow.steps.some((each) => each !== loop && JSON.stringify(each).includes(`"${slot}"`)) ||
        Object.values(plan.flows).some((each) => each !== flow && JSON.stringify(each).includes(`"${slot}`));
      if (!Number.isFinite(wanted) || asked.length >= wanted - (elsewhere ? 1 : 0)) return [];
      const detail = `${slot} was asked for ${asked.length} times in ${wanted} rounds`;
      return [{ invariant, kind: "not asked in each round", detail }];
    });
  });
}

/** Nothing before it jumps over it. */
const alwaysReached = (steps: Conversation["plan"]["flows"][string]["steps"], name: string): boolean =>
  !JSON.stringify(
    steps.slice(
      0,
      steps.findIndex(({ step }) => step === name),
    ),
  ).match(/"(to|jump_to|on_error|on_deny)"/);
