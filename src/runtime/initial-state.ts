import type { Assistant } from "../engine/assistant/assistant.ts";
import type { JsonObject } from "../engine/json.ts";
import { type DialogueState, schemaVersion } from "../engine/state/state.ts";

export const initialState = (
  assistant: Pick<Assistant, "hash">,
  conversation: { readonly conversationId: string; readonly session: JsonObject; readonly now: number },
): DialogueState => ({
  schemaVersion,
  conversationId: conversation.conversationId,
  assistantHash: assistant.hash,
  conversationState: "idle",
  turnCount: 0,
  lastActiveAt: conversation.now,
  tasks: {},
  flowStack: [],
  flowSlots: {},
  provenance: {},
  pending: null,
  resumed: null,
  // A copy: the caller may go on changing its own.
  session: structuredClone(conversation.session),
  messages: [],
  silentSince: null,
  lastNluCall: null,
  digressionDepth: 0,
  lastDigressionType: null,
  metadata: {
    completedFlows: [],
    error: null,
    errorAt: null,
    handoff: null,
    language: localeOf(conversation.session),
    turnsWithoutProgress: 0,
    misunderstood: 0,
    unanswered: 0,
  },
  counters: { flow: 0, prompt: 0 },
  turn: null,
  last: null,
});

/** A conversation may have a language of its own: the one that its channel vouches for. */
const localeOf = ({ locale }: JsonObject): string | null =>
  typeof locale === "string" && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale) ? locale : null;
