import type { NumberedEvent } from "../../../src/server/protocol.ts";
import { withMessage, withSentence } from "./told-message.ts";
import type { Message, TranscriptEntry } from "./wire.ts";

/** Turns, made of the events that tell them. */
export interface TurnCollector {
  /** The turn that an event belongs to, as far as it is known; null if its beginning is not. */
  take(event: NumberedEvent): TranscriptEntry | null;
  /** The whole turn of a message, if its end has come. */
  done(messageId: string): TranscriptEntry | null;
  /** The id of the last event. */
  last(): number;
}

/** Survives the connections that the events come over: half a turn may come before a cut, the rest after it. */
export function collectTurns(after: number): TurnCollector {
  const begun = new Map<string, TranscriptEntry>();
  const done = new Map<string, TranscriptEntry>();
  let last = after;
  return {
    take(event) {
      last = event.id;
      if (event.type === "accepted") {
        const { turn, messageId, at, text } = event;
        begun.set(messageId, { turn, messageId, at, user: text, messages: [] });
      }
      const entry = begun.get(event.messageId);
      if (entry === undefined) return null;
      if (event.type === "sentence") {
        begun.set(event.messageId, { ...entry, messages: withSentence(entry.messages, event) });
      }
      if (event.type === "message") {
        const messages = withMessage(entry.messages, event.message as unknown as Message);
        begun.set(event.messageId, { ...entry, messages });
      }
      if (event.type === "done") {
        begun.delete(event.messageId);
        done.set(event.messageId, entry);
      }
      return begun.get(event.messageId) ?? entry;
    },
    done: (messageId) => done.get(messageId) ?? null,
    last: () => last,
  };
}
