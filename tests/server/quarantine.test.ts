import { expect, it } from "vitest";
import type { Access } from "../../src/server/access/authenticate.ts";
import { ownerOf, tokenIssuer } from "../../src/server/access/principal.ts";
import { parseTokens } from "../../src/server/access/tokens.ts";
import { createLogger } from "../../src/server/logging.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { startServer } from "./start-server.ts";

const names = ["ana", "dora", "olga"] as const;
const [ana, dora, olga] = names.map((name) => `${name}-0123456789abcdef`) as [string, string, string];
const access: Access = { tokens: parseTokens(`ana:${ana} dora:${dora}:developer olga:${olga}:operator`) };
const internal = (conversationId: string): string => `${ownerOf(tokenIssuer, "ana")}:${conversationId}`;

/** A server with messages of a user that were tried three times by processes that are gone. */
async function withSetAside(texts: readonly string[], { withoutSecrets = false } = {}) {
  const store = createMemoryStore();
  const lines: string[] = [];
  const log = createLogger(null, { level: "info", destination: { write: (line: string) => void lines.push(line) } });
  const server = await startServer({ access, store, log, withoutSecrets });
  const id = await server.begin(ana);
  for (const [index, text] of texts.entries()) {
    const messageId = `m${index + 1}`;
    await store.accept(internal(id), { messageId, text, at: 1_000, origin: "user" });
    for (let attempt = 1; attempt <= 3; attempt += 1) await store.beginAttempt(internal(id), messageId, 0);
  }
  expect(await server.soni.recover()).toBe(texts.length);
  const path = (messageId: string): string => `/v1/quarantine/${encodeURIComponent(internal(id))}/${messageId}`;
  return { server, id, path, lines };
}

it("nobody has read what was set aside: where there are secrets, operators read ***", async () => {
  const { server, path } = await withSetAside(["send money with 4711"]);
  expect((await server.call("GET", path("m1"), { token: olga })).body).toMatchObject({ messageId: "m1", text: "***" });
});

it("operators list what was set aside, page by page, and read one; that is noted in the log", async () => {
  const { server, id, path, lines } = await withSetAside(["hello", "send money", "yes"], { withoutSecrets: true });
  const first = await server.call("GET", "/v1/quarantine?limit=2", { token: olga });
  expect(first.status).toBe(200);
  expect(first.body.messages).toHaveLength(2);
  expect(JSON.stringify(first.body)).not.toContain("send money");
  const next = encodeURIComponent(first.body.next);
  const second = await server.call("GET", `/v1/quarantine?limit=2&after=${next}`, { token: olga });
  expect(second.body.next).toBeNull();
  const ids = [...first.body.messages, ...second.body.messages].map(({ messageId }) => messageId);
  expect(ids.toSorted()).toEqual(["m1", "m2", "m3"]);
  expect((await server.call("GET", path("m2"), { token: olga })).body).toEqual({
    conversationId: internal(id),
    messageId: "m2",
    at: expect.any(Number),
    attempts: 3,
    during: null,
    text: "send money",
    acceptedAt: 1_000,
  });
  expect(lines.filter((line) => line.includes("quarantined message read") && line.includes("olga"))).toHaveLength(1);
  expect(lines.join("")).not.toContain("send money");
});

it("the user was told, and goes on; what is retried is said again, what is dropped is gone", async () => {
  const { server, id, path } = await withSetAside(["send money", "hello"]);
  const { body: transcript } = await server.call("GET", `/v1/conversations/${id}/transcript`, { token: ana });
  expect(transcript.entries.slice(1).map((entry: { messages: { text: string }[] }) => entry.messages)).toMatchObject([
    [{ text: expect.stringContaining("set it aside") }],
    [{ text: expect.stringContaining("set it aside") }],
  ]);
  const retried = await server.call("POST", `${path("m1")}/retry`, { token: olga });
  expect(retried).toMatchObject({ status: 200, body: { messageId: "m1:retry-1", messages: [{ text: "To whom?" }] } });
  expect(retried.body.inspection).toBeUndefined();
  expect((await server.say(id, "Ann", ana)).body.messages).toMatchObject([{ text: "How much?" }]);
  expect((await server.call("DELETE", path("m2"), { token: olga })).body).toEqual({ dropped: true });
  expect((await server.call("DELETE", path("m2"), { token: olga })).body).toEqual({ dropped: false });
  for (const gone of ["m1", "m2"]) {
    const problem = { status: 404, body: { code: "quarantine.unknown" } };
    expect(await server.call("GET", path(gone), { token: olga })).toMatchObject(problem);
    expect(await server.call("POST", `${path(gone)}/retry`, { token: olga })).toMatchObject(problem);
  }
  const { body: metrics } = await server.call("GET", "/metrics", { token: dora });
  expect(metrics.split("\n")).toContain("soni_quarantined_total 2");
});

it("nobody else sees or decides anything, not even whose message it is, nor a developer", async () => {
  const { server, path } = await withSetAside(["hello"]);
  for (const [method, address] of [
    ["GET", "/v1/quarantine"],
    ["GET", path("m1")],
    ["POST", `${path("m1")}/retry`],
    ["DELETE", path("m1")],
  ] as const) {
    for (const token of [ana, dora]) {
      expect(await server.call(method, address, { token })).toMatchObject({
        status: 403,
        body: { code: "access.forbidden" },
      });
    }
    expect((await server.call(method, address)).status).toBe(401);
  }
  expect(await server.soni.quarantine.list()).toHaveLength(1);
});

it("bad input is refused with a reason", async () => {
  const { server, path } = await withSetAside(["hello"]);
  for (const [method, address] of [
    ["GET", "/v1/quarantine?limit=0"],
    ["GET", "/v1/quarantine?after=nonsense"],
    ["GET", `/v1/quarantine/${encodeURIComponent("a b")}/m1`],
    ["GET", path(encodeURIComponent("m 1"))],
    ["DELETE", path("x".repeat(201))],
  ] as const) {
    expect(await server.call(method, address, { token: olga })).toMatchObject({
      status: 422,
      body: { code: expect.stringMatching(/^(request.invalid|conversation.bad_id|message.bad_id)$/) },
    });
  }
  const body = await server.call("POST", `${path("m1")}/retry`, { token: olga, json: { messageId: "other" } });
  expect(body.status).toBe(422);
});
