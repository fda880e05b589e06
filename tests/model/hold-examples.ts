import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { createSdkModel, type SdkModelOptions } from "../../src/model/sdk-model.ts";
import { type Conversation, type ConversationTurn, loadConversations, type Script } from "../../src/testing/index.ts";
import { runConversation } from "../../src/testing/run-conversation.ts";
import { withCache } from "../../src/understand/cache.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import { sharedLength, tokensIn } from "./emulators/prompt-cache.ts";
import { answerByScript, schemaOf } from "./script-answers.ts";
import { type EmulatorOptions, type ReceivedRequest, startScriptedServer } from "./scripted-server.ts";

type TurnInput = ConversationTurn["input"];

export const examples = ["flight_booking", "banking"] as const;

export interface Service {
  readonly name: string;
  readonly model: Pick<SdkModelOptions, "provider" | "model" | "protocol">;
  readonly options: EmulatorOptions;
}

/** The four protocols, each with a model that is usual there. */
export const services: readonly Service[] = [
  {
    name: "OpenAI Chat Completions",
    model: { provider: "openai", model: "gpt-4.1-mini", protocol: "chat" },
    options: { chat: "openai" },
  },
  { name: "OpenAI Responses", model: { provider: "openai", model: "gpt-5-mini" }, options: {} },
  { name: "Anthropic Messages", model: { provider: "anthropic", model: "claude-haiku-4-5" }, options: {} },
  { name: "OpenAI-compatible", model: { provider: "openai_compatible", model: "qwen3" }, options: { chat: "full" } },
];

export interface Held {
  /** What did not go as the test says. */
  readonly failures: readonly string[];
  readonly messages: number;
  readonly requests: readonly ReceivedRequest[];
  /** Messages that the session cache answered. */
  readonly cacheHits: number;
  /** Answers of the script that do not fit the schema that was sent. */
  readonly unfit: readonly string[];
}

/**
 * All conversations of an example, understood by a model that answers by their scripts. With the session cache each is held a second
 * time, seven minutes later, by the same user.
 */
export async function holdConversations(
  example: (typeof examples)[number],
  service: Service,
  { isCached = false }: { readonly isCached?: boolean } = {},
): Promise<Held> {
  const folder = join(import.meta.dirname, "../../examples", example, "tests");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".yaml")).toSorted();
  const conversations = (await Promise.all(files.map((name) => loadConversations(join(folder, name))))).flat();
  const unfit: string[] = [];
  const failures: string[] = [];
  const ajv = new Ajv({ strict: false });
  let script: Script = {};
  let messages = 0;
  const server = await startScriptedServer(
    (request) => {
      const reply = answerByScript(script, request);
      const schema = schemaOf(request);
      if (schema !== null && reply.kind === "text" && !ajv.validate(schema, JSON.parse(reply.text)))
        unfit.push(`${reply.text}: ${ajv.errorsText()}`);
      return reply;
    },
    { ...service.options, counts: true },
  );
  try {
    const model = createSdkModel({ ...service.model, baseUrl: server.url, apiKey: "key" });
    const cached = withCache(createModelUnderstander({ model }), {
      enabled: isCached,
      samples: false,
      identity: model.name,
      ttl: 600,
      size: 1_000,
    });
    for (const conversation of isCached ? conversations.flatMap((each) => [each, later(each)]) : conversations) {
      const expected = conversation.turns.flatMap(({ input }) => (isSaid(input) ? [input.commands ?? []] : []));
      const report = await runConversation(said(conversation), {
        understander: {
          understand: (request) => {
            messages += 1;
            script = { [request.message]: expected.shift() ?? [] };
            return cached.understand(request);
          },
        },
      });
      failures.push(...report.failures.map(({ message, turn }) => `${report.name}, turn ${turn}: ${message}`));
    }
    const { contextHits: cacheHits } = cached.statistics();
    return { failures, messages, requests: server.requests, cacheHits, unfit };
  } finally {
    await server.close();
  }
}

const later = (conversation: Conversation): Conversation => ({
  ...conversation,
  setup: { ...conversation.setup, clock: conversation.setup.clock + 7 * 60_000 },
});

const isSaid = (input: TurnInput): input is Extract<TurnInput, { readonly kind: "message" }> =>
  input.kind === "message" && input.text !== "";

/** The test gives commands beside each text; here the model has to find them in the text. */
const said = (conversation: Conversation): Conversation => ({
  ...conversation,
  turns: conversation.turns.map((turn) =>
    isSaid(turn.input) ? { ...turn, input: { kind: "message", text: turn.input.text } } : turn,
  ),
});

export interface Costs {
  readonly callsPerMessage: number;
  readonly tokensPerMessage: number;
  /** Of the tokens of a first pass, those that it begins with as the one before does. */
  readonly sharedPrefix: number;
  /** Of all tokens, those that the service found in its cache. */
  readonly cached: number;
}

export function costsOf({ requests, messages }: Held): Costs {
  const tokens = requests.reduce((sum, request) => sum + request.tokens.input, 0);
  const cached = requests.reduce((sum, request) => sum + request.tokens.cached, 0);
  const first = requests.filter(({ pass }) => pass === "commands").map(wholePrompt);
  const shares = first.slice(1).map((prompt, index) => {
    const before = first[index] ?? "";
    return tokensIn(prompt.slice(0, sharedLength(before, prompt))) / tokensIn(prompt);
  });
  return {
    callsPerMessage: requests.length / messages,
    tokensPerMessage: tokens / messages,
    sharedPrefix: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    cached: cached / tokens,
  };
}

/** The schema comes first: services read it before the instructions. */
const wholePrompt = (request: ReceivedRequest): string =>
  `${JSON.stringify(schemaOf(request) ?? request.body["tools"] ?? null)}\n${request.prompt}`;
