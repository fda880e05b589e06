import type { PublicState, TurnResult } from "../engine/state/public-state.ts";
import type { TranscriptEntry } from "../engine/state/store.ts";
import type { OutgoingMessage } from "../engine/state/turn.ts";
import { isDeveloper, type Principal, publicId } from "./access/principal.ts";
import type { ConversationStatus, Message, Transcript, TurnReply } from "./protocol.ts";

/** What leaves the server for this principal: developers see where it came from, others what was said. */

type Viewer = Pick<Principal, "roles">;

export function messageFor(message: Message, principal: Viewer): Message {
  const { source: _, ...said } = message;
  return isDeveloper(principal) ? message : said;
}

/** The same data without its sentences, which have events of their own; the wire's type allows to change it, which nobody does. */
export const wireMessage = ({ sentences: _, ...message }: OutgoingMessage): Message => message as unknown as Message;

export const messagesFor = (messages: readonly OutgoingMessage[], principal: Viewer): Message[] =>
  messages.map((message) => messageFor(wireMessage(message), principal));

type Standing = Pick<PublicState, "conversationState" | "pending" | "metadata" | "turnCount" | "turnsDone">;

export const statusOf = ({
  conversationState,
  pending,
  metadata,
  turnCount,
  turnsDone,
}: Standing): ConversationStatus => ({
  conversationState,
  waitingFor: pending?.kind ?? null,
  handedOff: metadata.handoff !== null,
  turns: turnCount,
  // The end of a turn under way is no event yet.
  lastEventId: lastEventOf(turnsDone),
});

/**
 * An event's id: the turn, then a place within it. Messages have their places whatever happened before them, so that a
 * client that was cut off goes on after the last id it saw, on any server, and neither misses nor repeats one.
 */
export const eventPlaces = { accepted: 0, progress: 1, messages: 5000, done: 9999, perTurn: 10_000 } as const;
export const eventId = (turn: number, place: number): number =>
  turn * eventPlaces.perTurn + Math.min(place, eventPlaces.done);
export const turnOfEvent = (id: number): number => Math.floor(id / eventPlaces.perTurn);

export const lastEventOf = (turn: number): number => (turn === 0 ? 0 : eventId(turn, eventPlaces.done));

export function replyFor(result: TurnResult, principal: Viewer): TurnReply {
  const { commands, events, usage, timing, state } = result;
  const inspection = { state, commands, events, timing, ...(usage === undefined ? {} : { usage }) };
  return {
    conversationId: publicId(result.conversationId),
    messageId: result.messageId,
    turn: result.turn,
    duplicate: result.duplicate,
    messages: messagesFor(result.messages, principal),
    status: statusOf(state),
    ...(isDeveloper(principal) ? { inspection: inspection as unknown as NonNullable<TurnReply["inspection"]> } : {}),
  };
}

export const entryFor = (
  { messages, ...entry }: TranscriptEntry,
  principal: Viewer,
): Transcript["entries"][number] => ({ ...entry, messages: messagesFor(messages, principal) });
