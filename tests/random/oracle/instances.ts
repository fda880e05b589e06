import type { PublicState } from "../../../src/index.ts";
import { ownedSlots, type Plan } from "../plan.ts";
import type { Conversation, Turn, Violation } from "../record.ts";
import { sorted } from "./every-turn.ts";

const invariant = "I15 a command means the task that it names";

/** The frames of a task have ids that begin with that of its first. */
export const taskOf = (flowId: string): string => flowId.split(/[/>]/)[0] ?? flowId;

/** Commands that name a task touch no other; one that could mean several touches none, and the user is asked which. */
export function namedTaskOnly({ plan, turns }: Conversation): Violation[] {
  return turns.flatMap((turn) => [...otherTasks(turn), ...resumed(turn), ...guessed(plan, turn), ...alike(turn)]);
}

function otherTasks({ sent, results, before, after, silence }: Turn): Violation[] {
  const [command] = sent;
  if (before === null || silence || sent.length !== 1 || command === undefined || results[0]?.result !== "done")
    return [];
  if (!("slot" in command) || !("flowId" in command) || command.flowId === undefined) return [];
  const meant = taskOf(command.flowId);
  // What waited for the answer belongs to the same task.
  const ended = before.flowStack.some(({ flowId }) => !after.flowStack.some((frame) => frame.flowId === flowId));
  if (ended) return [];
  // A question beside the flow kept the active task from running: it does so now.
  const isAside = before.pending?.kind === "choice" || before.pending?.kind === "cancel_confirmation";
  const active = taskOf(before.flowStack.at(-1)?.flowId ?? "");
  return before.flowStack.flatMap(({ flowId }) => {
    const [old, now] = [sorted(before.flowSlots[flowId]), sorted(after.flowSlots[flowId])];
    if (taskOf(flowId) === meant || old === now || (isAside && taskOf(flowId) === active)) return [];
    return [{ invariant, kind: `${command.type} of another task`, detail: `${flowId}: ${old} became ${now}` }];
  });
}

function resumed({ sent, results, before, after, events, silence }: Turn): Violation[] {
  const [command] = sent;
  if (before === null || silence || sent.length !== 1 || command?.type !== "resume_flow") return [];
  if (command.flowId === undefined || results[0]?.result !== "done") return [];
  const isOpen = before.flowStack.some(({ flowId }) => taskOf(flowId) === taskOf(command.flowId ?? ""));
  const hasEnded = events.some(({ type }) => type === "flow_ended");
  const top = after.flowStack.at(-1)?.flowId ?? "";
  if (!isOpen || hasEnded || taskOf(top) === taskOf(command.flowId)) return [];
  return [{ invariant, kind: "another one is resumed", detail: `${top} instead of ${command.flowId}` }];
}

/** A value for a slot that the active task does not have, while two paused tasks of one flow do. */
function guessed(plan: Plan, { sent, before, after, silence }: Turn): Violation[] {
  const [command] = sent;
  if (before === null || silence || sent.length !== 1 || command?.type !== "set_slot") return [];
  if (command.flowId !== undefined || plan.slots[command.slot]?.sensitive === true) return [];
  if (!isAmbiguous(plan, before, command.slot)) return [];
  const isAsked = after.pending?.kind === "choice" && after.pending.options.length > 1;
  // What may not be meant may also be left out.
  const isHeard = isAsked || command.confidence !== undefined;
  if (isHeard && sorted(before.flowSlots) === sorted(after.flowSlots)) return [];
  return [{ invariant, kind: "a task is guessed", detail: `${JSON.stringify(command)}: ${sorted(after.pending)}` }];
}

function isAmbiguous(plan: Plan, { flowStack }: PublicState, slot: string): boolean {
  const active = taskOf(flowStack.at(-1)?.flowId ?? "");
  const owners = flowStack.filter(({ flow }) => ownedSlots(plan, flow).has(slot));
  const last = owners.at(-1);
  if (last === undefined || owners.some(({ flowId }) => taskOf(flowId) === active)) return false;
  return new Set(owners.filter(({ flow }) => flow === last.flow).map(({ flowId }) => taskOf(flowId))).size > 1;
}

/** Options that look the same can't be chosen between. */
function alike({ after: { pending } }: Turn): Violation[] {
  if (pending?.kind !== "choice" || pending.slot !== undefined) return [];
  const labels = pending.options.map(({ label }) => label);
  if (new Set(labels).size === labels.length) return [];
  return [{ invariant, kind: "options that look the same", detail: labels.join(" / ") }];
}
