import type { Command } from "../../../src/index.ts";
import type { Plan } from "../plan.ts";
import type { Conversation, Turn, Violation } from "../record.ts";
import { cellsOf, slotOfInput } from "./cells.ts";
import { cellInSight, textOf } from "./confirmed-inputs.ts";
import { confirmationsBefore, type Place, placeOfAction, placeText } from "./ways.ts";

const invariant = "I1b a message that takes its yes back does nothing";
const takesBack = ["deny", "cancel_flow", "restart_flow"];
const refusals = ["slot.already_done", "slot.invalid", "slot.constraint", "slot.required"];

/** "Yes, but to Rome", "yes, no, stop": nothing that the yes allowed is done with what it showed. */
export function yesBut({ plan, turns }: Conversation): Violation[] {
  return turns.flatMap((turn) => {
    const confirm = openConfirmation(turn);
    if (confirm === null || !turn.sent.some(({ type }) => type === "affirm")) return [];
    const behind = turn.calls.filter(({ action }) => {
      const place = placeOfAction(plan, action);
      return place !== undefined && confirmationsBefore(plan, place).some((each) => same(each, confirm));
    });
    const [first] = behind;
    if (first === undefined || mayBeAnothers(turn, confirm)) return [];
    const back = turn.sent.find(({ type }) => takesBack.includes(type));
    if (back !== undefined) {
      return [{ invariant, kind: `yes and ${back.type}`, detail: `${first.action} was called all the same` }];
    }
    const refused = beforeSecond(turn.results, ({ command }) => command).find(
      ({ command, code }) => code !== undefined && refusals.includes(code) && isNews(turn, command),
    );
    if (refused !== undefined) {
      const detail = `${JSON.stringify(refused.command)} was refused, and ${first.action} was called`;
      return [{ invariant, kind: `yes and a refused ${refused.command.type}`, detail }];
    }
    return behind.flatMap((call) => oldValues(plan, turn, call));
  });
}

/** The message goes back to another task of the same flow: which of them acts can't be seen from outside. */
function mayBeAnothers({ before, sent }: Turn, { flow }: Place): boolean {
  const tasks = new Set((before?.flowStack ?? []).filter((frame) => frame.flow === flow).map(({ flowId }) => flowId));
  return tasks.size > 1 && sent.some(({ type }) => type === "resume_flow");
}

/** A value of the message that an action of the same turn should have got, and did not. */
function oldValues(plan: Plan, turn: Turn, call: Turn["calls"][number]): Violation[] {
  const place = placeOfAction(plan, call.action);
  const flows = (turn.before?.flowStack ?? []).map(({ flow }) => flow);
  if (place === undefined) return [];
  const cells = cellsOf(plan);
  return Object.keys(call.input).flatMap((input) => {
    const slot = slotOfInput(plan, place, input);
    if (slot === null) return [];
    const cell = cells.of(place.flow, slot);
    const given = beforeSecond(turn.sent, (command) => command)
      .filter((command) => !isAboutAnother(turn, command))
      .filter((command) => command.type !== "clear_slot" || isHeld(turn, command.slot))
      .flatMap((command) => valuesOf(command))
      .findLast(({ slot: name }) => {
        return cells.isSteady(cell) && cellInSight(plan, flows, name) === cell;
      });
    if (given === undefined || textOf(call.input[input]) === textOf(given.value)) return [];
    if (given.value === null && plan.slots[slot]?.default === call.input[input]) return [];
    const detail = `${call.action} got ${input}=${textOf(call.input[input])}; the message said ${slot}=${textOf(given.value)}`;
    return [{ invariant, kind: `yes and ${given.by}`, detail }];
  });
}

/** After the start of a second task of the flow, a command may be meant for that one. */
function beforeSecond<T>(items: readonly T[], commandOf: (item: T) => Command): readonly T[] {
  const second = items.map(commandOf).findIndex((each) => each.type === "start_flow" && each.newInstance === true);
  return second < 0 ? items : items.slice(0, second);
}

interface Given {
  readonly slot: string;
  readonly value: unknown;
  readonly by: string;
}

function valuesOf(command: Command): Given[] {
  switch (command.type) {
    case "set_slot":
    case "correct_slot":
      return [{ slot: command.slot, value: command.value, by: command.type }];
    case "clear_slot":
    case "skip_slot":
      return [{ slot: command.slot, value: null, by: command.type }];
    default:
      return [];
  }
}

/** It names a task that was put aside: the yes is not about that one. */
const isAboutAnother = ({ before }: Turn, command: Command): boolean =>
  "flowId" in command &&
  command.flowId !== undefined &&
  taskOf(command.flowId) !== taskOf(before?.flowStack.at(-1)?.flowId ?? "");

/** The ids of called and linked flows begin with that of their task. */
const taskOf = (id: string): string => id.split(/[/>]/)[0] ?? id;

/** There is something to forget. What a step fills later is the step's. */
const isHeld = ({ before }: Turn, slot: string): boolean =>
  Object.values(before?.flowSlots ?? {}).some((slots) => textOf(slots[slot]) !== "");

/** It gives another value than the flows hold. */
const isNews = ({ before }: Turn, command: Command): boolean =>
  valuesOf(command).some(({ slot, value }) =>
    Object.values(before?.flowSlots ?? {}).every((slots) => textOf(slots[slot]) !== textOf(value)),
  );
const same = (left: Place, right: Place): boolean => placeText(left) === placeText(right);

function openConfirmation({ before }: Turn): Place | null {
  const top = before?.flowStack.at(-1);
  if (before?.pending?.kind !== "confirmation" || top === undefined || top.step === null) return null;
  return { flow: top.flow, step: top.step };
}
