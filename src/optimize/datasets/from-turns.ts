import type { Assistant } from "../../engine/assistant/assistant.ts";
import { hidden } from "../../engine/assistant/slot.ts";
import type { Command } from "../../engine/commands/command.ts";
import type { Json } from "../../engine/json.ts";
import type { TurnEvent } from "../../engine/state/event.ts";
import type { AuditEntry, TranscriptEntry } from "../../engine/state/store.ts";
import { redactText } from "./redact.ts";
import { groupOf, type LabelledRow, rowId } from "./row.ts";
import { type AssistantInScope, contextOf, type Situation, whereOf } from "./situation.ts";

export interface StoredTurns {
  readonly conversationId: string;
  readonly transcript: readonly TranscriptEntry[];
  readonly audit: readonly AuditEntry[];
}

/** Why turns became no rows, by reason. */
export interface LeftOut {
  readonly noConsent: number;
  /** Nobody understood it, it was refused, or the user took it back right after. */
  readonly doubtful: number;
  /** Typed commands, choices from a list, empty messages: there is nothing to learn, or not enough is kept. */
  readonly unusable: number;
}

/** Messages that are shown to an understander before the one that it reads. */
const historyLength = 6;

/**
 * Rows of a stored conversation: messages that were understood, executed and not taken back, of turns that the user lets be learnt from.
 * The labels are what was understood then, so somebody should read them. The place of each message is rebuilt from the events.
 */
export const rowsFromTurns = (
  { conversationId, transcript, audit }: StoredTurns,
  { assistant, scope }: { readonly assistant: Assistant; readonly scope: AssistantInScope },
): { readonly rows: readonly LabelledRow[]; readonly leftOut: LeftOut } => {
  const rows: LabelledRow[] = [];
  const leftOut = { noConsent: 0, doubtful: 0, unusable: 0 };
  const byMessage = new Map(audit.map((entry) => [entry.messageId, entry]));
  let place: Place = { stack: [], asked: null };
  let history: readonly { readonly role: "user" | "assistant"; readonly text: string }[] = [];
  for (const [index, { user, messages, messageId, at }] of transcript.entries()) {
    const entry = byMessage.get(messageId);
    const next = byMessage.get(transcript[index + 1]?.messageId ?? "");
    const verdict = entry === undefined ? "unusable" : judge(entry, next, user, isListed(place, assistant));
    if (verdict !== null) leftOut[verdict] += 1;
    else if (entry !== undefined) {
      const situation = situationOf(place, { at, history: history.slice(-historyLength), scope });
      const expected = entry.commands.map(({ command }) => plain(command));
      rows.push(rowOf({ situation, message: redactText(user, hidden), expected }, { scope, conversationId }));
    }
    place = (entry?.events ?? []).reduce(follow, { ...place, asked: null });
    const last = messages.at(-1);
    if (last?.source.kind === "pattern" && last.source.pattern === "ask_cancel")
      place = { ...place, asked: "cancel_confirmation" };
    history = [
      ...history,
      ...(user === "" ? [] : [{ role: "user" as const, text: redactText(user, hidden) }]),
      ...messages.map(({ text }) => ({ role: "assistant" as const, text: redactText(text, hidden) })),
    ];
  }
  return { rows, leftOut };
};

const judge = (
  entry: AuditEntry,
  next: AuditEntry | undefined,
  user: string,
  listed: boolean,
): keyof LeftOut | null => {
  if (entry.training !== true) return "noConsent";
  const wasRead = entry.events.some(({ type }) => type === "understood");
  if (!wasRead || user.trim() === "" || listed) return "unusable";
  if (entry.commands.length === 0 || entry.commands.some(({ result }) => result === "refused")) return "doubtful";
  // "No, I meant ..." right after says that it was misread.
  const isTakenBack = next?.commands.some(({ command }) => takesBack.has(command.type)) === true;
  return isTakenBack ? "doubtful" : null;
};

const takesBack: ReadonlySet<string> = new Set(["correct_slot", "undo", "clear_slot", "restart_flow"]);

interface OpenFlow {
  readonly flow: string;
  readonly slots: Readonly<Record<string, Json>>;
}

/** Where the conversation is, as far as its events tell. */
interface Place {
  readonly stack: readonly OpenFlow[];
  readonly asked: string | null;
}

const follow = (place: Place, event: TurnEvent): Place => {
  const { stack } = place;
  const at = "flow" in event && event.flow !== null ? stack.findLastIndex(({ flow }) => flow === event.flow) : -1;
  const without = stack.filter((_, index) => index !== at);
  const found = stack[at];
  switch (event.type) {
    case "flow_started":
      return { stack: [...stack, { flow: event.flow, slots: {} }], asked: null };
    case "flow_resumed":
      return found === undefined ? place : { ...place, stack: [...without, found] };
    case "flow_ended":
      return { stack: without, asked: null };
    case "slot_set":
    case "slot_cleared": {
      if (found === undefined) return place;
      const { [event.slot]: _, ...rest } = found.slots;
      const slots = event.type === "slot_set" ? { ...rest, [event.slot]: event.value } : rest;
      return { ...place, stack: stack.map((open, index) => (index === at ? { ...open, slots } : open)) };
    }
    case "slot_asked":
      return { ...place, asked: `slot ${event.slot}` };
    case "confirmation_asked":
      return { ...place, asked: "confirmation" };
    default:
      return place;
  }
};

/** What was on a list is not in the events. */
const isListed = ({ stack, asked }: Place, assistant: Assistant): boolean => {
  const flow = assistant.flows.get(stack.at(-1)?.flow ?? "");
  return [...(flow?.steps.values() ?? [])].some(
    (step) => step.type === "collect" && step.from !== undefined && asked === `slot ${step.slot}`,
  );
};

const situationOf = (
  { stack, asked }: Place,
  { at, history, scope }: Pick<Situation, "history"> & { readonly at: number; readonly scope: AssistantInScope },
): Situation => {
  const known = stack.filter(({ flow }) => scope.flows.some(({ name }) => name === flow));
  const top = known.at(-1);
  const own = new Set(scope.flows.find(({ name }) => name === top?.flow)?.slots.map(({ name }) => name));
  return {
    now: new Date(at).toISOString(),
    awaiting: top === undefined ? "message" : (asked ?? "message"),
    ...(top === undefined ? {} : { active: top.flow }),
    paused: known.slice(0, -1).map(({ flow }) => flow),
    known: Object.fromEntries(Object.entries(top?.slots ?? {}).filter(([name]) => own.has(name))),
    options: [],
    ...(history === undefined || history.length === 0 ? {} : { history }),
  };
};

/** Without what a label does not say. */
const plain = (command: Command): Command => {
  const { confidence: _, promptId: __, ...rest } = command as Command & { confidence?: number; promptId?: string };
  return rest as Command;
};

const rowOf = (
  { situation, message, expected }: { situation: Situation; message: string; expected: readonly Command[] },
  { scope, conversationId }: { readonly scope: AssistantInScope; readonly conversationId: string },
): LabelledRow => {
  const identified = { context: situation, message, expected };
  return {
    id: rowId({ ...identified, context: { ...situation, name: conversationId } }),
    group: groupOf(identified),
    message,
    where: whereOf(situation),
    situation,
    context: contextOf(situation, scope),
    expected,
    tags: ["silver"],
    source: "conversations",
  };
};
