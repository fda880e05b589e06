import type { PublicState } from "../../../src/index.ts";
import { allSteps, inputsOf, type Plan } from "../plan.ts";
import type { Conversation, Turn, Violation } from "../record.ts";
import { validators } from "../world.ts";
import { askedAgain, writtenBy } from "./cells.ts";
import { taskOf } from "./instances.ts";
import { hasType, holds } from "./stored-values.ts";

const invariant = "I17 inputs come from the newest run, and stay";

/** An input with `from` gets the newest output, unless it is old or does not fit, and keeps it whatever ends later. */
export function inputsFromArchive({ plan, turns }: Conversation): Violation[] {
  return turns.flatMap((turn) => [...taken(plan, turn), ...kept(turn)]);
}

/** One command starts a flow and gives it nothing; nothing ends in between. */
function taken(plan: Plan, { sent, results, before, after, events, silence }: Turn): Violation[] {
  const [command] = sent;
  if (before === null || sent.length !== 1 || command?.type !== "start_flow" || results[0]?.result !== "done")
    return [];
  if (command.slots !== undefined || events.some(({ type }) => type === "flow_ended")) return [];
  const started = events.find((event) => event.type === "flow_started" && event.by === "user");
  if (started?.type !== "flow_started") return [];
  const { flowId, flow } = started;
  const slots: Readonly<Record<string, unknown>> = after.flowSlots[flowId] ?? {};
  const steps = plan.flows[flow]?.steps ?? [];
  // What a loop asks for is emptied before its next round.
  const written = new Set([...allSteps(steps).flatMap((step) => writtenBy(plan, step)), ...askedAgain(plan, steps)]);
  return Object.entries(plan.flows[flow]?.from ?? {}).flatMap(([slot, source]): Violation[] => {
    if (!inputsOf(plan.flows[flow]).includes(slot)) return [];
    if (written.has(slot) || plan.slots[slot]?.default !== undefined || plan.slots[slot]?.sensitive === true) return [];
    const newest = newestOf(before, source);
    const by = after.provenance[flowId]?.[slot];
    const isFromArchive = by?.by === "input" && by.from.includes(".");
    const expected =
      newest !== null && !isOld(plan, newest, { after, silence }) && fits(plan, slot, newest.value, slots);
    if (!expected)
      return isFromArchive
        ? [
            {
              invariant,
              kind: "taken though it should not be",
              detail: `${flow}.${slot}=${JSON.stringify(slots[slot])}`,
            },
          ]
        : [];
    if (isFromArchive && slots[slot] === newest?.value) return [];
    const detail = `${flow}.${slot}=${JSON.stringify(slots[slot])} instead of ${JSON.stringify(newest?.value)} from ${source}`;
    return [{ invariant, kind: "not the newest one", detail }];
  });
}

interface Newest {
  readonly value: unknown;
  readonly completedAt: number;
}

function newestOf({ metadata }: PublicState, source: string): Newest | null {
  const [flow = "", output = ""] = source.split(".");
  const run = metadata.completedFlows.findLast(
    (each) => each.flow === flow && each.flowState === "completed" && (each.outputs[output] ?? null) !== null,
  );
  return run === undefined ? null : { value: run.outputs[output], completedAt: run.completedAt };
}

/** The clock stands still but for silences; a task that has just started knows the time. */
function isOld(
  plan: Plan,
  { completedAt }: Newest,
  { after }: { readonly after: PublicState; readonly silence: boolean },
): boolean {
  const { confirm_inputs_after: seconds } = plan.settings["flow_management"] as { confirm_inputs_after: number };
  return (after.flowStack.at(-1)?.startedAt ?? 0) - completedAt > seconds * 1000;
}

function fits(plan: Plan, name: string, value: unknown, slots: Readonly<Record<string, unknown>>): boolean {
  const slot = plan.slots[name];
  if (slot === undefined || !hasType(slot, value)) return false;
  const own = { ...slots, [name]: value };
  const validator = slot.validator as keyof typeof validators | undefined;
  const rules = Object.values(plan.slots).flatMap(({ constraints = [] }) => constraints);
  return (
    rules.every(({ rule }) => !rule.split(" ").includes(name) || holds(rule, own)) &&
    (validator === undefined || validators[validator](value, { slots: own }))
  );
}

/** What a task took stays until somebody says something else about that slot. */
function kept({ sent, before, after, silence }: Turn): Violation[] {
  if (before === null || silence) return [];
  return before.flowStack.flatMap(({ flowId, flow }) =>
    Object.entries(before.provenance[flowId] ?? {}).flatMap(([slot, by]): Violation[] => {
      const now = after.provenance[flowId]?.[slot];
      if (by.by !== "input" || !by.from.includes(".") || now?.by !== "input" || !now.from.includes(".")) return [];
      const isSaid = sent.some(
        (command) =>
          command.type === "restart_flow" ||
          command.type === "undo" ||
          ("slot" in command && command.slot === slot) ||
          (command.type === "start_flow" && Object.hasOwn(command.slots ?? {}, slot)),
      );
      const [old, value] = [before.flowSlots[flowId]?.[slot], after.flowSlots[flowId]?.[slot]];
      if (isSaid || old === value) return [];
      const detail = `${taskOf(flowId)} ${flow}.${slot}: ${JSON.stringify(old)} became ${JSON.stringify(value)}`;
      return [{ invariant, kind: "another one than it had", detail }];
    }),
  );
}
