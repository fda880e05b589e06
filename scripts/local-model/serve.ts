import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import type { LocalModel } from "./install.ts";

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly response_format?: { readonly json_schema?: { readonly schema: unknown } };
}

/** What we use of the binding; it is installed elsewhere, so its own types are not at hand. */
interface Binding {
  getLlama(options: object): Promise<{
    loadModel(options: object): Promise<{
      createContext(options: object): Promise<{ getSequence(): { clearHistory(): Promise<void> } }>;
      tokenize(text: string): readonly unknown[];
    }>;
    createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
  }>;
  LlamaChatSession: new (
    options: object,
  ) => {
    promptWithMeta(text: string, options: object): Promise<{ responseText: string; stopReason: string }>;
    dispose(): void;
  };
}

/** Smallest context that holds our prompts; the model was trained on no more. */
const contextSize = 2048;

/** Its threads wait for each other by spinning: on a busy machine more of them make it slower by orders of magnitude. */
const threads = Number(process.env["SONI_LOCAL_MODEL_THREADS"] ?? 1);

/** Serves the model as `POST /v1/chat/completions`, one request at a time. */
export const serveLocalModel = async ({ binding, weights }: LocalModel) => {
  const { getLlama, LlamaChatSession } = (await import(pathToFileURL(binding).href)) as Binding;
  const llama = await getLlama({ gpu: false, build: "never", maxThreads: threads });
  const model = await llama.loadModel({ modelPath: weights });
  const context = await model.createContext({ contextSize, threads });
  const sequence = context.getSequence();

  const answer = async (request: ChatRequest) => {
    const system = request.messages.filter(({ role }) => role === "system").map(({ content }) => content);
    const rest = request.messages.filter(({ role }) => role !== "system").map(({ content }) => content);
    const schema = request.response_format?.json_schema?.schema;
    await sequence.clearHistory();
    const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: system.join("\n\n") });
    const { responseText, stopReason } = await session.promptWithMeta(rest.join("\n\n"), {
      maxTokens: request.max_tokens ?? 256,
      temperature: request.temperature ?? 0,
      ...(schema === undefined ? {} : { grammar: await llama.createGrammarForJsonSchema(asGrammarSchema(schema)) }),
    });
    session.dispose();
    const count = (texts: readonly string[]) => texts.reduce((sum, text) => sum + model.tokenize(text).length, 0);
    const [prompt, completion] = [count([...system, ...rest]), count([responseText])];
    return {
      id: "local",
      object: "chat.completion",
      created: Math.floor(Date.now() / 1000),
      model: "tinyllama",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: responseText },
          finish_reason: stopReason === "maxTokens" ? "length" : "stop",
        },
      ],
      usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    };
  };

  let queue: Promise<unknown> = Promise.resolve();
  const server = createServer((incoming, response) => {
    const turn = queue.then(async () => answer(await readBody(incoming)));
    queue = turn.catch(() => undefined);
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    turn.then(
      (body) => send(200, body),
      (error: unknown) => send(500, { error: { message: String(error) } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const readBody = async (incoming: IncomingMessage): Promise<ChatRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as ChatRequest;
};

/** The binding writes alternatives as `oneOf` and knows neither `anyOf` nor a type beside a constant. */
const asGrammarSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(asGrammarSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const fields = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, asGrammarSchema(value)]));
  if ("const" in fields) return { const: fields["const"] };
  if ("enum" in fields) return { enum: fields["enum"] };
  if ("anyOf" in fields) return { oneOf: fields["anyOf"] };
  return fields;
};
