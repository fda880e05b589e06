import type { OutgoingMessage } from "../../engine/state/turn.ts";
import { asPlainText } from "../../respond/plain-text.ts";
import type { NumberedEvent } from "../protocol.ts";

/** A piece of a message that a client shows as text; `isFirst`: the message begins with it. */
export interface TextPiece {
  readonly message: string;
  readonly text: string;
  readonly isFirst: boolean;
}

/** What a client of a text protocol has been sent of a reply: sentences while they are told, the rest when the turn is done. */
export interface ToldTexts {
  /** The piece to send for a live event; null: there is none. */
  tell(event: NumberedEvent): TextPiece | null;
  /** Of a message of the finished reply, what has not been sent yet. */
  rest(message: OutgoingMessage): TextPiece;
}

/**
 * These clients cannot continue a reply that broke: each request gets all of it, from its beginning. So a sentence is sent only if
 * everything before it was; a message that is not told in sentences comes when the reply is done, and so does what follows it.
 */
export function createToldTexts(): ToldTexts {
  const sent = new Map<string, { readonly text: string; readonly count: number }>();
  return {
    tell(event) {
      if (event.type !== "sentence") return null;
      const { message, index, text } = event;
      const before = sent.get(message) ?? { text: "", count: 0 };
      const isFirst = before.count === 0;
      const isNext = isFirst ? message === `${event.messageId}.${sent.size + 1}` : [...sent.keys()].at(-1) === message;
      if (!isNext || index !== before.count) return null;
      sent.set(message, { text: before.text + text, count: index + 1 });
      return { message, text, isFirst };
    },
    rest(message) {
      const before = sent.get(message.id)?.text ?? "";
      const whole = asPlainText(message);
      // A sentence is part of its message.
      return { message: message.id, text: whole.slice(before.length), isFirst: before === "" };
    },
  };
}
