import type { AddressInfo } from "node:net";
import { onTestFinished, vi } from "vitest";
import { createSoni, type SoniOptions } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import { createServer } from "../../src/server/app.ts";
import { scriptedUnderstander } from "../../src/testing/scripted-understander.ts";
import { type ScriptedReply, type ScriptedServer, startScriptedServer } from "../model/scripted-server.ts";
import { assistantOf } from "../support/dialogue.ts";

/** An assistant with texts of every kind: as they are, in other words, and written by a model, around an action. */
const yaml = (host: string) => `
settings:
  runtime: { host: ${host} }
  models: { generate: { provider: openai_compatible, model: writer, base_url_env: SONI_TEST_WRITER } }
slots:
  city: { type: string, prompt: "Which city?" }
  pin: { type: string, prompt: "Your PIN?", sensitive: true }
actions:
  look_up: { inputs: [city], outputs: [count] }
flows:
  guide:
    description: tell about a city
    trigger: { intents: [tell me about a city] }
    steps:
      - { step: intro, type: say, message: "Here is {city}." }
      - { step: write, type: generate, instruction: Tell about the city, context: [city], on_error: sorry }
      - { step: look, type: action, call: look_up }
      - { step: found, type: say, message: "There are {count} hotels.", jump_to: end }
      - { step: sorry, type: say, message: "That is all I know." }
  table:
    description: book a table
    trigger: { intents: [book a table] }
    steps:
      - { step: done, type: say, message: "The table is booked. It is for 4 people at 20:30. The bill is 99 euros.", rephrase: true }
      - { step: bye, type: say, message: "Ask me anything." }
  secret:
    description: tell a secret
    trigger: { intents: [tell a secret] }
    steps:
      - { step: ask, type: collect, slot: pin }
      - { step: confirm, type: say, message: "Your PIN is {pin}." }
      - { step: write, type: generate, instruction: Tell about the city, context: [pin] }
`;

const script = {
  "tell me about Rome": [{ type: "start_flow", flow: "guide", slots: { city: "Rome" } }],
  "book a table": [{ type: "start_flow", flow: "table" }],
  "my PIN": [{ type: "start_flow", flow: "secret", slots: { pin: "xyzzy-77" } }],
} as const;

export interface Writing {
  readonly soni: Soni;
  readonly url: string;
  readonly port: number;
  readonly model: ScriptedServer;
  /** How many requests and sockets follow a conversation. */
  listeners(): number;
  begin(): Promise<string>;
}

/** A server whose texts are written by a model that is a real HTTP server; `answer` gets the number of its request, from 1. */
export async function startWriting(
  answer: (request: number) => ScriptedReply,
  options: Partial<SoniOptions> & { readonly host?: "direct" | "langgraph" } = {},
): Promise<Writing> {
  const { host = "direct", ...given } = options;
  const model = await startScriptedServer(({ number }) => answer(number));
  vi.stubEnv("SONI_TEST_WRITER", model.url);
  const assistant = assistantOf(yaml(host));
  const soni = createSoni({
    assistant,
    actions: { look_up: () => ({ count: 12 }) },
    understander: scriptedUnderstander(script),
    // A slow machine must not look like a slow model.
    rephraseBudget: 120_000,
    ...given,
  });
  const app = await createServer({ soni, assistant, web: null });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await app.close();
    await soni.close();
    await model.close();
    vi.unstubAllEnvs();
  });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    soni,
    url,
    port,
    model,
    listeners: () => app.context.live.size,
    async begin() {
      const response = await fetch(`${url}/v1/conversations`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      return ((await response.json()) as { conversationId: string }).conversationId;
    },
  };
}

/** Events of a stream as they come. */
export async function* serverSent(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not.
): AsyncGenerator<any> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
  let text = "";
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined && data !== "[DONE]") yield JSON.parse(data);
    }
  }
}
