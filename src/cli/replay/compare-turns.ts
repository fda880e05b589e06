import type { TurnEvent } from "../../engine/state/event.ts";
import type { AuditEntry, TranscriptEntry } from "../../engine/state/store.ts";
import { showCommand, showValue } from "../chat/show-command.ts";

/** What a turn can differ in, from what matters most to what matters least. A turn is told by the first that differs. */
export const divergenceKinds = [
  "failed",
  "understanding",
  "refusal",
  "action",
  "flow",
  "slot",
  "question",
  "wording",
] as const;
export type DivergenceKind = (typeof divergenceKinds)[number];

export interface Difference {
  readonly kind: DivergenceKind;
  readonly was: readonly string[];
  readonly is: readonly string[];
}

/** One turn, as it is stored. */
export interface StoredTurn {
  readonly audit: AuditEntry;
  readonly told: TranscriptEntry;
}

type Lines = (turn: StoredTurn) => readonly string[];

const eventsAs =
  (show: (event: TurnEvent) => string | null): Lines =>
  ({ audit }) =>
    audit.events.flatMap((event) => show(event) ?? []);

const views: Readonly<Record<Exclude<DivergenceKind, "failed">, Lines>> = {
  understanding: ({ audit }) =>
    audit.commands.map(({ command }) => {
      const { promptId: _, ...meant } = { promptId: undefined, ...command };
      return showCommand(meant as typeof command);
    }),
  refusal: ({ audit }) => audit.commands.map(({ command, code }) => `${command.type}: ${code ?? "done"}`),
  action: eventsAs((event) => (event.type === "action_ended" ? `${event.action}: ${event.result}` : null)),
  flow: eventsAs((event) => {
    if (event.type === "flow_started") return `${event.flow} started`;
    return event.type === "flow_ended" ? `${event.flow} ${event.flowState}` : null;
  }),
  slot: eventsAs((event) => {
    if (event.type === "slot_set") return `${event.flow}.${event.slot} = ${showValue(event.value)}`;
    return event.type === "slot_cleared" ? `${event.flow}.${event.slot} emptied` : null;
  }),
  question: eventsAs((event) => {
    if (event.type === "slot_asked") return `asks for ${event.flow}.${event.slot}`;
    return event.type === "confirmation_asked" ? `asks to confirm ${event.flow}` : null;
  }),
  wording: ({ told }) => told.messages.map(({ text }) => text),
};

/** Null: the two turns are alike, apart from the kinds that are ignored. */
export function compareTurns(was: StoredTurn, is: StoredTurn, ignored: ReadonlySet<DivergenceKind>): Difference | null {
  for (const kind of divergenceKinds) {
    if (kind === "failed" || ignored.has(kind)) continue;
    const [before, now] = [views[kind](was), views[kind](is)];
    if (JSON.stringify(before) !== JSON.stringify(now)) return { kind, was: before, is: now };
  }
  return null;
}
