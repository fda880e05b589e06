import type { Assistant } from "../domain/assistant.ts";
import { SoniError } from "../domain/errors.ts";
import type { Clock } from "../domain/ids.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Observer } from "../domain/observe.ts";
import type { TurnResult } from "../domain/public-state.ts";
import type { DialogueState, IncomingMessage } from "../domain/state.ts";
import type { ConversationStore } from "../domain/store.ts";
import type { Reply } from "../domain/turn.ts";
import type { TurnHost } from "../graph/turn-host.ts";
import { initialState } from "./initial-state.ts";
import { publicState } from "./public-state.ts";

export interface Processing {
  readonly assistant: Assistant;
  readonly host: TurnHost;
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly observe: Observer;
}

export interface Incoming {
  readonly message: IncomingMessage;
  readonly session: JsonObject;
  readonly check?: (before: DialogueState | null) => void;
}

/**
 * One message, under the conversation's lock. Accepted first, so that it survives a crash; then whatever an earlier
 * process left unfinished; then the message itself. The reply is read from the durable state.
 */
export async function processMessage(
  processing: Processing,
  conversationId: string,
  incoming: Incoming,
): Promise<TurnResult> {
  const { store, host, assistant } = processing;
  const { message } = incoming;
  const checked = await checkBefore(processing, conversationId, incoming);
  const accepted = await store.accept(conversationId, message);
  if (accepted.kind === "conflict") {
    throw new SoniError(
      "message.id_reused",
      `Message id '${message.messageId}' was used for another message. Send a new id with a new message.`,
    );
  }
  const before = checked === undefined ? await host.read(conversationId) : checked;
  if (accepted.kind === "finished") {
    const state = before ?? initialState(assistant, { conversationId, session: incoming.session, now: message.at });
    return result(accepted.reply, { state, assistant, duplicate: true });
  }
  const ready = await finishEarlier(processing, conversationId, { before, message });
  if (ready?.last?.message.messageId === message.messageId) {
    // This very message was finished by recovery.
    return result(ready.last.reply, { state: ready, assistant, duplicate: accepted.kind === "open" });
  }
  const state = ready ?? initialState(assistant, { conversationId, session: incoming.session, now: message.at });
  const after = committed(processing, await host.take(state, message));
  return result(replyOf(after, message), { state: after, assistant, duplicate: false });
}

/** The state that the message meets, if it had to be looked at; a message that is known was looked at before. */
async function checkBefore(
  { host, store }: Processing,
  conversationId: string,
  { message, check }: Incoming,
): Promise<DialogueState | null | undefined> {
  if (check === undefined) return undefined;
  const before = await host.read(conversationId);
  try {
    check(before);
  } catch (refusal) {
    const isThis = ({ messageId }: { readonly messageId: string }): boolean => messageId === message.messageId;
    const [open, finished] = await Promise.all([store.openMessages(conversationId), store.transcript(conversationId)]);
    if (!open.some(isThis) && !finished.some(isThis)) throw refusal;
  }
  return before;
}

/** The turn is durable: now its reply may be told. */
function committed({ observe }: Processing, state: DialogueState): DialogueState {
  const { conversationId, last } = state;
  if (last !== null) {
    const { messageId, at, text } = last.message;
    observe({ conversationId, messageId, event: { type: "committed", at, user: text, reply: last.reply } });
  }
  return state;
}

/** Turns that died, and accepted messages that nobody took up, come before the new one, in their order. */
async function finishEarlier(
  processing: Processing,
  conversationId: string,
  now: { readonly before: DialogueState | null; readonly message: IncomingMessage },
): Promise<DialogueState | null> {
  let state =
    now.before !== null && now.before.turn !== null
      ? committed(processing, await processing.host.finish(conversationId))
      : now.before;
  for (const open of await processing.store.openMessages(conversationId)) {
    if (open.messageId === now.message.messageId) break;
    if (state?.last?.message.messageId === open.messageId) continue;
    const start = state ?? initialState(processing.assistant, { conversationId, session: {}, now: open.at });
    state = committed(processing, await processing.host.take(start, open));
  }
  return state;
}

/** Finishes what is open in a conversation, without a new message. Returns the number of turns finished. */
export async function recoverConversation(processing: Processing, conversationId: string): Promise<number> {
  const before = await processing.host.read(conversationId);
  const open = await processing.store.openMessages(conversationId);
  const nobody: IncomingMessage = { messageId: "", text: "", at: processing.clock.now(), origin: "api" };
  await finishEarlier(processing, conversationId, { before, message: nobody });
  return open.length;
}

function replyOf(state: DialogueState, message: IncomingMessage): Reply {
  if (state.last?.message.messageId === message.messageId) return state.last.reply;
  throw new SoniError("turn.unfinished", `The turn of message '${message.messageId}' did not finish.`);
}

const result = (reply: Reply, of: { state: DialogueState; assistant: Assistant; duplicate: boolean }): TurnResult => ({
  ...reply,
  conversationId: of.state.conversationId,
  duplicate: of.duplicate,
  state: publicState(of.state, of.assistant),
});
