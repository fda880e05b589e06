import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { internalId } from "../access/principal.ts";
import { toProblem } from "../error-handler.ts";
import { createEventStream } from "../event-stream.ts";
import { messageIdOf } from "../message-id.ts";
import { ConversationId, type NumberedEvent, SendMessage, TurnReply } from "../protocol.ts";
import { type MessageRequest, sendMessage } from "../send-message.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { eventFor, finalEvents } from "../turn-events.ts";
import { replyFor } from "../views.ts";

export function messagesRoutes(app: ServerApp, context: ServerContext): void {
  app.post("/conversations/:conversationId/messages", {
    schema: {
      operationId: "sendMessage",
      summary: "Say something, or press a button",
      description:
        "Answers with the reply; with `Accept: text/event-stream`, with the events of the turn as they happen (schema TurnStreamEvent). " +
        "With an `Idempotency-Key` header or a `messageId` it can be sent again: the reply is the same, and nothing happens twice.",
      tags: ["messages"],
      params: z.object({ conversationId: ConversationId }),
      headers: z.looseObject({
        "idempotency-key": z.string().optional().meta({ description: "The message's id, instead of in the body." }),
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
      if (wantsStream(request)) return stream(context, sent, { request, reply });
      return reply.type("application/json").send(replyFor(await sendMessage(context, sent), principal));
    },
  });
}

const wantsStream = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? "").split(",").some((type) => type.trim().toLowerCase().startsWith("text/event-stream"));

/** The turn as it happens. It goes on if the client leaves: what is under way is committed. */
async function stream(
  context: ServerContext,
  sent: MessageRequest,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const { principal, messageId } = sent;
  const events = createEventStream(reply);
  const seen = new Set<number>();
  const send = (event: NumberedEvent): void => {
    // The end is told with the reply, below.
    if (event.messageId !== messageId || event.type === "done" || seen.has(event.id)) return;
    seen.add(event.id);
    events.send(eventFor(event, principal));
  };
  const stop = context.live.listen(internalId(principal, sent.conversationId), send);
  try {
    const result = await sendMessage(context, sent);
    // A message that was known before has no events of its own any more.
    const last = finalEvents(result);
    for (const event of last) send(event);
    const done = last.at(-1);
    if (done?.type === "done") events.send({ ...done, reply: replyFor(result, principal) });
  } catch (error) {
    if (!events.isOpen) throw error;
    events.send({ type: "error", messageId, problem: toProblem(error, request) });
  } finally {
    stop();
    if (events.isOpen) events.end();
  }
  return reply;
}
