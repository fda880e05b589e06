import type { JsonObject } from "../json.ts";
import type { TurnEvent } from "./event.ts";
import type { AuditEntry } from "./store.ts";

/** One line of the trace of a conversation: what happened, when, and the fields of the event. */
export interface TraceEntry {
  readonly turn: number;
  /** The clock of its turn: when its message was accepted. Whatever took time says so in `data.milliseconds`. */
  readonly at: number;
  readonly event: TurnEvent["type"];
  readonly data: JsonObject;
}

/** The stored events are the trace: nothing else is written for it. */
export const traceOf = ({ turn, at, events }: Pick<AuditEntry, "turn" | "at" | "events">): readonly TraceEntry[] =>
  events.map(({ type, ...data }) => ({ turn, at, event: type, data: data as unknown as JsonObject }));
