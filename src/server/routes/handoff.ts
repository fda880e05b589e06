import { z } from "zod";
import { internalId } from "../access/principal.ts";
import { ProblemError } from "../problems.ts";
import { ConversationId, TurnReply } from "../protocol.ts";
import { runTurn, unknownConversation } from "../send-message.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { replyFor } from "../views.ts";

export function handoffRoutes(app: ServerApp, context: ServerContext): void {
  const { soni } = context;
  app.post("/conversations/:conversationId/handoff/release", {
    schema: {
      operationId: "releaseHandoff",
      summary: "Give a conversation back from a person to the assistant",
      tags: ["conversations"],
      params: z.object({ conversationId: ConversationId }),
      response: { 200: TurnReply, ...orProblem },
    },
    async handler({ principal, params: { conversationId } }) {
      const id = internalId(principal, conversationId);
      const result = await runTurn(context, id, async () => {
        const state = await soni.getState(id);
        if (state === null) throw unknownConversation();
        if (state.metadata.handoff === null) {
          throw new ProblemError("conversation.not_handed_off", "The assistant has this conversation already.");
        }
        return soni.releaseHandoff(id);
      });
      return replyFor(result, principal);
    },
  });
}
