import { z } from "zod";
import { SoniError } from "../../engine/errors.ts";
import { traceOf } from "../../engine/state/trace.ts";
import { internalId, isDeveloper } from "../access/principal.ts";
import { requireDeveloper } from "../error-handler.ts";
import { PageQuery } from "../page-query.ts";
import {
  AuditSchema,
  ConversationId,
  ConversationSchema,
  EventList,
  EventsQuery,
  TraceSchema,
  Transcript,
} from "../protocol.ts";
import { unknownConversation } from "../send-message.ts";
import { type PageRequest, sendPage } from "../send-page.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { eventFor, lastTurnSeen, readEvents } from "../turn-events.ts";
import { entryFor, lastEventOf, statusOf } from "../views.ts";

const params = z.object({ conversationId: ConversationId });
const tags = ["conversations"];
/** A conversation whose rows are there and cannot be read here. */
export const unreadable: ReadonlySet<string> = new Set(["store.corrupt", "store.sealed", "store.newer"]);

/** Everything that is read of one conversation, and its end. */
export function conversationRoutes(app: ServerApp, context: ServerContext): void {
  const { soni, reads } = context;
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
      summary: "What was said, a page at a time",
      tags,
      params,
      querystring: PageQuery,
      response: { 200: Transcript, ...orProblem },
    },
    async handler({ principal, params: { conversationId }, query: { after, limit } }, reply) {
      const id = internalId(principal, conversationId);
      const page: PageRequest = {
        ...{ name: "entries", after, limit, cursorAfter: (turn) => turn },
        async read(query) {
          const entries = await soni.transcript(id, query);
          return entries.map((entry) => ({ turn: entry.turn, items: [entryFor(entry, principal)] }));
        },
      };
      await sendPage(reply, page, { reads, owner: principal.owner });
      return reply;
    },
  });

  app.get("/conversations/:conversationId/events", {
    schema: {
      operationId: "getEvents",
      summary: "The events of past turns, after the last one you have, a page at a time",
      tags,
      params,
      querystring: EventsQuery,
      response: { 200: EventList, ...orProblem },
    },
    async handler({ principal, params: { conversationId }, query: { after: lastEvent, limit } }, reply) {
      const id = internalId(principal, conversationId);
      const page: PageRequest = {
        ...{ name: "events", after: lastTurnSeen(lastEvent), limit, cursorAfter: lastEventOf },
        async read(query) {
          const turns = await readEvents(soni, id, { lastEvent, ...query });
          return turns.map(({ turn, events }) => ({ turn, items: events.map((event) => eventFor(event, principal)) }));
        },
      };
      await sendPage(reply, page, { reads, owner: principal.owner });
      return reply;
    },
  });

  app.get("/conversations/:conversationId/audit", {
    schema: {
      operationId: "getAudit",
      summary: "Commands, refusals, events, tokens and times of every turn, a page at a time: for developers",
      tags,
      params,
      querystring: PageQuery,
      response: { 200: AuditSchema, ...orProblem },
    },
    async handler({ principal, params: { conversationId }, query: { after, limit } }, reply) {
      requireDeveloper(isDeveloper(principal));
      const id = internalId(principal, conversationId);
      const page: PageRequest = {
        ...{ name: "entries", after, limit, cursorAfter: (turn) => turn },
        read: async (query) => (await soni.audit(id, query)).map((entry) => ({ turn: entry.turn, items: [entry] })),
      };
      await sendPage(reply, page, { reads, owner: principal.owner });
      return reply;
    },
  });

  app.get("/conversations/:conversationId/trace", {
    schema: {
      operationId: "getTrace",
      summary: "What happened, event by event, with times and data, a page of turns at a time: for developers",
      tags,
      params,
      querystring: PageQuery,
      response: { 200: TraceSchema, ...orProblem },
    },
    async handler({ principal, params: { conversationId }, query: { after, limit } }, reply) {
      requireDeveloper(isDeveloper(principal));
      const id = internalId(principal, conversationId);
      const page: PageRequest = {
        ...{ name: "entries", after, limit, cursorAfter: (turn) => turn },
        read: async (query) =>
          (await soni.audit(id, query)).map((entry) => ({ turn: entry.turn, items: traceOf(entry) })),
      };
      await sendPage(reply, page, { reads, owner: principal.owner });
      return reply;
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
