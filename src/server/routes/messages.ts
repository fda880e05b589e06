import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { internalId } from "../access/principal.ts";
import { toProblem } from "../error-handler.ts";
import { createEventStream } from "../event-stream.ts";
import { followTurn } from "../follow-turn.ts";
import type { MessageRequest } from "../message-request.ts";
import { ConversationId, MessageStatus, type NumberedEvent, SendMessage, TurnReply } from "../protocol.ts";
import { checkRequest, messageIdOf, sendMessage, unknownConversation } from "../send-message.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { eventFor, repliedEvents } from "../turn-events.ts";
import { replyFor } from "../views.ts";

export function messagesRoutes(app: ServerApp, context: ServerContext): void {
  app.post("/conversations/:conversationId/messages", {
    schema: {
      operationId: "sendMessage",
      summary: "Say something, or press a button",
      description:
        "Answers with the reply; with `Accept: text/event-stream`, with the events of the turn as they happen (schema TurnStreamEvent). " +
        "With an `Idempotency-Key` header or a `messageId` it can be sent again: the reply is the same, and nothing happens twice. " +
        "With `Prefer: respond-async`, on a server with a background channel, it is only accepted, durably: ask for the answer where `Location` says, or get it by webhook (schema WebhookEvent).",
      tags: ["messages"],
      params: z.object({ conversationId: ConversationId }),
      headers: z.looseObject({
        "idempotency-key": z.string().optional().meta({ description: "The message's id, instead of in the body." }),
        "last-event-id": z
          .string()
          .optional()
          .meta({ description: "The last event that the client has: the stream continues after it." }),
        prefer: z
          .string()
          .optional()
          .meta({ description: "`respond-async`: accept it now, answer it later (RFC 7240)." }),
      }),
      body: SendMessage,
      response: {
        200: {
          description: "The reply, once it is durable.",
          content: {
            "application/json": { schema: TurnReply },
            "text/event-stream": { schema: z.string() },
          },
        },
        202: MessageStatus.describe("It is accepted, durably, and will be answered."),
        ...orProblem,
      },
    },
    async handler(request, reply) {
      const { principal, params, body, headers } = request;
      const sent: MessageRequest = {
        principal,
        conversationId: params.conversationId,
        message: body,
        messageId: messageIdOf(headers["idempotency-key"], body.messageId),
      };
      const { background } = context;
      if (background !== null && prefersLater(headers.prefer)) {
        const checked = checkRequest(context, sent);
        if ((await context.soni.getState(internalId(principal, sent.conversationId))) === null) {
          throw unknownConversation();
        }
        await background.accept(checked);
        const { conversationId, messageId } = sent;
        return reply
          .code(202)
          .headers({
            location: `/v1/conversations/${conversationId}/messages/${encodeURIComponent(messageId)}`,
            "preference-applied": "respond-async",
            "retry-after": 1,
          })
          .send({ conversationId, messageId, status: "waiting" });
      }
      if (wantsStream(request)) return stream(context, sent, { request, reply });
      return reply.type("application/json").send(replyFor(await sendMessage(context, sent), principal));
    },
  });
}

const wantsStream = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? "").split(",").some((type) => type.trim().toLowerCase().startsWith("text/event-stream"));

/** Preferences are separated by commas, each perhaps with parameters. */
const prefersLater = (prefer = ""): boolean =>
  prefer.split(",").some((preference) => preference.split(";", 1)[0]?.trim().toLowerCase() === "respond-async");

/** The last event that the client has of this turn, if its stream broke and it sends the message again. */
function lastEventId({ headers }: FastifyRequest): number | null {
  const id = Number(headers["last-event-id"] ?? Number.NaN);
  return Number.isSafeInteger(id) ? id : null;
}

/** The turn as it happens. It goes on if the client leaves: what is under way is committed. */
async function stream(
  context: ServerContext,
  sent: MessageRequest,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const { principal, messageId } = sent;
  const events = createEventStream(reply);
  const after = lastEventId(request);
  let last = after ?? -1;
  const send = (event: NumberedEvent): void => {
    // What the client has is not told again. The end is told with the reply, below.
    if (event.type === "done" || event.id <= last) return;
    last = event.id;
    events.send(eventFor(event, principal));
  };
  const turn = followTurn(context, sent, { after, tell: send });
  try {
    const result = await sendMessage(context, sent);
    await turn.settled();
    // A message that was known before has no live events any more; the sentences of its turn, which a client may have in part, are stored.
    const replied = repliedEvents(result);
    for (const event of replied) send(event);
    const done = replied.at(-1);
    if (done?.type === "done") events.send({ ...done, reply: replyFor(result, principal) });
  } catch (error) {
    if (!events.isOpen) throw error;
    events.send({ type: "error", messageId, problem: toProblem(error, request) });
  } finally {
    turn.stop();
    if (events.isOpen) events.end();
  }
  return reply;
}
