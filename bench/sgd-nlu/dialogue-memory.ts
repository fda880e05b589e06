import type { Role, SlotKind } from "../../src/understand/embedded/slots/slot-profile.ts";

export interface SaidValue {
  readonly service: string;
  readonly kind: SlotKind;
  readonly role: Role;
  readonly value: string;
}

/** What the predictor remembers of one dialogue: its own earlier predictions and what the system said. */
export interface DialogueMemory {
  readonly slots: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly intents: Readonly<Record<string, string>>;
  /** Every value in the order in which it was said. */
  readonly said: readonly SaidValue[];
  /** The service spoken about last. */
  readonly service: string | null;
  /** An offer that the user has not answered yet, by slot. */
  readonly offer: { readonly service: string; readonly values: Readonly<Record<string, string>> } | null;
}

export const emptyMemory: DialogueMemory = { slots: {}, intents: {}, said: [], service: null, offer: null };
