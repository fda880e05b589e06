import { z } from "zod";
import { internalId } from "../access/principal.ts";
import { ProblemError } from "../problems.ts";
import { ConversationId, MessageId, MessageStatus } from "../protocol.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { messagesFor } from "../views.ts";

export function messageRoutes(app: ServerApp, context: ServerContext): void {
  app.get("/conversations/:conversationId/messages/:messageId", {
    schema: {
      operationId: "getMessage",
      summary: "What became of a message that is answered later",
      description: "While it waits, `Retry-After` says when to ask again.",
      tags: ["messages"],
      params: z.object({ conversationId: ConversationId, messageId: MessageId }),
      response: { 200: MessageStatus, ...orProblem },
    },
    async handler({ principal, params: { conversationId, messageId } }, reply) {
      const id = internalId(principal, conversationId);
      const { background, soni } = context;
      const about = { conversationId, messageId };
      if (background !== null && (await background.isWaiting(id, messageId))) {
        return reply.header("retry-after", 1).send({ ...about, status: "waiting" });
      }
      const [entry] = await soni.transcript(id, { messageId, secrets: "told" });
      if (entry !== undefined) {
        const { turn, at, messages } = entry;
        return { ...about, status: "answered" as const, turn, at, messages: messagesFor(messages, principal) };
      }
      const problem = (await background?.refusal(id, messageId)) ?? null;
      if (problem !== null) return { ...about, status: "refused" as const, problem };
      throw new ProblemError("message.unknown", "There is no such message, or it is not yours.");
    },
  });
}
