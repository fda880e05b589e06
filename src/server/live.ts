import type { Notice } from "../domain/observe.ts";
import type { Soni } from "../runtime/soni.ts";
import type { NumberedEvent } from "./protocol.ts";
import { acceptedEvent, finalEvents, isProgress, progressEvent } from "./turn-events.ts";

/** Gets every event of a conversation; `null` asks for nothing in particular. Must not throw and must not wait. */
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
  const listeners = new Map<string, Set<Listener>>();
  /** Steps so far of the turn that a conversation is in; only of those that someone listens to. */
  const steps = new Map<string, number>();

  const stop = soni.observe((notice) => {
    const listening = listeners.get(notice.conversationId);
    if (listening === undefined) return;
    for (const event of eventsOf(notice, steps)) for (const listener of listening) listener(event);
  });

  return {
    listen(internalId, listener) {
      const listening = listeners.get(internalId) ?? new Set();
      listeners.set(internalId, listening.add(listener));
      return () => {
        listening.delete(listener);
        if (listening.size > 0 || listeners.get(internalId) !== listening) return;
        listeners.delete(internalId);
        steps.delete(internalId);
      };
    },
    get size() {
      return [...listeners.values()].reduce((sum, each) => sum + each.size, 0);
    },
    close: stop,
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
  const index = steps.get(conversationId) ?? 0;
  steps.set(conversationId, index + 1);
  return [progressEvent(event, { turn: event.turn, messageId, index })];
}
