import type { Assistant } from "../engine/assistant/assistant.ts";
import { hidden } from "../engine/assistant/slot.ts";
import { SoniError } from "../engine/errors.ts";
import type { JsonObject } from "../engine/json.ts";
import { hasSecrets } from "../engine/secrets/mask.ts";
import { resolveReferences } from "../engine/secrets/references.ts";
import { resolveIn } from "../engine/secrets/vault.ts";
import type { Reply } from "../engine/state/event.ts";
import type { Tell } from "../engine/state/observe.ts";
import type { PublicState, TurnResult } from "../engine/state/public-state.ts";
import type { DialogueState, IncomingMessage } from "../engine/state/state.ts";
import type { StoredState } from "../engine/state/store.ts";
import type { TurnHost } from "../hosts/turn-host.ts";
import type { AcceptOptions, AcceptResult, Lead, Store } from "../stores/store.ts";
import type { SetAside } from "../turn/set-aside.ts";
import type { Attempts } from "./attempts.ts";
import { initialState } from "./initial-state.ts";
import type { ObservedStates } from "./observers.ts";
import { publicState } from "./public-state.ts";

interface Processing {
  readonly assistant: Assistant;
  readonly host: TurnHost;
  readonly store: Store;
  readonly states: ObservedStates;
  readonly attempts: Attempts;
  readonly observe: Tell;
  /** Told once the turn that puts a silent session aside is durable. */
  readonly tellAbandoned: (state: DialogueState) => void;
}

interface Arrived extends Incoming {
  /** Null: it may be accepted only while the conversation is held. */
  readonly early: Accepted | null;
}

/** A worker that was overtaken so often in one message has a clock or a network that needs a look. */
const leadsAtMost = 3;

/**
 * One message, when it is its turn in this process. Waits until this process leads the conversation, or another
 * one has finished the message; so every caller gets its own reply, whoever did the work.
 */
export async function processMessage(
  processing: Processing,
  conversationId: string,
  incoming: Arrived,
): Promise<TurnResult> {
  const { store, assistant } = processing;
  const { message } = incoming;
  const { messageId } = message;
  const accepted = incoming.early ?? (await acceptHeld(processing, conversationId, incoming));
  if (accepted.kind === "conflict") {
    throw new SoniError(
      "message.id_reused",
      `Message id '${messageId}' was used for another message. Send a new id with a new message.`,
    );
  }
  const duplicate = accepted.kind !== "accepted";
  const continues = incoming.early?.continues === true;
  let lead =
    accepted.kind === "finished"
      ? accepted
      : (accepted.lead ?? (await store.lead(conversationId, { messageId, wait: true })));
  // A lead that came with the acceptance knows the message; one that was waited for may come after an erasure.
  let isKnown = accepted.kind === "finished" || accepted.lead !== undefined;
  // A worker that accepts a message together with the lease is in its first attempt, which is counted already.
  let isCounted = accepted.kind === "accepted" && accepted.lead !== undefined;
  for (let leads = 1; lead.kind === "lead"; leads += 1) {
    try {
      if (!isKnown && !lead.isOpen) throw erased(conversationId);
      return await leadTurn(processing, { conversationId, message, lead, isCounted, duplicate, continues });
    } catch (error) {
      if (!isOvertaken(error) || leads === leadsAtMost) throw error;
    } finally {
      await lead.release();
    }
    lead = await store.lead(conversationId, { messageId, wait: true });
    isKnown = false;
    isCounted = false;
  }
  if (lead.kind === "busy") throw new SoniError("store.busy", `Conversation '${conversationId}' is busy.`);
  const { state } = (await processing.states.read(conversationId)) ?? begun(processing, conversationId, message);
  // Watchers in this process have not seen the turn that another one took.
  if (!duplicate) tell(processing, state, { message: heldBack(message, state, assistant), reply: lead.reply });
  return result(lead.reply, { state, assistant, duplicate });
}

const erased = (conversationId: string): SoniError =>
  new SoniError(
    "conversation.deleted",
    `Conversation '${conversationId}' was deleted while the message waited; nothing of it is kept. Send it again to begin anew.`,
  );

/** Whatever an earlier process left unfinished, then the message itself. The reply is read from the durable state. */
async function leadTurn(
  processing: Processing,
  turn: {
    readonly conversationId: string;
    readonly message: IncomingMessage;
    readonly lead: Lead;
    readonly isCounted: boolean;
    readonly duplicate: boolean;
    readonly continues: boolean;
  },
): Promise<TurnResult> {
  const { conversationId, message, isCounted, duplicate, continues } = turn;
  const { assistant } = processing;
  // One that nobody accepted before was tried by nobody.
  const tried = duplicate ? await processing.store.attempts(conversationId) : null;
  const ready = await finishOpen(processing, conversationId, { lead: turn.lead, tried });
  const last = ready?.state.last ?? null;
  if (ready !== null && last?.message.messageId === message.messageId) {
    // This very message was in mid-turn when its process died.
    return result(last.reply, { state: ready.state, assistant, duplicate });
  }
  if (ready === null && continues) {
    await processing.store.discard(conversationId, message.messageId);
    throw erased(conversationId);
  }
  const { state } = await take(processing, {
    from: ready ?? begun(processing, conversationId, message),
    message,
    before: isCounted ? null : (tried?.get(message.messageId) ?? 0),
  });
  return result(replyOf(state, message), { state, assistant, duplicate: false });
}

