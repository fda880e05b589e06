import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { isWhole } from "../chaos/seed.ts";
import { openPlace, placeOn, withSqlitePlace } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import { databaseStrings, nastyStrings } from "../support/nasty-strings.ts";
import { openSocket } from "./open-socket.ts";
import { type Running, startServer } from "./start-server.ts";

const limits = { requestsPerMinute: 1_000_000, messagesPerMinute: 1_000_000, openingsPerMinute: 1_000_000 };

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request with the string in each position that a client can fill. */
function requestsWith(text: string, id: string): readonly Sent[] {
  // Half a character has no place in a URL; the server sees what a client makes of it.
  const inUrl = encodeURIComponent(text.toWellFormed().slice(0, 1000)) || "%20";
  const inHeader = text.replaceAll(/[^\u0020-\u007e]/g, "?").slice(0, 1000);
  const messages = `/v1/conversations/${id}/messages`;
  const post = (json: unknown, path = messages): Sent => ({ method: "POST", path, json });
  const command = (fields: object): Sent =>
    post({ command: { type: "set_slot", slot: "payee", value: "x", ...fields } });
  const chat = { model: "soni", messages: [{ role: "user", content: "hello" }] };
  const run = { threadId: id, runId: "r", messages: [{ id: "m", role: "user", content: "hello" }] };
  return [
    ...["", "/transcript", "/events", "/audit", "/trace", `/messages/${inUrl}`, "/messages"].map((rest) => ({
      method: "GET",
      path: `/v1/conversations/${inUrl}${rest}`,
    })),
    { method: "GET", path: `/v1/conversations/${id}/messages/${inUrl}` },
    { method: "GET", path: `/v1/conversations/${id}/events?after=${inUrl}` },
    { method: "GET", path: `/v1/conversations?after=${inUrl}` },
    { method: "GET", path: `/v1/conversations?after=1.${inUrl}` },
    { method: "GET", path: `/v1/conversations?limit=${inUrl}` },
    { method: "GET", path: `/v1/${inUrl}` },
    { method: "DELETE", path: `/v1/conversations/${inUrl}` },
    { method: "DELETE", path: `/v1/users/${inUrl}/conversations` },
    { method: "POST", path: `/v1/conversations/${inUrl}/handoff/release` },
    post({ text: "hello" }, `/v1/conversations/${inUrl}/messages`),
    post({ conversationId: text }, "/v1/conversations"),
    post({ locale: text }, "/v1/conversations"),
    post({ [text]: text }, "/v1/conversations"),
    post({ text }),
    post({ text, messageId: text }),
    post({ text: "hello", messageId: text }),
    post({ text: "hello", [text]: 1 }),
    { ...post({ text: "hello" }), headers: { "idempotency-key": inHeader } },
    { ...post({ text: "hello" }), headers: { prefer: inHeader, accept: inHeader || "*/*", authorization: inHeader } },
    post({ command: { type: text } }),
    command({ slot: text }),
    command({ value: text }),
    command({ value: { deep: [{ [text]: text }] } }),
    command({ flow: text }),
    post({ command: { type: "start_flow", flow: text, slots: { [text]: text } } }),
    post({ command: { type: "start_flow", flow: "transfer", slots: { payee: text, amount: text } } }),
    post({ command: { type: "clarify", topic: text, kind: "question", text } }),
    post({ command: { type: "cancel_flow", reason: text } }),
    post({ command: { type: "human_handoff", reason: text } }),
    { method: "POST", path: `/v1/conversations/${id}/handoff/release` },
    post({ command: { type: "affirm", promptId: text } }),
    post({ command: { type: "custom", name: text, arguments: { [text]: text } } }),
    post({ ...chat, messages: [{ role: "user", content: text }] }, "/v1/chat/completions"),
    post({ ...chat, messages: [{ role: text, content: text }, ...chat.messages] }, "/v1/chat/completions"),
    post({ ...chat, messages: [{ role: "user", content: [{ type: "text", text }] }] }, "/v1/chat/completions"),
    post({ ...chat, user: text }, "/v1/chat/completions"),
    post({ ...chat, metadata: { conversation_id: text, [text]: text } }, "/v1/chat/completions"),
    post({ ...chat, model: text, stream: true }, "/v1/chat/completions"),
    { ...post(chat, "/v1/chat/completions"), headers: { "x-conversation-id": inHeader } },
    post({ ...run, threadId: text }, "/v1/agui"),
    post({ ...run, runId: text }, "/v1/agui"),
    post({ ...run, messages: [{ id: text, role: "user", content: text }] }, "/v1/agui"),
    post({ ...run, forwardedProps: { command: { type: "set_slot", slot: text, value: text } } }, "/v1/agui"),
    post({ ...run, [text]: text }, "/v1/agui"),
  ];
}

