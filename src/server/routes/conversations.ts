import { randomBytes } from "node:crypto";
import { hasOwnList, internalId, ownPrefix, publicId } from "../access/principal.ts";
import { ProblemError } from "../problems.ts";
import {
  ConversationList,
  CreateConversation,
  CreatedConversation,
  conversationIdPattern,
  ListQuery,
} from "../protocol.ts";
import { runTurn } from "../send-message.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { messagesFor, statusOf } from "../views.ts";

/** Counted apart from messages. */
export const openingRoute = "/v1/conversations";

/** The id of the message that opens a conversation: there is one at most. */
const opening = "open";

const newId = (): string => randomBytes(16).toString("base64url").replace(/^-/, "_");

export function conversationsRoutes(app: ServerApp, context: ServerContext): void {
  const { soni } = context;
  app.post("/conversations", {
    schema: {
      operationId: "createConversation",
      summary: "Begin a conversation",
      description: "With an id of your own it can be sent again: the second time, nothing happens.",
      tags: ["conversations"],
      body: CreateConversation.nullish(),
      response: { 200: CreatedConversation, 201: CreatedConversation, ...orProblem },
    },
    async handler({ principal, body }, reply) {
      const conversationId = body?.conversationId ?? newId();
      const id = internalId(principal, conversationId);
      const before = await soni.getState(id);
      if (before !== null) {
        return reply.code(200).send({ conversationId, created: false, messages: [], status: statusOf(before) });
      }
      const session = { ...principal.session, ...(body?.locale === undefined ? {} : { locale: body.locale }) };
      const { messages, state, duplicate } = await runTurn(context, id, () =>
        soni.openConversation({ conversationId: id, messageId: opening, session }),
      );
      return reply.code(duplicate ? 200 : 201).send({
        conversationId,
        created: !duplicate,
        messages: messagesFor(messages, principal),
        status: statusOf(state),
      });
    },
  });

  app.get("/conversations", {
    schema: {
      operationId: "listConversations",
      summary: "Your conversations, the one used last first",
      tags: ["conversations"],
      querystring: ListQuery,
      response: { 200: ConversationList, ...orProblem },
    },
    async handler({ principal, query: { limit, after } }) {
      if (!hasOwnList(principal)) {
        throw new ProblemError("access.forbidden", "Visitors and anonymous users get no list. Ask by id.");
      }
      // One more than asked for: is there a next page?
      const found = await soni.conversations({
        prefix: ownPrefix(principal),
        limit: limit + 1,
        ...(after === undefined ? {} : { after: readCursor(after, ownPrefix(principal)) }),
      });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        conversations: page.map((each) => ({ ...each, conversationId: publicId(each.conversationId) })),
        next: found.length > limit && last !== undefined ? `${last.updatedAt}.${publicId(last.conversationId)}` : null,
      };
    },
  });
}

/** Where the page before ended. A made-up one leads nowhere but into one's own conversations. */
function readCursor(text: string, prefix: string): { readonly updatedAt: number; readonly conversationId: string } {
  const [, time, id = ""] = /^(\d{1,15})\.([\w.@-]{1,128})$/.exec(text) ?? [];
  if (time === undefined || !conversationIdPattern.test(id)) {
    throw new ProblemError("request.invalid", "'after' is not the 'next' of an earlier page.");
  }
  return { updatedAt: Number(time), conversationId: `${prefix}${id}` };
}
