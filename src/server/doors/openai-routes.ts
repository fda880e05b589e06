import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { TurnResult } from "../../engine/state/public-state.ts";
import { asPlainText } from "../../respond/plain-text.ts";
import { toProblem } from "../error-handler.ts";
import { followTurn } from "../follow-turn.ts";
import type { MessageRequest } from "../message-request.ts";
import { ProblemError, retryAfterOf } from "../problems.ts";
import { checkConversationId, messageIdOf } from "../send-message.ts";
import type { ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";
import { createDataStream } from "./data-stream.ts";
import { historyMessageId } from "./history-id.ts";
import { ChatCompletion, ChatError, ChatRequest, errorOf, ModelList, modelName, usageOf } from "./openai-protocol.ts";
import { lastSaid } from "./said-text.ts";
import { sendText } from "./send-text.ts";
import { createToldTexts, type TextPiece } from "./told-texts.ts";

const tags = ["doors"];
const orError = {
  default: { description: "An error, in OpenAI's form.", content: { "application/json": { schema: ChatError } } },
} as const;
const conversationHeader = "x-conversation-id";
/** Clients send their whole history every time, of which one message is read. */
const bodyLimit = 1024 * 1024;

/** For what speaks to OpenAI's chat completions: the assistant looks like a model that remembers. */
export function openAiRoutes(app: ServerApp, context: ServerContext): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, request);
    context.metrics.problem(problem.code);
    const seconds = retryAfterOf(problem);
    if (seconds !== undefined && !reply.hasHeader("retry-after")) reply.header("retry-after", seconds);
    return reply.code(problem.status).type("application/json").serializer(JSON.stringify).send(errorOf(problem));
  });

  app.get("/models", {
    schema: {
      operationId: "listModels",
      summary: "The assistant, as OpenAI's clients list models",
      tags,
      response: { 200: ModelList, ...orError },
    },
    handler: async () => ({
      object: "list" as const,
      data: [{ id: modelName, object: "model" as const, created: 0, owned_by: context.name }],
    }),
  });

  app.post("/chat/completions", {
    bodyLimit,
    schema: {
      operationId: "completeChat",
      summary: "One message, in the form of OpenAI's chat completions",
      description:
        "Which conversation: the header `X-Conversation-Id`, or `metadata.conversation_id`, or the one of `user`; without any, a new one, " +
        "whose id comes back in the header. Only the last message of role `user` is taken; with the history before it, it is known again when the " +
        "request is repeated. With `stream`, chunks as server-sent events.",
      tags,
      headers: z.looseObject({ [conversationHeader]: z.string().optional(), "idempotency-key": z.string().optional() }),
      body: ChatRequest,
      response: {
        200: {
          description: "The reply, once it is durable.",
          content: { "application/json": { schema: ChatCompletion }, "text/event-stream": { schema: z.string() } },
        },
        ...orError,
      },
    },
    async handler(request, reply) {
      const { body, headers, principal } = request;
      const conversationId = conversationOf(body, headers[conversationHeader]);
      // It is sent back in a header, which does not allow every string.
      checkConversationId(conversationId);
      const { text } = lastSaid(body.messages);
      const key = headers["idempotency-key"];
      const messageId =
        key === undefined
          ? await historyMessageId(context, { principal, conversationId, messages: body.messages })
          : messageIdOf(key, undefined);
      const sent: MessageRequest = { principal, conversationId, message: { text }, messageId };
      reply.header(conversationHeader, conversationId);
      if (body.stream === true) return stream(context, sent, { request, reply, body });
      const result = await sendText(context, sent);
      return reply.type("application/json").send({
        ...headOf(result),
        object: "chat.completion" as const,
        choices: [
          {
            index: 0,
            message: { role: "assistant" as const, content: textsOf(result).join("\n\n"), refusal: null },
            finish_reason: "stop" as const,
            logprobs: null,
          },
        ],
        usage: usageOf(result),
      });
    },
  });
}

function conversationOf({ metadata, user, messages }: ChatRequest, header: unknown): string {
  const given = typeof header === "string" ? header : metadata?.conversation_id;
  if (given !== undefined) return given;
  if (typeof user === "string" && user !== "") {
    return `user-${createHash("sha256").update(user).digest("base64url").slice(0, 22)}`;
  }
  if (messages.every(({ role }) => role !== "assistant")) return `chat-${randomBytes(16).toString("base64url")}`;
  throw new ProblemError(
    "conversation.unknown",
    "This goes on with a conversation, but with which? Say so in the header X-Conversation-Id, in metadata.conversation_id, or by user.",
  );
}

const headOf = ({ messageId }: Pick<TurnResult, "messageId">) => ({
  id: `chatcmpl-${messageId}`,
  created: Math.floor(Date.now() / 1000),
  model: modelName,
});

const textsOf = ({ messages }: TurnResult): readonly string[] =>
  messages.map(asPlainText).filter((text) => text !== "");

/** Chunks: sentences while the reply is written, the rest once the turn is durable; until then signs of life. */
async function stream(
  context: ServerContext,
  sent: MessageRequest,
  on: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly body: ChatRequest },
): Promise<FastifyReply> {
  const chunks = createDataStream(on.reply);
  const told = createToldTexts();
  const head = headOf(sent);
  let isBegun = false;
  const chunk = (choices: readonly unknown[], more: object = {}): void =>
    chunks.send({ ...head, object: "chat.completion.chunk", choices, ...more });
  const delta = (said: object, reason: "stop" | null = null): void =>
    chunk([{ index: 0, delta: said, finish_reason: reason, logprobs: null }]);
  const say = (piece: TextPiece | null): void => {
    if (piece === null || piece.text === "") return;
    if (!isBegun) delta({ role: "assistant", content: "" });
    delta({ content: piece.isFirst && isBegun ? `\n\n${piece.text}` : piece.text });
    isBegun = true;
  };
  const turn = followTurn(context, sent, {
    after: null,
    tell(event) {
      chunks.open();
      say(told.tell(event));
    },
  });
  try {
    const result = await sendText(context, sent);
    await turn.settled();
    for (const message of result.messages) say(told.rest(message));
    if (!isBegun) delta({ role: "assistant", content: "" });
    delta({}, "stop");
    if (on.body.stream_options?.include_usage === true) chunk([], { usage: usageOf(result) });
    chunks.end("[DONE]");
  } catch (error) {
    if (!chunks.isOpen) throw error;
    chunks.send(errorOf(toProblem(error, on.request)));
    chunks.end();
  } finally {
    turn.stop();
  }
  return on.reply;
}
