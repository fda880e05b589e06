import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { ActionFunction } from "../../src/engine/assistant/action.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni, type SoniOptions } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import { createServer, type ServerOptions } from "../../src/server/app.ts";
import type { ServerApp } from "../../src/server/server-app.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { scriptedUnderstander } from "../../src/testing/scripted-understander.ts";

/** An assistant that pays: questions, a confirmation with buttons, an action, a secret, a person to hand over to. */
const yaml = `
version: "1.0"
settings:
  runtime: { host: direct }
  conversation: { welcome_flow: greet }
  limits: { message_length: 200 }
patterns:
  handoff: { action: call_person }
slots:
  payee: { type: string, prompt: "To whom?" }
  amount: { type: float, prompt: "How much?" }
  pin: { type: string, prompt: "Your PIN?", sensitive: true }
actions:
  pay: { inputs: [payee, amount, pin], outputs: [receipt] }
  call_person: { inputs: [], outputs: [] }
flows:
  greet:
    description: greet
    steps:
      - { step: hello, type: say, message: Welcome! }
  transfer:
    description: send money
    trigger: { intents: [send money] }
    steps:
      - { step: ask_payee, type: collect, slot: payee }
      - { step: ask_amount, type: collect, slot: amount }
      - { step: ask_pin, type: collect, slot: pin }
      - { step: check, type: confirm, message: "Send {amount} to {payee}?" }
      - { step: send, type: action, call: pay }
      - { step: sent, type: say, message: "Sent: {receipt}." }
`;

const script: Readonly<Record<string, readonly Command[]>> = {
  "send money": [{ type: "start_flow", flow: "transfer" }],
  "10 to Ann": [
    { type: "start_flow", flow: "transfer" },
    { type: "set_slot", slot: "payee", value: "Ann" },
    { type: "set_slot", slot: "amount", value: 10 },
  ],
  "1234": [{ type: "set_slot", slot: "pin", value: "1234" }],
  Ann: [{ type: "set_slot", slot: "payee", value: "Ann" }],
  yes: [{ type: "affirm" }],
  no: [{ type: "deny" }],
  person: [{ type: "human_handoff" }],
  hello: [{ type: "chitchat" }],
  "ask sales": [{ type: "start_flow", flow: "ask_sales" }],
};

/** A payment that says when it has begun, and goes on when it is let: to look at a server in mid-turn. */
export function heldPayment(receipt: string) {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  return {
    begun: begun.promise,
    goOn: goOn.resolve,
    async pay() {
      begun.resolve();
      await goOn.promise;
      return { receipt };
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not.
  readonly body: any;
}

interface Sent {
  readonly token?: string;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Running {
  readonly app: ServerApp;
  readonly soni: Soni;
  readonly store: Store;
  readonly url: string;
  readonly port: number;
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Begins a conversation and returns its id. */
  begin(token?: string): Promise<string>;
  say(conversationId: string, text: string, token?: string): Promise<Answer>;
  /** Of everything that is stored of a conversation, under its internal id. */
  hash(internalId: string): Promise<string>;
}

interface StartOptions extends Omit<ServerOptions, "soni" | "assistant"> {
  /** More flows than the usual ones, as YAML below `flows:`. */
  readonly flows?: string;
  readonly store?: Store;
  /** Without a secret, Postgres and Redis need no key, and what they store can be read. */
  readonly withoutSecrets?: boolean;
  readonly pay?: ActionFunction;
  readonly understander?: SoniOptions["understander"];
  readonly models?: SoniOptions["models"];
  readonly knowledgeBase?: SoniOptions["knowledgeBase"];
  readonly runtimeLog?: SoniOptions["log"];
}

export async function startServer(options: StartOptions = {}): Promise<Running> {
  const {
    flows = "",
    store = createMemoryStore(),
    withoutSecrets = false,
    pay = () => ({ receipt: "R-1" }),
    understander,
    models,
    knowledgeBase,
    runtimeLog,
    ...rest
  } = options;
  const { assistant, findings } = parseAssistant([
    { file: "soni.yaml", text: (withoutSecrets ? yaml.replace(", sensitive: true", "") : yaml) + flows },
  ]);
  if (assistant === null) throw new Error(JSON.stringify(findings));
  const soni = createSoni({
    assistant,
    store,
    actions: { pay, call_person: () => ({}) },
    understander: understander ?? scriptedUnderstander(script),
    ...(models === undefined ? {} : { models }),
    ...(knowledgeBase === undefined ? {} : { knowledgeBase }),
    ...(runtimeLog === undefined ? {} : { log: runtimeLog }),
  });
  const app = await createServer({ soni, assistant, web: null, ...rest });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await app.close();
    await soni.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  async function call(method: string, path: string, { token, json, body, headers = {} }: Sent = {}): Promise<Answer> {
    const content = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  return {
    app,
    soni,
    store,
    url,
    port,
    call,
    async begin(token) {
      const { body } = await call("POST", "/v1/conversations", { json: {}, ...(token === undefined ? {} : { token }) });
      return body.conversationId;
    },
    say: (conversationId, text, token) =>
      call("POST", `/v1/conversations/${conversationId}/messages`, {
        json: { text },
        ...(token === undefined ? {} : { token }),
      }),
    async hash(internalId) {
      const kept = await Promise.all([
        soni.getState(internalId),
        soni.transcript(internalId),
        soni.audit(internalId),
        store.openMessages(internalId),
      ]);
      return createHash("sha256").update(JSON.stringify(kept)).digest("hex");
    },
  };
}
