import { allSteps, inputsOf, ownedSlots, type Plan, sourceSlot } from "../plan.ts";
import type { Conversation, Violation } from "../record.ts";
import { writtenBy } from "./cells.ts";
import { stepAt } from "./ways.ts";

/** I8: a slot that a call passes on under its own name is one slot, in the caller and in the called flow. */
export function passedSlotIsOne({ plan, turns }: Conversation): Violation[] {
  return turns.flatMap(({ after: { flowStack, flowSlots } }) =>
    flowStack.flatMap((frame) => {
      const caller = flowStack.find(({ flowId }) => flowId === frame.caller);
      if (caller === undefined || caller.step === null) return [];
      return sharedSlots(plan, { flow: caller.flow, step: caller.step }, frame.flow).flatMap((slot): Violation[] => {
        const [theirs, own] = [flowSlots[frame.flowId]?.[slot] ?? null, flowSlots[caller.flowId]?.[slot] ?? null];
        if (theirs === own) return [];
        const detail = `${slot} is ${JSON.stringify(theirs)} in ${frame.flow} and ${JSON.stringify(own)} in ${caller.flow}`;
        return [{ invariant: "I8 a slot that is passed on is one slot", kind: "another value in the caller", detail }];
      });
    }),
  );
}

/** Slots that the user may set in the caller, and that no step of the called flow writes. */
function sharedSlots(plan: Plan, at: { readonly flow: string; readonly step: string }, called: string): string[] {
  const call = stepAt(plan, at);
  // After a link another flow is there than the one that was called.
  if (call?.type !== "call" || call.flow !== called) return [];
  const given = call.inputs ?? {};
  const written = new Set(allSteps(plan.flows[called]?.steps ?? []).flatMap((step) => writtenBy(plan, step)));
  return inputsOf(plan.flows[called]).filter((slot) => {
    const isPlain = Array.isArray(given) ? !given.includes(slot) : sourceSlot(given[slot] ?? slot) === slot;
    // A default holds for the flow that reads it.
    const isSimple = plan.slots[slot]?.default === undefined && plan.slots[slot]?.sensitive !== true;
    return isPlain && isSimple && ownedSlots(plan, at.flow).has(slot) && !written.has(slot);
  });
}
