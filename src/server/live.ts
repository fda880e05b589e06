import type { Notice } from "../engine/state/observe.ts";
import type { Soni } from "../runtime/soni.ts";
import type { NumberedEvent } from "./protocol.ts";
import { acceptedEvent, finalEvents, isProgress, progressEvent } from "./turn-events.ts";

/** Gets every event of a conversation. Must not throw and must not wait. */
export type Listener = (event: NumberedEvent) => void;

/** The events of turns that this process runs, for whoever listens to their conversation. */
export interface LiveEvents {
  /** Under the internal id. Stops when the returned function is called. */
  listen(internalId: string, listener: Listener): () => void;
  /** How many listen: bounded by the number of open streams and sockets. */
  readonly size: number;
  close(): void;
}

export function createLiveEvents(soni: Pick<Soni, "observe">): LiveEvents {
  /** Steps so far of the turn that a conversation is in; only of those that someone listens to. */
  const steps = new Map<string, number>();
  const listeners = createListeners<Listener>((internalId) => steps.delete(internalId));

  const observe = (): (() => void) =>
    soni.observe(
      (notice) => {
        if (!listeners.has(notice.conversationId)) return;
        for (const event of eventsOf(notice, steps)) {
          for (const listener of listeners.of(notice.conversationId)) listener(event);
        }
      },
      { secrets: "told" },
    );
  let stop: (() => void) | null = null;
  /** An observer costs every turn of the server something, so there is one only while somebody listens. */
  const close = (): void => {
    stop?.();
    stop = null;
  };

  return {
    listen(internalId, listener) {
      stop ??= observe();
      const leave = listeners.add(internalId, listener);
      return () => {
        leave();
        if (listeners.isEmpty) close();
      };
    },
    get size() {
      return listeners.size;
    },
    close,
  };
}

function eventsOf({ conversationId, messageId, event }: Notice, steps: Map<string, number>): readonly NumberedEvent[] {
  if (messageId === null) return [];
  if (event.type === "turn_started") {
    steps.set(conversationId, 0);
    return [acceptedEvent({ ...event, messageId })];
  }
  if (event.type === "committed") {
    steps.delete(conversationId);
    return finalEvents({ ...event.reply, messageId });
  }
  if (!isProgress(event) || !("turn" in event)) return [];
  // It is not in the record of the turn, which gives the events after it their places.
  if (event.type === "understood" && event.unavailable !== undefined) return [];
  // The place of a sentence is known also where another process told those before it, or nobody listened.
  const index = event.type === "sentence" ? event.place : steps.get(conversationId);
  // The step has a place, but it is not known here: it is told with the next sentence, or at the end.
  if (index === undefined) return [];
  steps.set(conversationId, index + 1);
  return [progressEvent(event, { turn: event.turn, messageId, index })];
}

/** Those who listen to a conversation each, under its internal id. */
interface Listeners<Listener> {
  /** Stops when the returned function is called. */
  add(internalId: string, listener: Listener): () => void;
  of(internalId: string): Iterable<Listener>;
  has(internalId: string): boolean;
  ids(): readonly string[];
  readonly isEmpty: boolean;
  /** How many listen, in all. */
  readonly size: number;
}

/** `onLast`: nobody listens to that conversation any more. */
export function createListeners<Listener>(onLast: (internalId: string) => void = () => undefined): Listeners<Listener> {
  const listeners = new Map<string, Set<Listener>>();
  return {
    add(internalId, listener) {
      const listening = listeners.get(internalId) ?? new Set();
      listeners.set(internalId, listening.add(listener));
      return () => {
        listening.delete(listener);
        if (listening.size > 0 || listeners.get(internalId) !== listening) return;
        listeners.delete(internalId);
        onLast(internalId);
      };
    },
    of: (internalId) => listeners.get(internalId) ?? [],
    has: (internalId) => listeners.has(internalId),
    ids: () => [...listeners.keys()],
    get isEmpty() {
      return listeners.size === 0;
    },
    get size() {
      return [...listeners.values()].reduce((sum, each) => sum + each.size, 0);
    },
  };
}
