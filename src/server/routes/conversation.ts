import { z } from "zod";
import { SoniError } from "../../domain/errors.ts";
import { internalId, isDeveloper } from "../access/principal.ts";
import { requireDeveloper } from "../error-handler.ts";
import { AuditSchema, ConversationId, ConversationSchema, EventList, EventsQuery, Transcript } from "../protocol.ts";
import { unknownConversation } from "../send-message.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { eventFor, eventsAfter } from "../turn-events.ts";
import { statusOf, transcriptFor } from "../views.ts";

const params = z.object({ conversationId: ConversationId });
const tags = ["conversations"];
/** A conversation whose rows are there and cannot be read here. */
export const unreadable: ReadonlySet<string> = new Set(["store.corrupt", "store.sealed", "store.newer"]);

/** Everything that is read of one conversation, and its end. */
export function conversationRoutes(app: ServerApp, context: ServerContext): void {
  const { soni } = context;
  app.get("/conversations/:conversationId", {
    schema: {
      operationId: "getConversation",
      summary: "Where a conversation stands",
      tags,
      params,
      response: { 200: ConversationSchema, ...orProblem },
    },
    async handler({ principal, params: { conversationId } }) {
      const state = await soni.getState(internalId(principal, conversationId));
      if (state === null) throw unknownConversation();
      const shown = isDeveloper(principal) ? { state: { ...state } } : {};
      return { conversationId, status: statusOf(state), ...shown };
    },
  });

  app.get("/conversations/:conversationId/transcript", {
    schema: {
      operationId: "getTranscript",
      summary: "What was said",
      tags,
      params,
      response: { 200: Transcript, ...orProblem },
    },
    async handler({ principal, params: { conversationId } }) {
      const entries = await soni.transcript(internalId(principal, conversationId));
      if (entries.length === 0) throw unknownConversation();
      return transcriptFor(entries, principal);
    },
  });

  app.get("/conversations/:conversationId/events", {
    schema: {
      operationId: "getEvents",
      summary: "The events of past turns, after the last one you have",
      tags,
      params,
      querystring: EventsQuery,
      response: { 200: EventList, ...orProblem },
    },
    async handler({ principal, params: { conversationId }, query: { after } }) {
      const id = internalId(principal, conversationId);
      const [transcript, audit] = await Promise.all([soni.transcript(id), soni.audit(id)]);
      if (transcript.length === 0) throw unknownConversation();
      return { events: eventsAfter(after, { transcript, audit }).map((event) => eventFor(event, principal)) };
    },
  });

  app.get("/conversations/:conversationId/audit", {
    schema: {
      operationId: "getAudit",
      summary: "Commands, refusals, events, tokens and times of every turn: for developers",
      tags,
      params,
      response: { 200: AuditSchema, ...orProblem },
    },
    async handler({ principal, params: { conversationId } }) {
      requireDeveloper(isDeveloper(principal));
      const entries = await soni.audit(internalId(principal, conversationId));
      if (entries.length === 0) throw unknownConversation();
      return { entries: entries as unknown as z.infer<typeof AuditSchema>["entries"] };
    },
  });

  app.delete("/conversations/:conversationId", {
    schema: {
      operationId: "deleteConversation",
      summary: "Forget a conversation: nothing of it is kept",
      tags,
      params,
      response: { 204: z.undefined().describe("It is gone."), ...orProblem },
    },
    async handler({ principal, params: { conversationId } }, reply) {
      const id = internalId(principal, conversationId);
      await context.gate.run(id, async () => {
        if (!(await exists(id))) throw unknownConversation();
        await soni.deleteConversation(id);
        await context.background?.forget(id);
      });
      return reply.code(204).send(undefined);
    },
  });

  /** One whose state cannot be read can still be forgotten. */
  async function exists(id: string): Promise<boolean> {
    try {
      return (await soni.getState(id)) !== null;
    } catch (error) {
      if (error instanceof SoniError && unreadable.has(error.code)) return true;
      throw error;
    }
  }
}
