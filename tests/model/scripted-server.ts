import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "../../src/engine/json.ts";
import { anthropicRules } from "./emulators/anthropic-rules.ts";
import { type CompatibleServer, compatibleServers } from "./emulators/compatible-rules.ts";
import { reasoningTokens } from "./emulators/openai-models.ts";
import { openAiChatRules, openAiResponsesRules } from "./emulators/openai-rules.ts";
import { type CachedPrompt, markedCache, type PromptCache, prefixCache, tokensIn } from "./emulators/prompt-cache.ts";
import { firstBroken, isObject, listOf, type Rule, textsIn } from "./emulators/rule.ts";
import { inPieces, type StreamedAnswer, sendStream } from "./streamed-answer.ts";

type Protocol = "chat" | "responses" | "anthropic";

export interface EmulatorOptions {
  /** Who answers Chat Completions: OpenAI itself, or one of the servers that speak the same protocol. */
  readonly chat?: "openai" | CompatibleServer;
  /** Counts tokens and keeps a prompt cache, instead of naming the same figures each time. */
  readonly counts?: boolean;
}

export interface ReceivedRequest {
  readonly protocol: Protocol;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** All text of the prompt, in order. */
  readonly prompt: string;
  /** Which pass of understanding asks: by the name of the schema or the shape of the prompt. */
  readonly pass: "commands" | "slots";
  /** 1 for the first request to this server. */
  readonly number: number;
  /** Why the service refuses it; null if it takes it. */
  readonly refusal: { readonly rule: Rule; readonly message: string } | null;
  readonly tokens: TokenFigures;
}

interface TokenFigures {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
}

/** What the server does with one request. */
export type ScriptedReply =
  | { readonly kind: "text"; readonly text: string; readonly finish?: "stop" | "length" | "refusal" }
  /** For a request that wants a stream. */
  | ({ readonly kind: "stream" } & StreamedAnswer)
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | { readonly kind: "raw"; readonly body: string; readonly contentType?: string }
  | { readonly kind: "hang" }
  /** One byte at a time, for ever. */
  | { readonly kind: "drip"; readonly everyMilliseconds: number }
  | { readonly kind: "reset"; readonly when: "before_headers" | "in_body" }
  /** A body that does not end. */
  | { readonly kind: "flood"; readonly bytes: number };