/** Turns that died, and accepted messages that nobody took up, come before the new one, in their order. */
async function finishOpen(
  processing: Processing,
  conversationId: string,
  { lead, tried: known }: { readonly lead: Lead; readonly tried: ReadonlyMap<string, number> | null },
): Promise<StoredState | null> {
  const { host, store, attempts } = processing;
  let now = lead.stored;
  const died = now?.state.turn?.message.messageId ?? null;
  if (died === null && lead.open.length === 0) return now;
  const tried = known ?? (await store.attempts(conversationId));
  if (now !== null && died !== null) {
    const from = now;
    const message = { conversationId, messageId: died, before: tried.get(died) ?? 0 };
    now = committed(processing, await attempts.again(message, (setAside) => host.finish(from, setAside)));
  }
  for (const message of lead.open) {
    if (now?.state.last?.message.messageId === message.messageId) continue;
    if (now === null && message.continues === true) {
      await store.discard(conversationId, message.messageId);
      continue;
    }
    now = await take(processing, {
      from: now ?? begun(processing, conversationId, message),
      message,
      before: tried.get(message.messageId) ?? 0,
    });
  }
  return now;
}

/**
 * Finishes what is open in a conversation, without a new message. Returns the number of turns finished: none, if
 * another process has the conversation, which will see to it.
 */
export async function recoverConversation(processing: Processing, conversationId: string): Promise<number> {
  const lead = await processing.store.lead(conversationId, { wait: false });
  if (lead.kind !== "lead") return 0;
  try {
    await finishOpen(processing, conversationId, { lead, tried: null });
    return lead.open.length;
  } finally {
    await lead.release();
  }
}

const isOvertaken = (error: unknown): boolean =>
  error instanceof SoniError && (error.code === "store.lease_lost" || error.code === "store.conflict");

/** One attempt at a message; `before` is null if it is the one that was counted with the message. */
async function take(
  processing: Processing,
  turn: { readonly from: StoredState; readonly message: IncomingMessage; readonly before: number | null },
): Promise<StoredState> {
  const { host, attempts } = processing;
  const { from, message, before } = turn;
  const run = (setAside: SetAside | null): Promise<StoredState> =>
    host.take(from, remembered(message, from.state), setAside);
  const tried = { conversationId: from.state.conversationId, messageId: message.messageId };
  return committed(
    processing,
    await (before === null ? attempts.first(tried, run) : attempts.again({ ...tried, before }, run)),
  );
}

/**
 * Conversations remember a message without what its channel vouched for, or knew. Only whether it may be learnt from is kept: as the
 * channel says it with the message, or said it when the conversation began.
 */
function remembered(message: IncomingMessage, { session: begun }: DialogueState): IncomingMessage {
  const isForTraining = letsLearn(message.session ?? begun);
  if (message.session === undefined && message.continues === undefined && !isForTraining) return message;
  const { session: _, continues: __, ...rest } = message;
  return isForTraining ? { ...rest, training: true } : rest;
}

/** `session.consent.training`; anything but true is a no. */
function letsLearn({ consent }: JsonObject): boolean {
  return typeof consent === "object" && consent !== null && "training" in consent && consent.training === true;
}

/** The turn is durable: now its reply may be told. */
function committed(processing: Processing, stored: StoredState): StoredState {
  const { state } = stored;
  if (state.last !== null) tell(processing, state, state.last);
  processing.tellAbandoned(state);
  return stored;
}

function tell(
  { observe }: Processing,
  { conversationId, vault }: DialogueState,
  { message, reply }: { readonly message: IncomingMessage; readonly reply: Reply },
): void {
  const { messageId, at, text } = message;
  observe({ conversationId, messageId, event: { type: "committed", at, user: text, reply } }, vault);
  for (const event of reply.events)
    if (event.type === "session_expired") observe({ conversationId, messageId, event }, vault);
}

/** The message of a turn that another process took, without the secrets that may be in it. */
function heldBack(message: IncomingMessage, { last }: DialogueState, assistant: Assistant): IncomingMessage {
  if (!hasSecrets(assistant)) return message;
  return last?.message.messageId === message.messageId ? last.message : { ...message, text: hidden };
}

/** A conversation of which nothing is stored. */
const begun = (processing: Processing, conversationId: string, message: IncomingMessage): StoredState => ({
  state: initialState(processing.assistant, { conversationId, session: message.session ?? {}, now: message.at }),
  step: 0,
});

