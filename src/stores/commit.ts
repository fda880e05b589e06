import { resolveReferences } from "../engine/secrets/references.ts";
import { resolveIn } from "../engine/secrets/vault.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { StoredState } from "../engine/state/store.ts";
import { toQuarantineRow } from "./quarantine-store.ts";
import type { Commit } from "./rows.ts";
import { toStateText } from "./states.ts";
import { type FinishedTurn, toTurnRow } from "./turn-row.ts";

interface Circumstances {
  readonly keepState: boolean;
  /** Of the message whose turn it is, if it was accepted here; null: it has to be hashed again. */
  readonly acceptedHash: (messageId: string) => string | null;
}

interface StateCommit {
  readonly commit: Commit;
  /** As the row holds it. */
  readonly stored: StoredState;
}

/** Everything that has to be saved together with a state: if it is the end of a turn, what was said and done in it. */
export const commitOf = ({ state, step }: StoredState, { keepState, acceptedHash }: Circumstances): StateCommit => {
  const { conversationId } = state;
  const stored = { step, state: withoutAccount(state) };
  const text = toStateText(stored);
  const finished = finishedTurn(state);
  if (finished === null) {
    const at = state.turn?.message.at ?? state.lastActiveAt;
    const row = { at, turns: 0, step, text };
    return { stored, commit: { conversationId, state: row, turn: null, keepState: false, quarantine: null } };
  }
  const { message, reply } = finished;
  const commit: Commit = {
    conversationId,
    state: { at: message.at, turns: reply.turn, step, text },
    turn: toTurnRow(finished, acceptedHash(message.messageId)),
    keepState,
    quarantine: toQuarantineRow(conversationId, finished),
  };
  return { stored, commit };
};

/** The turn has a row of its own, written at the same time, with all that it did. The state keeps only what was said. */
const withoutAccount = (state: DialogueState): DialogueState => {
  if (state.last === null) return state;
  const { message, reply } = state.last;
  const { messageId, turn, messages } = reply;
  const last = { message, reply: { messageId, turn, messages, commands: [], events: [], timing: {} } };
  return { ...state, last };
};

const finishedTurn = ({ turn, last, vault }: DialogueState): FinishedTurn | null => {
  if (turn !== null || last === null) return null;
  const { message, reply } = last;
  // Its hash, and its copy in quarantine, are those of what was said.
  const said = vault === undefined ? message : resolveReferences(message, resolveIn(vault));
  const quarantined = reply.events.find((event) => event.type === "quarantined") ?? null;
  return { message: said, user: message.text, reply, quarantined };
};
