import type { NumberedEvent } from "../../../src/server/protocol.ts";
import type { Message } from "./wire.ts";

type SentenceEvent = Extract<NumberedEvent, { readonly type: "sentence" }>;

/** The messages with a sentence that was told before its turn was done. One that is told again takes its own place. */
export function withSentence(
  messages: readonly Message[],
  { message: id, index, text }: SentenceEvent,
): readonly Message[] {
  const before = messages.find((message) => message.id === id)?.sentences ?? [];
  // It comes with the whole message.
  if (index > before.length) return messages;
  const sentences = [...before.slice(0, index), text];
  return withMessage(messages, { id, text: sentences.join(""), sentences });
}

/** The messages with one more, or with the whole of one that was told in part. */
export const withMessage = (messages: readonly Message[], message: Message): readonly Message[] =>
  messages.some(({ id }) => id === message.id)
    ? messages.map((each) => (each.id === message.id ? message : each))
    : [...messages, message];
