import type { Command } from "../../src/engine/commands/command.ts";
import type { Soni, TurnResult } from "../../src/index.ts";
import { coerceValues } from "../../src/optimize/metrics/coerce-commands.ts";
import { hasEffect, type Outcome, outcomeOf } from "../../src/optimize/metrics/outcomes.ts";
import type { Understanding } from "../../src/understand/understander.ts";
import { isExact, rightActions, wrongActions } from "./compare-row.ts";
import type { DomainRow } from "./read-domains.ts";

/** A command that was done, how sure the understander was of it, and whether the label wants it. */
export interface DoneCommand {
  readonly type: string;
  readonly confidence: number;
  readonly right: boolean;
}

/** What the product did with a row. */
export interface HeldRow {
  readonly outcome: Outcome;
  readonly done: readonly DoneCommand[];
  /** What it would do if it never asked, with the probability of its least likely command. Null: it would do nothing. */
  readonly proposed: { readonly confidence: number; readonly right: boolean } | null;
  /** What was stored for the slot that the assistant had asked for; null: nothing, or it asked for none. */
  readonly awaited: "right" | "wrong" | null;
  /** The product does not wait for what the row says: the row measures something else. */
  readonly isMisplaced: boolean;
  /** It was read without sentence vectors, or not at all, because the machine was too busy: the row measures the machine. */
  readonly isDegraded: boolean;
}

/** Brings a conversation into the situation of a row by typed commands, sends the message, and compares what happened with the label. */
export async function holdRow(
  soni: Soni,
  row: DomainRow,
  { conversationId, understood }: { readonly conversationId: string; readonly understood: () => Understanding | null },
): Promise<HeldRow> {
  const before = await setUp(soni, row, conversationId);
  const turn = await soni.processMessage({ conversationId, text: row.message });
  const commands = doneIn(turn);
  const [wrong, right] = [wrongActions(row, commands), rightActions(row, commands)];
  const asked = newChoice(turn, before);
  const outcome = outcomeOf({
    exact: isExact(row, commands),
    wrong,
    right,
    asked: asked === null ? null : { offered: asked.some((option) => rightActions(row, option).length > 0) },
  });
  const sure = confidenceIn(understood());
  const done = [...wrong, ...right].map((command) => ({
    type: command.type,
    confidence: sure(command),
    right: right.includes(command),
  }));
  return {
    outcome,
    done,
    proposed: proposedIn(row, understood()),
    awaited: awaitedIn(row, { wrong, right }),
    isMisplaced: !isPlaced(row, before),
    isDegraded: understood()?.source !== "embedded",
  };
}

type PendingNow = TurnResult["state"]["pending"];

async function setUp(soni: Soni, { context }: DomainRow, conversationId: string): Promise<PendingNow> {
  const { active, paused, known, awaiting } = context;
  const starts: Command[] = [...paused.toReversed(), ...(active === null ? [] : [active])].map(({ name }) => ({
    type: "start_flow",
    flow: name,
    ...(name === active?.name ? { slots: known } : {}),
  }));
  const more: Command[] =
    awaiting.kind === "change"
      ? [{ type: "deny" }]
      : awaiting.kind === "cancel_confirmation"
        ? [{ type: "cancel_flow" }]
        : [];
  let pending: PendingNow = null;
  for (const command of [...starts, ...more]) {
    const turn = await soni.processMessage({ conversationId, text: "(button)", command });
    pending = turn.state.pending;
  }
  return pending;
}

const isPlaced = ({ context: { awaiting } }: DomainRow, pending: PendingNow): boolean => {
  if (awaiting.kind === "message") return pending === null;
  if (pending?.kind !== awaiting.kind) return false;
  return !("slot" in awaiting) || ("slot" in pending && pending.slot === awaiting.slot);
};

/** Flows that the user started, values that were stored for them, and the other commands that were done. */
function doneIn({ events, commands }: TurnResult): readonly Command[] {
  const started = new Set<string>();
  const stored = new Map<string, Command>();
  for (const event of events) {
    if (event.type === "flow_started" && event.by === "user") started.add(event.flow);
    if (event.type === "slot_set" && !["default", "action", "set", "call"].includes(event.by))
      stored.set(`${event.flow}.${event.slot}`, { type: "set_slot", slot: event.slot, value: event.value });
  }
  const others = commands.flatMap(({ command, result }) =>
    result === "done" && !["start_flow", "set_slot", "correct_slot"].includes(command.type) ? [command] : [],
  );
  return [...[...started].map((flow): Command => ({ type: "start_flow", flow })), ...stored.values(), ...others];
}

/** The options of a question that was not there before, each with all its commands. */
function newChoice({ state }: TurnResult, before: PendingNow): readonly (readonly Command[])[] | null {
  const { pending } = state;
  if (pending?.kind !== "choice" || JSON.stringify(pending) === JSON.stringify(before)) return null;
  return pending.options.map(({ command, also = [] }) => [command, ...also]);
}

/** The confidence of the command that did it, as the understander said it; where commands have none, that of the message. */
function confidenceIn(understood: Understanding | null): (done: Command) => number {
  const { commands = [], confidence = 0 } = understood ?? {};
  return (done) => {
    const cause = commands.find((command) => causes(command, done));
    if (cause === undefined) return confidence;
    const own = cause.type === "start_flow" && "slot" in done ? cause.slotConfidence?.[done.slot ?? ""] : undefined;
    return own ?? ("confidence" in cause ? Number(cause.confidence) : confidence);
  };
}

const causes = (command: Command, done: Command): boolean => {
  if (done.type === "set_slot" || done.type === "correct_slot") {
    if (command.type === "start_flow") return done.slot in (command.slots ?? {});
    return (command.type === "set_slot" || command.type === "correct_slot") && command.slot === done.slot;
  }
  return (
    command.type === done.type &&
    (done.type !== "start_flow" || (command.type === "start_flow" && command.flow === done.flow))
  );
};

function awaitedIn(
  { context: { awaiting } }: DomainRow,
  { wrong, right }: { readonly wrong: readonly Command[]; readonly right: readonly Command[] },
): HeldRow["awaited"] {
  if (awaiting.kind !== "slot") return null;
  const stores = (command: Command): boolean => command.type === "set_slot" && command.slot === awaiting.slot;
  if (wrong.some(stores)) return "wrong";
  return right.some(stores) ? "right" : null;
}

function proposedIn(row: DomainRow, understood: Understanding | null): HeldRow["proposed"] {
  const commands = coerceValues(understood?.commands ?? [], row.context).filter(hasEffect);
  if (commands.length === 0) return null;
  const sure = confidenceIn(understood);
  return {
    confidence: Math.min(...commands.map(sure)),
    right: wrongActions(row, commands).length === 0,
  };
}