/** Every string in every position: nothing but a clear answer, and the server keeps running. */
async function fuzz(store: Store, strings: readonly string[]): Promise<void> {
  const server = await startServer({ store, limits, withoutSecrets: true });
  const id = await server.begin();
  const failures: string[] = [];
  for (const text of strings) {
    for (const { method, path, ...sent } of requestsWith(text, id)) {
      const { status, body } = await server.call(method, path, sent);
      if (status >= 500)
        failures.push(
          `${status} ${method} ${path.slice(0, 100)} ${JSON.stringify(sent).slice(0, 200)} ${JSON.stringify(body).slice(0, 200)}`,
        );
    }
  }
  expect(failures).toEqual([]);
  await fuzzSocket(server, id, strings);
  await server.say(id, "hello");
  expect((await server.say(id, "hello")).status).toBe(200);
}

async function fuzzSocket(server: Running, id: string, strings: readonly string[]): Promise<void> {
  const socket = openSocket(server, id);
  await socket.until(({ type }) => type === "ready");
  for (const text of strings) {
    for (const frame of [
      { type: text },
      { type: "message", messageId: text, text: "hello" },
      { type: "message", messageId: "m", text, [text]: text },
      { type: "message", messageId: "n", command: { type: "set_slot", slot: text, value: text } },
      { type: "authenticate", token: text },
    ]) {
      socket.sendRaw(JSON.stringify(frame));
    }
    socket.sendRaw(text.toWellFormed());
  }
  socket.sendRaw(JSON.stringify({ type: "ping" }));
  await socket.until(({ type }) => type === "pong");
  const problems = socket.frames.filter(({ type }) => type === "error").map(({ problem }) => problem);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.filter(({ status }) => status >= 500)).toEqual([]);
}

/** Strings that a database may not like, on each of them; `npm run test:strings` tries all strings everywhere. */
const stored = isWhole("SONI_NASTY_STRINGS") ? nastyStrings : databaseStrings;

describe("no string from outside makes the server fail", () => {
  const timeout = 240_000;
  it("memory", { timeout }, () => fuzz(createMemoryStore(), nastyStrings));
  it("SQLite", { timeout }, () => withSqlitePlace(async (place) => fuzz(await openPlace(place), stored)));
});

for (const kind of ["postgres", "redis"] as const) {
  await withServer(kind, (url) => {
    it(`no string from outside makes the server fail: ${kind}`, { timeout: 240_000 }, async () =>
      fuzz(await openPlace(placeOn(kind, url)), stored),
    );
  });
}

describe("one message, whatever form its letters come in", () => {
  it("is the same message under the same id, and is stored composed", async () => {
    const server = await startServer();
    const id = await server.begin();
    const send = (text: string) =>
      server.call("POST", `/v1/conversations/${id}/messages`, { json: { text, messageId: "m1" } });
    const first = await send("José   García".normalize("NFC"));
    const again = await send("\u200bJosé García ".normalize("NFD"));
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toMatchObject({ duplicate: true, turn: first.body.turn });
    expect((await send("José Garcia")).status).toBe(422);
    const [, said] = (await server.soni.transcript(`local:${id}`)).map(({ user }) => user);
    expect(said).toBe("José García");
  });

  it("counts blanks once against the limit, and refuses what is huge before it looks", async () => {
    const server = await startServer();
    const id = await server.begin();
    const say = (text: string) => server.say(id, text);
    expect((await say(`hello${" ".repeat(1000)}`)).status).toBe(200);
    expect((await say(`hello${" ".repeat(3000)}`)).body.code).toBe("message.too_long");
    expect((await say("\u200b\u2066\u{E0041}")).body.code).toBe("message.blank");
  });
});
