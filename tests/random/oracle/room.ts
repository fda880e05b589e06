import type { Command, PublicState } from "../../../src/index.ts";
import type { Plan } from "../plan.ts";
import type { Conversation, Turn, Violation } from "../record.ts";
import { sorted } from "./every-turn.ts";
import { taskOf } from "./instances.ts";
import { stepAt } from "./ways.ts";

const invariant = "I16 nobody is dropped unasked";

interface Management {
  readonly max_stack_depth: number;
  readonly on_limit_reached: string;
}
const managementOf = (plan: Plan): Management => plan.settings["flow_management"] as unknown as Management;

/** For want of room a task ends only as the strategy says: with `ask_user` the one that the user named. */
export function droppedAsAsked({ plan, turns }: Conversation): Violation[] {
  const { on_limit_reached: strategy } = managementOf(plan);
  if (strategy === "cancel_oldest") return [];
  return turns.flatMap((turn) => [
    ...(strategy === "ask_user" ? unasked(plan, turn) : []),
    ...turn.events.flatMap((event): Violation[] => {
      if (event.type !== "flow_ended" || event.reason !== "stack limit") return [];
      const isNamed = named(turn).includes(taskOf(event.flowId));
      if (strategy === "ask_user" && isNamed) return [];
      const detail = `${event.flowId} ended for want of room after ${JSON.stringify(turn.sent)}`;
      return [{ invariant, kind: `dropped with ${strategy}`, detail }];
    }),
  ]);
}

/** Tasks that the message says to drop: by itself, or by a yes to the only one that was offered. */
function named({ sent, before }: Turn): readonly string[] {
  const offered = before?.pending?.kind === "choice" ? before.pending.options.map(({ command }) => command) : [];
  const agreed = sent.some(({ type }) => type === "affirm") && offered.length === 1 ? offered : [];
  return [...sent, ...agreed].flatMap((command) => ("drop" in command ? [taskOf(command.drop ?? "")] : []));
}

/** One task too many, begun by one command: nothing changes, and each open task can be dropped for it. */
function unasked(plan: Plan, { sent, before, after, silence }: Turn): Violation[] {
  const [command] = sent;
  if (before === null || silence || sent.length !== 1 || command === undefined) return [];
  const open = before.flowStack.filter(({ caller }) => caller === null).map(({ flowId }) => taskOf(flowId));
  if (open.length !== managementOf(plan).max_stack_depth || !isOneMore(plan, before, command)) return [];
  const options = after.pending?.kind === "choice" ? after.pending.options : [];
  const drops = options.flatMap((option) => ("drop" in option.command ? [taskOf(option.command.drop ?? "")] : []));
  const isSame = sorted(before.flowSlots) === sorted(after.flowSlots);
  if (isSame && sorted(drops.toSorted()) === sorted(open.toSorted())) return [];
  return [{ invariant, kind: "not asked", detail: `${JSON.stringify(sent)}: ${sorted(after.pending)}` }];
}

/** It starts a flow that users may start, which is not going on in the active task, and no question forbids to leave it. */
function isOneMore(plan: Plan, { flowStack, pending }: PublicState, command: Command): boolean {
  if (command.type !== "start_flow" || command.drop !== undefined) return false;
  // What may not be meant is asked about first.
  if (command.confidence !== undefined) return false;
  if (plan.flows[command.flow]?.trigger === undefined) return false;
  const top = flowStack.at(-1);
  const active = flowStack.filter(({ flowId }) => taskOf(flowId) === taskOf(top?.flowId ?? ""));
  if (command.newInstance !== true && active.some(({ flow }) => flow === command.flow)) return false;
  const step = top === undefined || top.step === null ? undefined : stepAt(plan, { flow: top.flow, step: top.step });
  return step?.interruptible !== false && pending !== null;
}
