import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerOf } from "./answer.ts";
import type { SimulatedModel } from "./models.ts";
import { write } from "./propose.ts";
import { type ChatRequest, chatRequest, readRequest } from "./request.ts";

export interface SimulatedServer {
  /** The base URL of an OpenAI-compatible service. */
  readonly url: string;
  /** Requests answered so far. */
  readonly calls: () => { readonly understand: number; readonly write: number };
  close(): Promise<void>;
}

/** OpenAI Chat Completions on 127.0.0.1. It keeps nothing between requests but the counts. */
export async function startSimulatedServer(model: SimulatedModel, seed: number): Promise<SimulatedServer> {
  const calls = { understand: 0, write: 0 };
  const server = createServer((incoming, response) => {
    receive(incoming).then(
      (body) => {
        const parsed = chatRequest.safeParse(body);
        if (incoming.method !== "POST" || incoming.url?.endsWith("/chat/completions") !== true) {
          refuse(response, 404, "There is only POST /v1/chat/completions here.");
        } else if (!parsed.success) {
          refuse(response, 400, parsed.error.message);
        } else {
          calls[readRequest(parsed.data).kind] += 1;
          send(response, 200, completion(model, seed, parsed.data));
        }
      },
      () => refuse(response, 400, "The body is not JSON."),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls: () => ({ ...calls }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The whole answer to a request. Pure: the same request and seed give the same bytes. */
export function completion(model: SimulatedModel, seed: number, request: ChatRequest): object {
  const task = readRequest(request);
  const texts = Array.from({ length: request.n ?? 1 }, (_, choice) =>
    task.kind === "understand" ? answerOf(model, seed, task) : write(seed, task, choice),
  );
  const [input, output] = [tokensIn(task.prompt), texts.reduce((sum, text) => sum + tokensIn(text), 0)];
  return {
    id: "chatcmpl-simulated",
    object: "chat.completion",
    created: 1_700_000_000,
    model: request.model,
    choices: texts.map((text, index) => ({
      index,
      message: { role: "assistant", content: text },
      finish_reason: "stop",
    })),
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

/** Four characters are a token, as a rule of thumb. */
const tokensIn = (text: string): number => Math.ceil(text.length / 4);

async function receive(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

const refuse = (response: ServerResponse, status: number, message: string): void =>
  send(response, status, { error: { message, type: "invalid_request_error", code: null, param: null } });

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
