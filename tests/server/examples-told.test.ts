import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { HttpAgent } from "@ag-ui/client";
import OpenAI from "openai";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import { createServer } from "../../src/server/app.ts";
import { openAssistant } from "../../src/testing/open-assistant.ts";
import { type Script, scriptedUnderstander } from "../../src/testing/scripted-understander.ts";
import { type ScriptedReply, startScriptedServer } from "../model/scripted-server.ts";
import { inPieces } from "../model/streamed-answer.ts";
import { isAck, isReady, openSocket } from "./open-socket.ts";
import { bookingScript } from "./start-flights.ts";
import { serverSent } from "./start-writing.ts";

const examples = join(import.meta.dirname, "../../examples");
/** A Monday. */
const now = Date.parse("2026-11-16T10:00:00+01:00");

/** What a customer says, and how it is understood. */
const talks: Readonly<Record<string, Script>> = {
  banking: {
    "what's my balance?": [{ type: "start_flow", flow: "check_balance" }],
    "my current account": [{ type: "set_slot", slot: "account", value: "current account" }],
    "how are you?": [{ type: "chitchat" }],
    "send 200 euros to ana from checking": [
      {
        type: "start_flow",
        flow: "transfer_money",
        slots: { recipient: "ana", amount: "two hundred", account: "checking" },
      },
    ],
    yes: [{ type: "affirm" }],
  },
  flight_booking: bookingScript,
};

/** The template in a friendlier tone, streamed in ever other ways: cut in characters, and now and then broken off. */
function friendlier(prompt: string, number: number): ScriptedReply {
  const template = JSON.parse(/<message>\n(.*)\n<\/message>/.exec(prompt)?.[1] ?? '""').trim();
  const pieces = inPieces(`Thanks. ${template}`, 1 + (number % 9));
  return number % 3 === 0
    ? { kind: "stream", pieces: pieces.slice(0, Math.ceil(pieces.length * 0.6)), bytes: 1 + (number % 5), end: "reset" }
    : { kind: "stream", pieces, bytes: 1 + (number % 5) };
}

interface Served {
  readonly url: string;
  readonly port: number;
}

type Say = (text: string) => Promise<readonly string[]>;

/** Each route says what its client has put together of the pieces that came. */
const routes: Readonly<Record<string, (served: Served, id: string) => Say>> = {
  "server-sent events": (served, id) => async (text) => {
    const texts = new Map<string, string>();
    for await (const event of serverSent(`${served.url}/v1/conversations/${id}/messages`, { text })) {
      if (event.type === "sentence") texts.set(event.message, (texts.get(event.message) ?? "") + event.text);
      if (event.type !== "message") continue;
      // What was told is what is said.
      if (texts.has(event.message.id)) expect(texts.get(event.message.id)).toBe(event.message.text);
      else texts.set(event.message.id, event.message.text);
    }
    return [...texts.values()];
  },
  "a socket": (served, id) => {
    const socket = openSocket(served, id, { after: 0 });
    let count = 0;
    return async (text) => {
      await socket.until(isReady);
      count += 1;
      socket.say(`m${count}`, text);
      await socket.until(isAck(`m${count}`));
      await socket.until(({ type, messageId }) => type === "done" && messageId === `m${count}`);
      const own = socket.frames.filter(({ messageId }) => messageId === `m${count}`);
      const told = (message: string) =>
        own.filter((frame) => frame.type === "sentence" && frame.message === message).map((frame) => frame.text);
      return own.flatMap(({ type, message }) => {
        if (type !== "message") return [];
        if (told(message.id).length > 0) expect(told(message.id).join("")).toBe(message.text);
        return [message.text];
      });
    };
  },
  "OpenAI's client": (served, id) => {
    const client = new OpenAI({
      baseURL: `${served.url}/v1`,
      apiKey: "none",
      defaultHeaders: { "X-Conversation-Id": id },
    });
    let count = 0;
    return async (text) => {
      count += 1;
      const stream = await client.chat.completions.create(
        { model: "soni", stream: true, messages: [{ role: "user", content: text }] },
        { headers: { "Idempotency-Key": `m${count}` } },
      );
      let said = "";
      for await (const { choices } of stream) said += choices[0]?.delta.content ?? "";
      return said.split("\n\n");
    };
  },
  "AG-UI's client": (served, id) => {
    const agent = new HttpAgent({ url: `${served.url}/agui`, threadId: id });
    return async (text) => {
      agent.addMessage({ id: `u${agent.messages.length}`, role: "user", content: text });
      const { newMessages } = await agent.runAgent();
      return newMessages.map(({ content }) => String(content));
    };
  },
};

async function serve(name: string): Promise<Served & { readonly soni: Soni; readonly requests: () => number }> {
  const model = await startScriptedServer(({ prompt, number }) => friendlier(prompt, number));
  vi.stubEnv("SONI_TEST_WRITER", model.url);
  const writer = { provider: "openai_compatible", model: "writer", base_url_env: "SONI_TEST_WRITER" };
  const code = await openAssistant({
    origin: { kind: "folder", folder: join(examples, name) },
    setup: { clock: now, settings: { models: { generate: writer, rephrase: { enabled: true, tone: "friendly" } } } },
  });
  const soni = createSoni({
    ...code,
    understander: scriptedUnderstander(talks[name] ?? {}),
    rephraseBudget: 120_000,
    clock: { now: () => now },
  });
  const app = await createServer({ soni, assistant: code.assistant, web: null });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await app.close();
    await soni.close();
    await model.close();
    vi.unstubAllEnvs();
  });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, soni, requests: () => model.requests.length };
}

describe.each(Object.keys(talks))("the %s example, in the words of a model", (name) => {
  it.each(Object.keys(routes))("holds its conversation over %s", async (route) => {
    const served = await serve(name);
    await fetch(`${served.url}/v1/conversations`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ conversationId: "talk" }),
    });
    const say = routes[route]?.(served, "talk");
    const heard: string[] = [];
    for (const text of Object.keys(talks[name] ?? {})) heard.push(...((await say?.(text)) ?? []));
    const stored = (await served.soni.transcript("local:talk", { secrets: "told" })).flatMap((entry) => entry.messages);
    // Doors number buttons below a text; the text itself is what is stored.
    expect(heard).toHaveLength(stored.length);
    for (const [index, { text }] of stored.entries())
      expect(heard[index]?.startsWith(text), `${heard[index]} / ${text}`).toBe(true);
    expect(served.requests()).toBeGreaterThan(0);
    expect(stored.some(({ sentences }) => sentences !== undefined)).toBe(true);
    expect(stored.some(({ text }) => text.startsWith("Thanks. "))).toBe(true);
  });
});
