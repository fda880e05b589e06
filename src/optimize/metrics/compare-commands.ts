import type { Command } from "../../engine/commands/command.ts";
import type { UnderstandingContext } from "../../understand/understander.ts";
import { type ComparedCommand, coerceCommands } from "./coerce-commands.ts";

export interface Comparison {
  readonly correct: readonly Command[];
  readonly missed: readonly Command[];
  readonly invented: readonly Command[];
  /** False: the right commands in an order that leads somewhere else. */
  readonly inOrder: boolean;
  /** Nothing missed, nothing invented, and the order right where it matters. */
  readonly exact: boolean;
}

/** What is understood against what was expected. Both may hold a command twice. */
export const compareCommands = (
  expected: readonly Command[],
  understood: readonly Command[],
  context: UnderstandingContext,
): Comparison => {
  const wanted = coerceCommands(expected, context);
  const left = [...coerceCommands(understood, context)];
  const correct: Command[] = [];
  const missed: Command[] = [];
  const pairs: Pair[] = [];
  for (const [at, one] of wanted.entries()) {
    const index = left.findIndex((candidate) => means(one, candidate));
    const [found] = index < 0 ? [] : left.splice(index, 1);
    if (found === undefined) missed.push(one.command);
    else {
      correct.push(one.command);
      pairs.push({ command: one.command, expectedAt: at, found });
    }
  }
  const inOrder = keepsOrder(pairs, coerceCommands(understood, context));
  const exact = missed.length === 0 && left.length === 0 && inOrder;
  return { correct, missed, invented: left.map(({ command }) => command), inOrder, exact };
};

/** A label that names no topic accepts any. */
const means = (expected: ComparedCommand, understood: ComparedCommand): boolean => {
  const [wanted, got] = [expected.command, understood.command];
  return wanted.type === "clarify" && got.type === "clarify" && wanted.topic === ""
    ? wanted.kind === got.kind
    : expected.key === understood.key;
};

interface Pair {
  readonly command: Command;
  readonly expectedAt: number;
  readonly found: ComparedCommand;
}

/** These change which flow is on top or answer what is open: in another order, they do something else. */
const moving: ReadonlySet<string> = new Set([
  "start_flow",
  "cancel_flow",
  "resume_flow",
  "restart_flow",
  "affirm",
  "deny",
  "undo",
  "human_handoff",
]);

/** Values wait for their flow (src/turn/order-commands.ts), so only moves among themselves and values of one slot have an order. */
const orderMatters = (a: Command, b: Command): boolean =>
  (moving.has(a.type) && moving.has(b.type)) || (slotOf(a) !== null && slotOf(a) === slotOf(b));

const slotOf = (command: Command): string | null =>
  command.type === "set_slot" || command.type === "correct_slot" || command.type === "clear_slot" ? command.slot : null;

const keepsOrder = (pairs: readonly Pair[], understood: readonly ComparedCommand[]): boolean => {
  // Equal commands are interchangeable: each is given the first place that is left.
  const places = new Map<string, number[]>();
  for (const [at, { key }] of understood.entries()) places.set(key, [...(places.get(key) ?? []), at]);
  const placed = pairs.map(({ command, found }) => ({ command, at: places.get(found.key)?.shift() ?? 0 }));
  return placed.every((later, index) =>
    placed.slice(0, index).every((earlier) => !orderMatters(earlier.command, later.command) || earlier.at < later.at),
  );
};
