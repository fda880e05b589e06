import type { Command } from "../../../src/index.ts";
import type { Plan } from "../plan.ts";
import type { Conversation, Turn, Violation } from "../record.ts";
import { stepAt } from "./ways.ts";

const invariant = "I7 the doors are kept";

/** Flows without a trigger are not started by users, the stack keeps its limit, and some questions can't be interrupted. */
export function doorsAreKept({ plan, turns }: Conversation): Violation[] {
  return turns.flatMap((turn) => [...hiddenFlows(plan, turn), ...stackLimit(plan, turn), ...interrupted(plan, turn)]);
}

function hiddenFlows(plan: Plan, { events, sent }: Turn): Violation[] {
  return events.flatMap((event) => {
    if (event.type !== "flow_started" || event.by !== "user" || plan.flows[event.flow]?.trigger !== undefined)
      return [];
    const detail = `${event.flow} has no trigger and was started by ${JSON.stringify(sent)}`;
    return [{ invariant, kind: "a hidden flow is started", detail }];
  });
}

function stackLimit(plan: Plan, { after, sent }: Turn): Violation[] {
  const { max_stack_depth: limit } = plan.settings["flow_management"] as { readonly max_stack_depth: number };
  const tasks = after.flowStack.filter(({ caller }) => caller === null);
  if (tasks.length <= limit) return [];
  const detail = `${tasks.map(({ flow }) => flow).join(", ")} are open; the limit is ${limit}; after ${JSON.stringify(sent)}`;
  return [{ invariant, kind: "more tasks than the limit", detail }];
}

const moves = (top: string, command: Command): boolean =>
  command.type === "resume_flow" ||
  (command.type === "start_flow" && (command.flow !== top || command.newInstance === true));

function interrupted(plan: Plan, { before, after, sent, silence }: Turn): Violation[] {
  const top = before?.flowStack.at(-1);
  // After a long silence everything is put aside.
  if (silence || top === undefined || top.step === null || before?.pending === null) return [];
  const step = stepAt(plan, { flow: top.flow, step: top.step });
  if (step?.interruptible !== false || !sent.every((command) => moves(top.flow, command))) return [];
  // Only while this very question is open.
  const isAsked =
    before?.pending.kind === "slot" ? before.pending.slot === step.slot : before?.pending.kind === "confirmation";
  if (!isAsked || after.flowStack.at(-1)?.flowId === top.flowId) return [];
  const detail = `${top.flow}.${top.step} was left by ${JSON.stringify(sent)}`;
  return [{ invariant, kind: "a question that can't be interrupted was", detail }];
}
