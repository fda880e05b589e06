import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "../../src/engine/json.ts";
import { inPieces, type StreamedAnswer, sendStream } from "./streamed-answer.ts";

type Protocol = "chat" | "responses" | "anthropic";

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

/** A real HTTP server that speaks as OpenAI (both protocols) and Anthropic do, and misbehaves on demand. */
export const startScriptedServer = async (
  script: (request: ReceivedRequest) => ScriptedReply,
): Promise<ScriptedServer> => {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    receive(incoming, requests.length + 1).then(
      (request) => {
        requests.push(request);
        send(response, request, script(request));
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

const receive = async (incoming: IncomingMessage, number: number): Promise<ReceivedRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as JsonObject;
  const path = incoming.url ?? "";
  const protocol: Protocol = path.endsWith("/messages")
    ? "anthropic"
    : path.endsWith("/responses")
      ? "responses"
      : "chat";
  const prompt = textsIn([body["system"] ?? null, body["messages"] ?? null, body["input"] ?? null]).join("\n");
  const pass = prompt.includes('"started_flows"') && !prompt.includes("<flows>\n") ? "slots" : "commands";
  return { protocol, body, headers: incoming.headers, prompt, pass, number };
};

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  const { text, content } = value as { readonly text?: unknown; readonly content?: unknown };
  return [...textsIn(text), ...textsIn(content)];
};

const send = (response: ServerResponse, request: ReceivedRequest, reply: ScriptedReply): void => {
  switch (reply.kind) {
    case "text":
      if (request.body["stream"] === true) {
        void sendStream(response, request, { pieces: inPieces(reply.text), finish: reply.finish ?? "stop" });
        return;
      }
      sendJson(response, 200, answers[request.protocol](reply.text, reply.finish ?? "stop", request));
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
const tokens = { input: 1_000, cached: 800, output: 20 };

/** The same answer as each protocol words it. */
const answers: Record<Protocol, (text: string, finish: Finish, request: ReceivedRequest) => JsonObject> = {
  chat: (text, finish, { body }) => ({
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
      completion_tokens: tokens.output,
      total_tokens: tokens.input + tokens.output,
      prompt_tokens_details: { cached_tokens: tokens.cached },
    },
  }),
  responses: (text, finish, { body }) => ({
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
      output_tokens: tokens.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokens.input + tokens.output,
    },
  }),
  anthropic: (text, finish, { body }) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: String(body["model"]),
    content: [{ type: "text", text }],
    stop_reason: { stop: "end_turn", length: "max_tokens", refusal: "refusal" }[finish],
    stop_sequence: null,
    usage: {
      input_tokens: tokens.input - tokens.cached,
      cache_read_input_tokens: tokens.cached,
      cache_creation_input_tokens: 0,
      output_tokens: tokens.output,
    },
  }),
};
