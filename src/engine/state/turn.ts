import type { Ui } from "../assistant/ui.ts";

/** What made the assistant say it. */
export type MessageSource =
  | { readonly kind: "step"; readonly flow: string; readonly step: string }
  | { readonly kind: "pattern"; readonly pattern: string }
  | { readonly kind: "digression"; readonly digression: string };

export interface OutgoingMessage {
  readonly id: string;
  readonly text: string;
  readonly ui?: Ui;
  readonly source: MessageSource;
  /** Of a text that was told while it was written: its parts, as they left. Together they are the text. */
  readonly sentences?: readonly string[];
}

/** A part of a message that was told before its turn was done: mostly one sentence. */
export interface Sentence {
  /** The id of the message. */
  readonly message: string;
  /** With the blank before it. */
  readonly text: string;
  /** Of a text in other words: how much of the template has been said with it, in characters. */
  readonly upTo?: number;
  /** The message is complete with it. */
  readonly isLast?: true;
}

/** What a turn needs to tell its texts while they are written; stores implement it. */
export interface SentenceLog {
  /** Durable when it resolves: only then may the sentence leave. `messageId` is that of the user's message. */
  append(conversationId: string, messageId: string, sentence: Sentence): Promise<void>;
  /** Of a turn that is not done, in order. */
  read(conversationId: string, messageId: string): Promise<readonly Sentence[]>;
}

export interface Usage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** In US dollars, if the model's price is known. */
  readonly cost?: number;
  readonly model?: string;
  /** The id of the prompt program that the model was asked with; absent: the built-in one. */
  readonly program?: string;
}
