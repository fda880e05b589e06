import { z } from "zod";
import type { QuarantineQuery } from "../../engine/state/quarantine.ts";
import type { Principal } from "../access/principal.ts";
import { ProblemError } from "../problems.ts";
import { ListQuery, TurnReply } from "../protocol.ts";
import { runTurn } from "../send-message.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { QuarantineDropped, QuarantinedMessageSchema, QuarantineList, QuarantineParams } from "../staff-protocol.ts";
import { replyFor } from "../views.ts";

const tags = ["quarantine"];
const path = "/quarantine/:conversationId/:messageId";

/** Messages of all users that were set aside: only for those who run the server, and noted in its log. */
export function quarantineRoutes(app: ServerApp, context: ServerContext): void {
  const { quarantine } = context.soni;

  app.get("/quarantine", {
    schema: {
      operationId: "listQuarantine",
      summary: "Messages that were set aside, the last one first: needs the role `operator`",
      tags,
      querystring: ListQuery,
      response: { 200: QuarantineList, ...orProblem },
    },
    async handler({ principal, query: { limit, after } }) {
      requireOperator(principal);
      // One more than asked for: is there a next page?
      const found = await quarantine.list({
        limit: limit + 1,
        ...(after === undefined ? {} : { after: readCursor(after) }),
      });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        messages: [...page],
        next: found.length > limit && last !== undefined ? `${last.at}/${last.conversationId}/${last.messageId}` : null,
      };
    },
  });

  app.get(path, {
    schema: {
      operationId: "getQuarantined",
      summary: "A message that was set aside, with what it says: needs the role `operator`",
      tags,
      params: QuarantineParams,
      response: { 200: QuarantinedMessageSchema, ...orProblem },
    },
    async handler({ principal, params: { conversationId, messageId }, log }) {
      requireOperator(principal);
      const found = await quarantine.show(conversationId, messageId);
      if (found === null) throw unknownMessage();
      log.info({ by: principal.name, conversationId, messageId }, "quarantined message read");
      const { message, ...entry } = found;
      const { text, at, commands } = message;
      return {
        ...entry,
        text,
        acceptedAt: at,
        ...(commands === undefined ? {} : { commands: commands.map((command) => ({ ...command })) }),
      };
    },
  });

  app.post(`${path}/retry`, {
    schema: {
      operationId: "retryQuarantined",
      summary: "Say a message once more that was set aside: needs the role `operator`",
      description: "It is accepted anew, under another id, and its turn is run at once. Of two who ask, one gets it.",
      tags,
      params: QuarantineParams,
      body: z.strictObject({}).nullish(),
      response: { 200: TurnReply, ...orProblem },
    },
    async handler({ principal, params: { conversationId, messageId }, log }) {
      requireOperator(principal);
      log.info({ by: principal.name, conversationId, messageId }, "quarantined message retried");
      const result = await runTurn(context, conversationId, () => quarantine.retry(conversationId, messageId));
      return replyFor(result, principal);
    },
  });

  app.delete(path, {
    schema: {
      operationId: "dropQuarantined",
      summary: "Forget a message that was set aside: needs the role `operator`",
      tags,
      params: QuarantineParams,
      response: { 200: QuarantineDropped, ...orProblem },
    },
    async handler({ principal, params: { conversationId, messageId }, log }) {
      requireOperator(principal);
      log.info({ by: principal.name, conversationId, messageId }, "quarantined message dropped");
      return { dropped: await quarantine.drop(conversationId, messageId) };
    },
  });
}

function requireOperator({ roles }: Principal): void {
  if (!roles.has("operator")) throw new ProblemError("access.forbidden", "This needs the role 'operator'.");
}

const unknownMessage = (): ProblemError =>
  new ProblemError(
    "quarantine.unknown",
    "This message is not in quarantine, or no longer. GET /v1/quarantine lists them.",
  );

/** Where the page before ended. Neither id holds a slash. */
function readCursor(text: string): NonNullable<QuarantineQuery["after"]> {
  const [, at, conversationId, messageId] = /^(\d{1,15})\/([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (at === undefined || conversationId === undefined || messageId === undefined) {
    throw new ProblemError("request.invalid", "'after' is not the 'next' of an earlier page.");
  }
  return { at: Number(at), conversationId, messageId };
}
