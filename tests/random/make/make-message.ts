import type { Command, PublicState } from "../../../src/index.ts";
import { allSteps, type Plan } from "../plan.ts";
import type { Message } from "../record.ts";
import type { Chance } from "./chance.ts";
import { makeValue } from "./make-slots.ts";

/** What a user who does not care might say next: often an answer, often something else. */
export const makeMessage = (chance: Chance, plan: Plan, state: PublicState | null): Message => ({
  commands: makeCommands(chance, plan, state),
  ...(chance.percent(3) ? { silence: true } : {}),
});

const likelihoods = [0.1, 0.3, 0.5, 0.6, 0.75, 0.85, 0.95] as const;

/** The same, heard badly: of some commands it is only likely that they are meant. */
export const withDoubts = (chance: Chance, message: Message, doubts: number): Message => ({
  ...message,
  commands: message.commands.map((command) =>
    command.type !== "release_handoff" && chance.percent(doubts)
      ? { ...command, confidence: chance.pick(likelihoods) }
      : command,
  ),
});

function makeCommands(chance: Chance, plan: Plan, state: PublicState | null): Command[] {
  if (state !== null && chance.percent(30) && isUninterruptible(plan, state)) return [elsewhere(chance, plan)];
  const dice = chance.below(100);
  if (state === null || dice < 42) return [answer(chance, plan, state)];
  if (dice < 57) return [correction(chance, plan, state)];
  if (dice < 70 && state.pending?.kind === "confirmation") return yesBut(chance, plan, state);
  if (dice < 80) return [digression(chance)];
  return Array.from({ length: 1 + chance.below(3) }, () => anyCommand(chance, plan, state));
}

function isUninterruptible(plan: Plan, { flowStack }: PublicState): boolean {
  const top = flowStack.at(-1);
  const steps = allSteps(plan.flows[top?.flow ?? ""]?.steps ?? []);
  return steps.some(({ step, interruptible }) => step === top?.step && interruptible === false);
}

const elsewhere = (chance: Chance, plan: Plan): Command =>
  chance.percent(60)
    ? { type: "resume_flow", ...(chance.percent(50) ? { flow: chance.pick(Object.keys(plan.flows)) } : {}) }
    : { type: "start_flow", flow: chance.pick(Object.keys(plan.flows)) };

function answer(chance: Chance, plan: Plan, state: PublicState | null): Command {
  const pending = state?.pending ?? null;
  if (pending === null) return start(chance, plan);
  switch (pending.kind) {
    case "slot":
      if (pending.offer !== undefined && chance.percent(70)) return { type: chance.percent(70) ? "affirm" : "deny" };
      return chance.percent(plan.slots[pending.slot]?.required === false ? 40 : 3)
        ? { type: "skip_slot", slot: pending.slot }
        : { type: "set_slot", slot: pending.slot, value: makeValue(chance, pending.slot, plan.slots[pending.slot]) };
    case "confirmation":
    case "cancel_confirmation":
      return { type: chance.percent(85) ? "affirm" : "deny" };
    case "choice":
      return chance.pick(pending.options).command;
    case "change":
      return correction(chance, plan, state);
    default:
      return pending satisfies never;
  }
}

function start(chance: Chance, plan: Plan): Command {
  const flow = chance.percent(60) ? "f0" : chance.pick(Object.keys(plan.flows));
  const slots = chance.percent(25) ? givenSlots(chance, plan) : {};
  return { type: "start_flow", flow, ...(Object.keys(slots).length > 0 ? { slots } : {}) };
}

const givenSlots = (chance: Chance, plan: Plan) =>
  Object.fromEntries(
    chance.some(Object.keys(plan.slots), 2).map((slot) => [slot, makeValue(chance, slot, plan.slots[slot])]),
  );

/** Mostly of a slot that is filled somewhere. */
function correction(chance: Chance, plan: Plan, state: PublicState | null): Command {
  const filled = Object.values(state?.flowSlots ?? {}).flatMap((slots) => Object.keys(slots));
  const known = filled.filter((slot) => plan.slots[slot] !== undefined);
  const names = known.length > 0 && chance.percent(80) ? known : Object.keys(plan.slots);
  if (names.length === 0) return { type: "repeat" };
  const slot = chance.pick(names);
  const type = chance.percent(75) ? "correct_slot" : "set_slot";
  return { type, slot, value: makeValue(chance, slot, plan.slots[slot]) };
}

function yesBut(chance: Chance, plan: Plan, state: PublicState): Command[] {
  const slot = chance.pick([...Object.keys(plan.slots), "a"]);
  const but = chance.pick<Command>([
    correction(chance, plan, state),
    correction(chance, plan, state),
    correction(chance, plan, state),
    { type: "skip_slot", slot },
    { type: "clear_slot", slot },
    { type: "cancel_flow" },
    { type: "restart_flow" },
    { type: "deny" },
    { type: "start_flow", flow: state.flowStack.at(-1)?.flow ?? "f0", slots: givenSlots(chance, plan) },
  ]);
  return chance.percent(75) ? [{ type: "affirm" }, but] : [but, { type: "affirm" }];
}

function digression(chance: Chance): Command {
  return chance.pick<Command>([
    { type: "repeat" },
    { type: "repeat" },
    { type: "chitchat" },
    { type: "out_of_scope" },
    { type: "clarify", topic: "a", kind: "help" },
    { type: "custom", name: "unheard_of", arguments: {} },
    { type: "release_handoff" },
  ]);
}

function anyCommand(chance: Chance, plan: Plan, state: PublicState): Command {
  const flows = Object.keys(plan.flows);
  const slot = chance.pick([...Object.keys(plan.slots), "a"]);
  const newInstance = chance.percent(30) ? { newInstance: true } : {};
  const named = { flowId: anyTask(chance, state) };
  return chance.pick<() => Command>([
    () => correction(chance, plan, state),
    () => correction(chance, plan, state),
    () => answer(chance, plan, state),
    () => answer(chance, plan, state),
    () => ({ type: "clear_slot", slot }),
    () => ({ type: "skip_slot", slot }),
    () => ({ type: "affirm" }),
    () => ({ type: "deny", ...(chance.percent(40) ? { slot } : {}) }),
    () => ({ type: "start_flow", flow: chance.pick(flows), ...newInstance }),
    () => ({ type: "start_flow", flow: chance.pick(flows), ...newInstance }),
    () => ({ type: "cancel_flow" }),
    () => ({ type: "resume_flow", ...(chance.percent(60) ? { flow: chance.pick(flows) } : {}) }),
    () => ({ type: "resume_flow" }),
    () => ({ type: "resume_flow", ...named }),
    () => ({ ...correction(chance, plan, state), ...named }) as Command,
    () => ({ type: "clear_slot", slot, ...named }),
    () => ({ type: "start_flow", flow: state.flowStack[0]?.flow ?? chance.pick(flows), newInstance: true }),
    () => ({ type: "restart_flow" }),
    () => ({ type: "choose_flow", flows: chance.some(flows, 3) }),
    () => digression(chance),
  ])();
}

/** Mostly one that is open. */
const anyTask = (chance: Chance, { flowStack }: PublicState): string =>
  flowStack.length === 0 || chance.percent(5) ? "f0_99" : chance.pick(flowStack).flowId;
