import { createHash } from "node:crypto";
import { z } from "zod";
import { toProblem } from "../error-handler.ts";
import { followTurn } from "../follow-turn.ts";
import type { MessageRequest } from "../message-request.ts";
import { messageIdPattern } from "../protocol.ts";
import { messageIdOf } from "../send-message.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { AgUiInput, replyEvents, runStarted, stepEvents, textEvents } from "./ag-ui-protocol.ts";
import { createDataStream } from "./data-stream.ts";
import { lastSaid } from "./said-text.ts";
import { sendText } from "./send-text.ts";
import { createToldTexts } from "./told-texts.ts";

/** Clients send their whole history every time, of which one message is read. */
const bodyLimit = 1024 * 1024;

/** For what speaks AG-UI: a thread is a conversation, a run is a turn. */
export function agUiRoutes(app: ServerApp, context: ServerContext): void {
  app.post("/agui", {
    bodyLimit,
    schema: {
      operationId: "runAgent",
      summary: "One message, over the AG-UI protocol",
      description:
        "Answers with server-sent events of AG-UI. The thread is the conversation, begun if it is not there; the id of the last message of " +
        "role `user` makes it safe to send again.",
      tags: ["doors"],
      headers: z.looseObject({ "idempotency-key": z.string().optional() }),
      body: AgUiInput,
      response: {
        200: { description: "Events.", content: { "text/event-stream": { schema: z.string() } } },
        ...orProblem,
      },
    },
    async handler(request, reply) {
      const { body, headers, principal } = request;
      const { threadId, forwardedProps } = body;
      const { id, text } = lastSaid(body.messages);
      const command = forwardedProps?.command;
      const sent: MessageRequest = {
        principal,
        conversationId: threadId,
        message: { text, ...(command === undefined ? {} : { command }) },
        messageId: messageIdOf(headers["idempotency-key"], id === undefined ? undefined : asMessageId(id)),
      };
      const events = createDataStream(reply);
      const told = createToldTexts();
      const start = (): void => {
        if (!events.isOpen) events.send(runStarted(body));
      };
      const turn = followTurn(context, sent, {
        after: null,
        tell(event) {
          start();
          const piece = told.tell(event);
          for (const each of [...stepEvents(event), ...(piece === null ? [] : textEvents(piece))]) events.send(each);
        },
      });
      try {
        const result = await sendText(context, sent);
        await turn.settled();
        start();
        for (const event of replyEvents(result, body, told)) events.send(event);
      } catch (error) {
        if (!events.isOpen) throw error;
        const { detail, code } = toProblem(error, request);
        events.send({ type: "RUN_ERROR", message: detail, code });
      } finally {
        turn.stop();
      }
      events.end();
      return reply;
    },
  });
}

/** Clients choose their ids as they like. */
const asMessageId = (id: string): string =>
  messageIdPattern.test(id) ? id : `agui-${createHash("sha256").update(id).digest("base64url")}`;