export interface ScriptedServer {
  /** With the path that the protocols' clients expect after it. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/**
 * A real HTTP server that speaks as OpenAI (both protocols), Anthropic and compatible servers do. It refuses what they refuse, and
 * misbehaves on demand.
 */
export const startScriptedServer = async (
  script: (request: ReceivedRequest) => ScriptedReply | Promise<ScriptedReply>,
  { chat = "full", counts = false }: EmulatorOptions = {},
): Promise<ScriptedServer> => {
  const requests: ReceivedRequest[] = [];
  const rules: Record<Protocol, readonly Rule[]> = {
    chat: chat === "openai" ? openAiChatRules : compatibleServers[chat],
    responses: openAiResponsesRules,
    anthropic: anthropicRules,
  };
  const prefixes = prefixCache();
  const caches: Record<Protocol, PromptCache> = { chat: prefixes, responses: prefixes, anthropic: markedCache(1_024) };
  const server = createServer((incoming, response) => {
    receive(incoming, requests.length + 1, { rules, caches: counts ? caches : null }).then(
      async (request) => {
        requests.push(request);
        const { refusal } = request;
        if (refusal === null) send(response, request, await script(request));
        else sendJson(response, refusal.rule.status ?? 400, refusalOf(request.protocol, refusal.message));
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

interface Receiving {
  readonly rules: Record<Protocol, readonly Rule[]>;
  /** Null: the same figures for every request. */
  readonly caches: Record<Protocol, PromptCache> | null;
}

const receive = async (
  incoming: IncomingMessage,
  number: number,
  { rules, caches }: Receiving,
): Promise<ReceivedRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const body = JSON.parse(bytes.toString("utf8")) as JsonObject;
  const path = incoming.url ?? "";
  const protocol: Protocol = path.endsWith("/messages")
    ? "anthropic"
    : path.endsWith("/responses")
      ? "responses"
      : "chat";
  const { headers } = incoming;
  const prompt = [
    ...textsIn(body["instructions"]),
    ...textsIn(body["system"]),
    ...textsIn(body["messages"]),
    ...textsIn(body["input"]),
  ].join("\n");
  const pass = prompt.includes('"started_flows"') && !prompt.includes("<flows>\n") ? "slots" : "commands";
  const refusal = firstBroken(rules[protocol], { headers, body, size: bytes.byteLength });
  const cached = cachedPromptOf(protocol, body);
  const tokens =
    caches === null || refusal !== null
      ? fixedTokens
      : { input: tokensIn(cached.text), ...caches[protocol].look(cached) };
  return { protocol, body, headers, prompt, pass, number, refusal, tokens };
};

/** What comes first is the schema of the answer: OpenAI reads it before the instructions, and Anthropic starts anew if it changes. */
const cachedPromptOf = (protocol: Protocol, body: JsonObject): CachedPrompt => {
  const schema = JSON.stringify(
    body["response_format"] ?? body["text"] ?? body["output_config"] ?? body["tools"] ?? "",
  );
  const scope = JSON.stringify([body["model"] ?? null, body["prompt_cache_key"] ?? null]);
  const blocks = [
    ...[body["instructions"] ?? null, body["system"] ?? null].flatMap((part) =>
      Array.isArray(part) ? listOf(part) : [part],
    ),
    ...[...listOf(body["messages"]), ...listOf(body["input"])].flatMap((message) => {
      const content = isObject(message) ? message["content"] : null;
      return Array.isArray(content) ? listOf(content) : [content ?? null];
    }),
  ];
  let text = `${schema}\n`;
  const marks: number[] = [];
  for (const block of blocks) {
    text += `${textsIn(block).join("\n")}\n`;
    if (protocol === "anthropic" && isObject(block) && block["cache_control"] !== undefined) marks.push(text.length);
  }
  return { scope, text, marks };
};

/** An error as each service words it. */
const refusalOf = (protocol: Protocol, message: string): JsonObject =>
  protocol === "anthropic"
    ? { type: "error", error: { type: "invalid_request_error", message }, request_id: "req_1" }
    : { error: { message, type: "invalid_request_error", param: null, code: null } };

const send = (response: ServerResponse, request: ReceivedRequest, reply: ScriptedReply): void => {
  switch (reply.kind) {
    case "text":
      if (request.body["stream"] === true) {
        void sendStream(response, request, { pieces: inPieces(reply.text), finish: reply.finish ?? "stop" });
        return;
      }
      sendJson(response, 200, answerTo(request, reply.text, reply.finish ?? "stop"));
      return;
    case "stream":
      void sendStream(response, request, reply);
      return;
    case "status":
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(reply.body ?? JSON.stringify({ error: { message: `Scripted ${reply.status}`, type: "scripted" } }));
      return;
    case "raw":
      response.writeHead(200, { "content-type": reply.contentType ?? "application/json" });
      response.end(reply.body);
      return;
    case "hang":
      return;
    case "drip": {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), reply.everyMilliseconds);
      response.on("close", () => clearInterval(timer));
      return;
    }
    case "reset":
      if (reply.when === "in_body") {
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
        response.write('{"id": "1", "choi', () => response.destroy());
      } else response.destroy();
      return;
    case "flood":
      response.writeHead(200, { "content-type": "application/json" });
      response.end("x".repeat(reply.bytes));
      return;
    default:
      reply satisfies never;
  }
};

const sendJson = (response: ServerResponse, status: number, body: JsonObject): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
};

type Finish = "stop" | "length" | "refusal";
const fixedTokens: TokenFigures = { input: 1_000, cached: 800, written: 0 };
const outputTokens = 20;

/** A model that reasons spends its limit on that first: if nothing is left, the answer is empty. */
const answerTo = (request: ReceivedRequest, text: string, finish: Finish): JsonObject => {
  const { body, protocol } = request;
  const { reasoning } = body;
  const effort = body["reasoning_effort"] ?? (isObject(reasoning) ? reasoning["effort"] : undefined);
  const limit = Number(body["max_completion_tokens"] ?? body["max_output_tokens"] ?? Number.POSITIVE_INFINITY);
  const spent = protocol === "anthropic" ? 0 : reasoningTokens(String(body["model"]), effort as string | undefined);
  return spent + outputTokens > limit
    ? answers[protocol]("", "length", request)
    : answers[protocol](text, finish, request);
};

/** The same answer as each protocol words it. */
const answers: Record<Protocol, (text: string, finish: Finish, request: ReceivedRequest) => JsonObject> = {
  chat: (text, finish, { body, tokens }) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model: String(body["model"]),
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: text },
        finish_reason: finish === "refusal" ? "content_filter" : finish,
      },
    ],
    usage: {
      prompt_tokens: tokens.input,
      completion_tokens: outputTokens,
      total_tokens: tokens.input + outputTokens,
      prompt_tokens_details: { cached_tokens: tokens.cached },
    },
  }),
  responses: (text, finish, { body, tokens }) => ({
    id: "resp_1",
    object: "response",
    created_at: 1_700_000_000,
    status: finish === "stop" ? "completed" : "incomplete",
    incomplete_details:
      finish === "stop" ? null : { reason: finish === "length" ? "max_output_tokens" : "content_filter" },
    error: null,
    model: String(body["model"]),
    output: [
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text, annotations: [] }],
      },
    ],
    usage: {
      input_tokens: tokens.input,
      input_tokens_details: { cached_tokens: tokens.cached },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokens.input + outputTokens,
    },
  }),
  anthropic: (text, finish, { body, tokens }) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: String(body["model"]),
    content: [{ type: "text", text }],
    stop_reason: { stop: "end_turn", length: "max_tokens", refusal: "refusal" }[finish],
    stop_sequence: null,
    usage: {
      input_tokens: tokens.input - tokens.cached - tokens.written,
      cache_read_input_tokens: tokens.cached,
      cache_creation_input_tokens: tokens.written,
      output_tokens: outputTokens,
    },
  }),
};