function replyOf(state: DialogueState, message: IncomingMessage): Reply {
  if (state.last?.message.messageId === message.messageId) return state.last.reply;
  throw new SoniError("turn.unfinished", `The turn of message '${message.messageId}' did not finish.`);
}

function result(reply: Reply, of: { state: DialogueState; assistant: Assistant; duplicate: boolean }): TurnResult {
  let shown: PublicState | undefined;
  const { vault } = of.state;
  return {
    // The user gets the words themselves, as often as they ask for them.
    ...(vault === undefined ? reply : { ...reply, messages: resolveReferences(reply.messages, resolveIn(vault)) }),
    conversationId: of.state.conversationId,
    duplicate: of.duplicate,
    // Made for those who look at it: a server tells its clients only the reply.
    get state() {
      shown ??= publicState(of.state, of.assistant);
      return shown;
    },
  };
}

interface Incoming {
  readonly message: IncomingMessage;
  /** Whether it may begin a conversation. */
  readonly create: boolean;
  readonly check?: (before: DialogueState | null) => Promise<void>;
}

/** What the store answered; a message for an unknown conversation was refused. */
type Accepted = Exclude<AcceptResult, { readonly kind: "unknown" }> & { readonly continues?: boolean };

interface Accepting {
  readonly states: ObservedStates;
  readonly store: Store;
}

/**
 * Accepts a message before it waits for those ahead of it, so that they run in the order they came. Null if that cannot
 * be said yet: typed commands are checked against the state that they meet, and so is a text that is refused now. Those ahead of it
 * may begin the conversation that it needs.
 */
export async function acceptEarly(
  { states, store }: Accepting,
  conversationId: string,
  { message, create, check, lease }: Incoming & Pick<Required<AcceptOptions>, "lease">,
): Promise<Accepted | null> {
  if (check === undefined) {
    // It may be erased while it is accepted, between the look for the conversation and the reading of its state.
    const kept = create ? message : { ...message, continues: true };
    const accepted = await store.accept(conversationId, kept, { lease, existing: !create });
    if (accepted.kind === "unknown") return null;
    return accepted.kind === "accepted" ? { ...accepted, continues: !create } : accepted;
  }
  if (message.commands !== undefined) return null;
  const now = await states.read(conversationId);
  try {
    await check(now?.state ?? null);
  } catch {
    return null;
  }
  // It may be erased between this look and the message's turn, which must not bring it back.
  const continues = now !== null;
  const kept = continues ? { ...message, continues } : message;
  const accepted = await store.accept(conversationId, kept, { lease, existing: !create });
  return accepted.kind === "unknown" ? null : { ...accepted, continues };
}

/** Accepts a message while its conversation is held, if its check agrees. */
async function acceptHeld(
  { store }: Accepting,
  conversationId: string,
  { message, create, check }: Incoming,
): Promise<Accepted> {
  const { messageId } = message;
  const lead = await store.lead(conversationId, { messageId, wait: true });
  // Somebody has finished it: whether it was this very message, the store says.
  if (lead.kind !== "lead") return known(await store.accept(conversationId, message), conversationId);
  let accepted: Accepted | null = null;
  try {
    try {
      await check?.(lead.stored?.state ?? null);
    } catch (refusal) {
      // One that is known was checked when it first came.
      const open = await store.openMessages(conversationId);
      if (!open.some((each) => each.messageId === messageId)) throw refusal;
    }
    const answer = await store.accept(conversationId, message, { lease: "held", existing: !create });
    accepted = known(answer, conversationId);
    return accepted.kind === "accepted" || accepted.kind === "open" ? { ...accepted, lead } : accepted;
  } finally {
    if (accepted === null || accepted.kind === "conflict" || accepted.kind === "finished") await lead.release();
  }
}

function known(answer: AcceptResult, conversationId: string): Accepted {
  if (answer.kind !== "unknown") return answer;
  throw new SoniError("conversation.unknown", `There is no conversation '${conversationId}'.`);
}

/** Runs the messages of one conversation one after the other, in the order in which they came. */
interface ConversationLock {
  run<Result>(conversationId: string, work: () => Promise<Result>): Promise<Result>;
  /** Nothing is running or waiting for this conversation. */
  isFree(conversationId: string): boolean;
  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void>;
}

/**
 * Within one process; nothing is shared between conversations. Between processes the store decides, which is asked for
 * the one message of this process whose turn it is.
 */
export function createConversationLock(): ConversationLock {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(conversationId, work) {
      const before = tails.get(conversationId);
      const mine = before === undefined ? work() : before.then(work);
      const leave = (): void => {
        if (tails.get(conversationId) === tail) tails.delete(conversationId);
      };
      const tail = mine.then(leave, leave);
      tails.set(conversationId, tail);
      return mine;
    },
    isFree: (conversationId) => !tails.has(conversationId),
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
