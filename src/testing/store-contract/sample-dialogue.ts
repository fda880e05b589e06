import type { JsonObject } from "../../engine/json.ts";
import type { Reply } from "../../engine/state/event.ts";
import type { DialogueState, IncomingMessage, PendingAction } from "../../engine/state/state.ts";
import { initialState } from "../../runtime/initial-state.ts";

/** A dialogue with a message on its way in; what a store sees, without flows. */
export const sampleState = (conversationId: string, message: IncomingMessage): DialogueState => ({
  ...initialState({ hash: "sample" }, { conversationId, session: {}, now: message.at }),
  turn: {
    message,
    understood: false,
    queue: [],
    runOnly: null,
    action: null,
    messages: [],
    commands: [],
    events: [],
    usage: null,
    timing: {},
    progress: false,
    digressed: false,
    repeats: {},
    steps: 0,
  },
});

export const sampleMessage = (messageId: string, text = `text of ${messageId}`, at = 1000): IncomingMessage => ({
  messageId,
  text,
  at,
  origin: "user",
});

export const sampleReply = (messageId: string, turn: number, text = `reply to ${messageId}`): Reply => ({
  messageId,
  turn,
  messages: [{ id: `${messageId}-1`, text, source: { kind: "pattern", pattern: "chitchat" } }],
  commands: [{ command: { type: "chitchat" }, result: "done" }],
  events: [{ type: "understood", count: 1, commands: 1, confidence: 0.5 }],
  usage: { inputTokens: 3, cachedInputTokens: 0, outputTokens: 1 },
  timing: { understand: 1.5 },
});

export const samplePendingAction = (key: string, input: JsonObject = {}): PendingAction => ({
  purpose: { kind: "handoff", flowId: null, place: null, reason: null, queue: null },
  request: {
    action: "book",
    input,
    key,
    timeout: 1000,
    retry: { attempts: 1, backoff: "none", delay: 0 },
    idempotent: false,
  },
  result: null,
});

/** Finishes the turn in progress of a state. */
export const finishTurn = (state: DialogueState, text?: string): DialogueState => {
  const message = state.turn?.message ?? sampleMessage("none");
  const turn = state.turnCount + 1;
  return {
    ...state,
    turnCount: turn,
    lastActiveAt: message.at,
    messages: [...state.messages, { role: "user", text: message.text }],
    turn: null,
    last: { message, reply: sampleReply(message.messageId, turn, text) },
  };
};
