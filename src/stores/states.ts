import { SoniError } from "../engine/errors.ts";
import { makeReadOnly } from "../engine/json.ts";
import { type DialogueState, schemaVersion } from "../engine/state/state.ts";
import type { StoredState } from "../engine/state/store.ts";
import { upgradeState } from "../engine/state/upgrade/upgrade-state.ts";
import { readRow, toJsonText } from "./json-text.ts";
import { corrupt } from "./refusals.ts";

export const toStateText = ({ step, state }: StoredState): string => toJsonText({ step, state } satisfies StoredState);

/** A stored state as this version knows it. */
export const fromStateText = (text: string, conversationId: string): StoredState => {
  const row = readRow(text, conversationId) as Partial<StoredState & Envelope> | null;
  const { state, step } = row?.checkpoint === undefined ? (row ?? {}) : insideEnvelope(row);
  if (typeof step !== "number") throw corrupt(conversationId);
  checkVersion(state, conversationId);
  return { state: upgradeState(state as DialogueState), step };
};

/** Older rows hold LangGraph's checkpoint, with the state in one of its channels. */
interface Envelope {
  readonly checkpoint: { readonly channel_values?: { readonly dialogue?: DialogueState } };
  readonly metadata: { readonly step?: number };
}

const insideEnvelope = ({ checkpoint, metadata }: Partial<Envelope>): Partial<StoredState> => {
  const [state, step] = [checkpoint?.channel_values?.dialogue, metadata?.step];
  return { ...(state === undefined ? {} : { state }), ...(step === undefined ? {} : { step }) };
};

const checkVersion = (state: unknown, conversationId: string): void => {
  const version = (state as { readonly schemaVersion?: unknown } | null | undefined)?.schemaVersion;
  if (typeof version !== "number") throw corrupt(conversationId);
  if (version > schemaVersion) {
    throw new SoniError(
      "store.newer",
      `Conversation '${conversationId}' was saved by a newer version of Soni (state ${version}, this one reads up to ${schemaVersion}). Update Soni, or delete the conversation.`,
    );
  }
};

/** States kept for the next turn: as many as conversations are likely to be going on at the same moment. */
const keptAtMost = 128;

/**
 * The states that this process saved last, with their texts. The next turn of a conversation mostly comes to the same process; if
 * the row still holds the same text, its state need not be parsed. Only for a program whose states are immutable.
 */
export interface KeptStates {
  read(text: string, conversationId: string): StoredState;
  keep(text: string, stored: StoredState): void;
  forget(conversationId: string): void;
  conversations(): readonly string[];
}

export const createKeptStates = (): KeptStates => {
  const kept = new Map<string, { readonly text: string; readonly stored: StoredState }>();
  return {
    read(text, conversationId) {
      const known = kept.get(conversationId);
      return known?.text === text ? known.stored : fromStateText(text, conversationId);
    },
    keep(text, stored) {
      const { conversationId, last } = stored.state;
      kept.delete(conversationId);
      // What was said is in the hands of callers and observers as well.
      makeReadOnly(last);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= keptAtMost) kept.delete(oldest);
      kept.set(conversationId, { text, stored });
    },
    forget: (conversationId) => void kept.delete(conversationId),
    conversations: () => [...kept.keys()],
  };
};
