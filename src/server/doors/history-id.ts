import { createHash, randomUUID } from "node:crypto";
import { internalId, type Principal } from "../access/principal.ts";
import type { ServerContext } from "../server-context.ts";
import { type ChatMessage, textOf } from "./said-text.ts";

interface SentHistory {
  readonly principal: Principal;
  readonly conversationId: string;
  readonly messages: readonly ChatMessage[];
}

/**
 * The id of the last message of a history, from the conversation, its place and all that was said up to it. A client that
 * repeats a request, because its stream broke, sends the same history: so it is the same message, and nothing is done twice.
 * Replies count too, because clients that send only the end of a long history would otherwise say "yes" twice at one place.
 */
export async function historyMessageId({ soni }: Pick<ServerContext, "soni">, sent: SentHistory): Promise<string> {
  const { principal, conversationId } = sent;
  const said = sent.messages.filter(({ role }) => role === "user" || role === "assistant");
  const upTo = said.slice(0, said.findLastIndex(({ role }) => role === "user") + 1);
  const place = upTo.filter(({ role }) => role === "user").length;
  const texts = upTo.map((message) => [message.role, textOf(message)]);
  const digest = createHash("sha256")
    .update(JSON.stringify([conversationId, place, texts]))
    .digest("base64url");
  const id = `h${place}-${digest.slice(0, 22)}`;
  if (upTo.length > 1) return id;
  // One message is the beginning of a history, or all that a client ever sends: then the same text may be meant again.
  const stored = await soni.transcript(internalId(principal, conversationId), { limit: turnsAtBeginning + 1 });
  const isBeginning =
    stored.length <= turnsAtBeginning && stored.every(({ messageId, user }) => messageId === id || user === "");
  return isBeginning ? id : randomUUID();
}

/** The welcome, and the first message. */
const turnsAtBeginning = 2;
