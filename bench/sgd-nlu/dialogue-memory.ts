/** What the predictor remembers of one dialogue: its own earlier predictions and what the system said. */
export interface DialogueMemory {
  readonly slots: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly intents: Readonly<Record<string, string>>;
  /** The service spoken about last. */
  readonly service: string | null;
  /** An offer that the user has not answered yet, by slot. */
  readonly offer: { readonly service: string; readonly values: Readonly<Record<string, string>> } | null;
}

export const emptyMemory: DialogueMemory = { slots: {}, intents: {}, service: null, offer: null };
