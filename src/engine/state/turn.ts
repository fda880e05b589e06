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
}

export interface Usage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** In US dollars, if the model's price is known. */
  readonly cost?: number;
  readonly model?: string;
}
