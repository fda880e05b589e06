import { isStep, type Observed, type TurnEvent, type TurnStep } from "../engine/state/event.ts";
import type { ObserveOptions } from "../engine/state/observe.ts";
import type { AuditEntry, TranscriptEntry } from "../engine/state/store.ts";
import type { Soni } from "../runtime/soni.ts";
import type { TurnUnderWay } from "../runtime/turn-under-way.ts";
import { isDeveloper, type Principal } from "./access/principal.ts";
import type { NumberedEvent } from "./protocol.ts";
import { eventId, eventPlaces, messageFor, turnOfEvent, wireMessage } from "./views.ts";

type OfType<Union, Type> = Extract<Union, { readonly type: Type }>;
type Progress = OfType<NumberedEvent, TurnStep["type"]>;
type Recorded = OfType<TurnEvent | Observed, TurnStep["type"]>;

interface Place {
  readonly turn: number;
  readonly messageId: string;
  /** Among the steps of this turn, from 0. */
  readonly index: number;
}

export const isProgress = (event: TurnEvent | Observed): event is Recorded => isStep(event);

/** A step on the way of a turn, live or read back from the audit log. */
export function progressEvent(event: Recorded, { turn, messageId, index }: Place): Progress {
  const numbered = {
    id: eventId(turn, Math.min(eventPlaces.progress + index, eventPlaces.messages - 1)),
    turn,
    messageId,
  };
  switch (event.type) {
    case "understood": {
      const { count, commands, confidence } = event;
      return {
        type: "understood",
        ...numbered,
        count,
        ...(confidence === undefined ? {} : { confidence }),
        // Their number is all that a record has.
        ...(typeof commands === "number" ? {} : { commands: commands.map((command) => ({ ...command })) }),
      };
    }
    case "action_started":
      return { type: "action_started", ...numbered, action: event.action };
    case "action_ended": {
      const { action, result, code, milliseconds } = event;
      return {
        type: "action_ended",
        ...numbered,
        action,
        result,
        milliseconds,
        ...(code === undefined ? {} : { code }),
      };
    }
    case "sentence": {
      const { message, index: number, text = "" } = event;
      return { type: "sentence", ...numbered, message, index: number, text };
    }
    default:
      return event satisfies never;
  }
}

type Said = Pick<TranscriptEntry, "turn" | "messageId" | "messages">;

/** What is told only after the turn is durable. */
export function finalEvents({ turn, messageId, messages }: Said): readonly NumberedEvent[] {
  const done = { type: "done", id: eventId(turn, eventPlaces.done), turn, messageId } as const;
  return [
    ...messages.map((message, index) => ({
      type: "message" as const,
      id: eventId(turn, Math.min(eventPlaces.messages + index, eventPlaces.done - 1)),
      turn,
      messageId,
      // Cut to what the reader may see when it is sent.
      message: wireMessage(message),
    })),
    done,
  ];
}

export const acceptedEvent = (
  entry: Omit<TranscriptEntry, "messages" | "user"> & { readonly text: string },
): NumberedEvent => ({
  type: "accepted",
  id: eventId(entry.turn, eventPlaces.accepted),
  turn: entry.turn,
  messageId: entry.messageId,
  at: entry.at,
  text: entry.text,
});

/** The steps of a stored turn. What was told sentence by sentence is in the sentences of its messages. */
function stepsOf({ turn, messageId, messages }: Said, events: readonly TurnEvent[]): readonly Progress[] {
  const textOf = (event: OfType<Recorded, "sentence">): string =>
    messages.find(({ id }) => id === event.message)?.sentences?.[event.index] ?? "";
  return events
    .flatMap((event) => (isProgress(event) ? [event] : []))
    .map((event, index) =>
      progressEvent(event.type === "sentence" ? { ...event, text: textOf(event) } : event, { turn, messageId, index }),
    );
}

/** What is told of a turn to whoever sends its message again: the sentences as they were told, then the messages. */
export const repliedEvents = (said: Said & { readonly events: readonly TurnEvent[] }): readonly NumberedEvent[] => [
  ...stepsOf(said, said.events).filter(({ type }) => type === "sentence"),
  ...finalEvents(said),
];

/** The events of a finished turn, as they were or would have been sent while it happened. */
function eventsOfTurn(entry: TranscriptEntry, audit: Pick<AuditEntry, "events"> | undefined): readonly NumberedEvent[] {
  return [acceptedEvent({ ...entry, text: entry.user }), ...stepsOf(entry, audit?.events ?? []), ...finalEvents(entry)];
}

/**
 * The events of a turn under way, up to the last sentence that was told. What comes after it is not stored, and may yet come
 * out differently.
 */
export function eventsSoFar(turn: TurnUnderWay): readonly NumberedEvent[] {
  const steps = stepsOf(turn, turn.events);
  const told = steps.slice(0, steps.findLastIndex(({ type }) => type === "sentence") + 1);
  return told.length === 0 ? [] : [acceptedEvent({ ...turn, text: turn.user }), ...told];
}

/** The last turn that a client has seen to its end, if this is the last event that it has. */
export const lastTurnSeen = (after: number): number => Math.max(0, turnOfEvent(after + 1) - 1);

interface EventsPage extends ObserveOptions {
  readonly lastEvent: number;
  readonly after: number;
  readonly limit: number;
}

/** The turns of a page, with those of their events that come after the one that a client has seen last. */
export async function readEvents(
  soni: Pick<Soni, "transcript" | "audit">,
  conversationId: string,
  { lastEvent, secrets, ...page }: EventsPage,
): Promise<readonly { readonly turn: number; readonly events: readonly NumberedEvent[] }[]> {
  const [transcript, audit] = await Promise.all([
    soni.transcript(conversationId, { ...page, ...(secrets === undefined ? {} : { secrets }) }),
    soni.audit(conversationId, page),
  ]);
  const audits = new Map(audit.map((entry) => [entry.turn, entry]));
  return transcript.map((entry) => ({
    turn: entry.turn,
    events: eventsOfTurn(entry, audits.get(entry.turn)).filter(({ id }) => id > lastEvent),
  }));
}

/** Without what is for developers only, unless the reader is one. */
export function eventFor(event: NumberedEvent, principal: Principal): NumberedEvent {
  switch (event.type) {
    case "message":
      return { ...event, message: messageFor(event.message, principal) };
    case "understood": {
      const { commands: _, ...others } = event;
      return isDeveloper(principal) ? event : others;
    }
    case "action_ended": {
      const { code: _, ...others } = event;
      return isDeveloper(principal) ? event : others;
    }
    default:
      return event;
  }
}
