import { describe, expect, it } from "vitest";
import type { Access } from "../../src/server/access/authenticate.ts";
import { checkAddress } from "../../src/server/access/origins.ts";
import { parseTokens } from "../../src/server/access/tokens.ts";
import { type Answer, type Running, startServer } from "./start-server.ts";

const [ana, bob, dev, ops] = ["ana", "bob", "dev", "ops"].map((name) => `${name}-0123456789abcdef`) as [
  string,
  string,
  string,
  string,
];
const access: Access = { tokens: parseTokens(`ana:${ana},bob:${bob} dev:${dev}:developer ops:${ops}:metrics`) };

const codeOf = ({ status, body }: Answer): readonly unknown[] => [status, body.code];

/** Every endpoint that names a conversation. */
const endpoints = [
  ["GET", ""],
  ["GET", "/transcript"],
  ["GET", "/events"],
  ["GET", "/events?after=10000"],
  ["POST", "/messages"],
  ["POST", "/handoff/release"],
  ["DELETE", ""],
] as const;

const ask = (server: Running, [method, path]: readonly [string, string], who: { id: string; token?: string }) =>
  server.call(method, `/v1/conversations/${who.id}${path}`, {
    ...(path === "/messages" ? { json: { text: "10 to Ann", messageId: "guess" } } : {}),
    ...(who.token === undefined ? {} : { token: who.token }),
  });

describe("two users with tokens", () => {
  it("cannot see, guess, continue or delete each other's conversations", async () => {
    const server = await startServer({ access });
    const id = await server.begin(ana);
    await server.say(id, "10 to Ann", ana);
    const [{ conversationId = "" } = {}] = await server.soni.conversations();
    const before = await server.hash(conversationId);
    for (const endpoint of endpoints) {
      // Neither the id that Ana sees nor the one that the store knows.
      expect(codeOf(await ask(server, endpoint, { id, token: bob }))).toEqual([404, "conversation.unknown"]);
      expect(codeOf(await ask(server, endpoint, { id: conversationId, token: bob }))).toEqual([
        422,
        "conversation.bad_id",
      ]);
    }
    // Not even a developer: the role opens the inspector, not other people's conversations.
    for (const endpoint of [...endpoints, ["GET", "/audit"] as const, ["GET", "/trace"] as const]) {
      expect(codeOf(await ask(server, endpoint, { id, token: dev }))).toEqual([404, "conversation.unknown"]);
    }
    expect((await server.call("GET", "/v1/conversations", { token: bob })).body).toEqual({
      conversations: [],
      next: null,
    });
    expect(await server.hash(conversationId)).toBe(before);
    expect((await server.soni.conversations()).length).toBe(1);
    expect((await server.say(id, "1234", ana)).body.messages.at(-1).text).toBe("Send 10 to Ann?");
  });

  it("may choose the same id, and have a conversation each", async () => {
    const server = await startServer({ access });
    const create = (token: string) =>
      server.call("POST", "/v1/conversations", { token, json: { conversationId: "mine" } });
    expect((await create(ana)).status).toBe(201);
    expect((await create(bob)).status).toBe(201);
    expect((await create(ana)).body).toMatchObject({ created: false });
    await server.say("mine", "10 to Ann", ana);
    expect((await server.call("GET", "/v1/conversations/mine", { token: bob })).body.status.turns).toBe(1);
    await server.call("DELETE", "/v1/conversations/mine", { token: bob });
    expect((await server.call("GET", "/v1/conversations/mine", { token: ana })).body.status.turns).toBe(2);
  });

  it("list their own, page by page", async () => {
    const server = await startServer({ access });
    for (const token of [ana, bob, ana, bob, ana]) await server.begin(token);
    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const after: string = next === "" ? "" : `&after=${encodeURIComponent(next)}`;
      const { body }: Answer = await server.call("GET", `/v1/conversations?limit=2${after}`, { token: ana });
      seen.push(...body.conversations.map((each: { conversationId: string }) => each.conversationId));
      next = body.next;
    }
    expect(new Set(seen).size).toBe(3);
    expect(seen.every((id) => !id.includes(":"))).toBe(true);
  });
});

describe("without a valid token", () => {
  it.each([
    ["none", undefined, "access.missing_token"],
    ["another scheme", "Basic YW5hOmFuYQ==", "access.missing_token"],
    ["an unknown one", "Bearer nobody-0123456789abcdef", "access.bad_token"],
    ["the beginning of one", `Bearer ${ana.slice(0, -1)}`, "access.bad_token"],
    ["two in one", `Bearer ${ana} ${bob}`, "access.missing_token"],
  ])("%s: 401 everywhere, before the body is looked at", async (_, authorization, code) => {
    const server = await startServer({ access });
    const headers = authorization === undefined ? {} : { authorization };
    for (const [method, path] of [
      ["POST", "/v1/conversations"],
      ["GET", "/v1/conversations"],
      ["GET", "/v1/assistant"],
      ["GET", "/metrics"],
      ...endpoints.map(([verb, rest]) => [verb, `/v1/conversations/x${rest}`] as const),
    ] as const) {
      const answer = await server.call(method, path, { headers, ...(method === "POST" ? { body: "{" } : {}) });
      expect(codeOf(answer)).toEqual([401, code]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    expect((await server.call("GET", "/health/live")).status).toBe(200);
  });
});

describe("roles", () => {
  it("only a developer sees state, provenance, sources, commands, the audit log and the trace", async () => {
    const server = await startServer({ access });
    for (const [token, isDeveloper] of [
      [ana, false],
      [dev, true],
    ] as const) {
      const id = await server.begin(token);
      const { body } = await server.say(id, "10 to Ann", token);
      expect("inspection" in body).toBe(isDeveloper);
      expect("source" in body.messages[0]).toBe(isDeveloper);
      const conversation = await server.call("GET", `/v1/conversations/${id}`, { token });
      expect(conversation.body.state?.provenance !== undefined).toBe(isDeveloper);
      const transcript = await server.call("GET", `/v1/conversations/${id}/transcript`, { token });
      expect("source" in transcript.body.entries[1].messages[0]).toBe(isDeveloper);
      for (const log of ["audit", "trace"]) {
        const answer = await server.call("GET", `/v1/conversations/${id}/${log}`, { token });
        expect(answer.status).toBe(isDeveloper ? 200 : 403);
      }
      const assistant = await server.call("GET", "/v1/assistant", { token });
      expect(assistant.body.developer).toBe(isDeveloper);
      expect(assistant.body.flows?.length).toBe(isDeveloper ? 2 : undefined);
    }
  });

  it("only a developer sends commands that no button offered", async () => {
    const server = await startServer({ access });
    const start = { command: { type: "set_slot", slot: "payee", value: "Eve" } };
    const send = (id: string, token: string, json: unknown) =>
      server.call("POST", `/v1/conversations/${id}/messages`, { token, json });
    const id = await server.begin(ana);
    await server.say(id, "send money", ana);
    const [{ conversationId = "" } = {}] = await server.soni.conversations();
    const before = await server.hash(conversationId);
    expect(codeOf(await send(id, ana, start))).toEqual([403, "command.forbidden"]);
    expect(codeOf(await send(id, ana, { command: { type: "affirm" } }))).toEqual([403, "command.forbidden"]);
    expect(await server.hash(conversationId)).toBe(before);
    const own = await server.begin(dev);
    await server.say(own, "send money", dev);
    expect((await send(own, dev, start)).body.messages.at(-1).text).toBe("How much?");
  });

  it("anyone presses the buttons of the last reply; pressed again it is the same press", async () => {
    const server = await startServer({ access });
    const id = await server.begin(ana);
    for (const text of ["10 to Ann", "1234"]) await server.say(id, text, ana);
    const transcript = await server.call("GET", `/v1/conversations/${id}/transcript`, { token: ana });
    const [yes] = transcript.body.entries.at(-1).messages[0].ui.buttons;
    const press = (messageId: string) =>
      server.call("POST", `/v1/conversations/${id}/messages`, {
        token: ana,
        json: { command: yes.command, messageId },
      });
    const done = await press("p1");
    expect(done.body).toMatchObject({ duplicate: false, messages: [{ text: "Sent: R-1." }] });
    expect((await press("p1")).body).toMatchObject({ duplicate: true, messages: [{ text: "Sent: R-1." }] });
    expect(codeOf(await press("p2"))).toEqual([409, "prompt.stale"]);
  });

  it("metrics are for those who have the role", async () => {
    const server = await startServer({ access });
    const read = (token: string) => server.call("GET", "/metrics", { token });
    expect(codeOf(await read(ana))).toEqual([403, "access.forbidden"]);
    expect((await read(ops)).body).toContain("soni_turns_total 0");
  });
});

describe("the address", () => {
  it("that others can reach needs a token or an explicit word", () => {
    for (const host of ["127.0.0.1", "localhost", "::1"]) expect(() => checkAddress(host, {})).not.toThrow();
    for (const host of ["0.0.0.0", "::", "10.0.0.7", "example.org", "127.evil.example"]) {
      expect(() => checkAddress(host, {})).toThrow(expect.objectContaining({ code: "access.public_without_auth" }));
      expect(() => checkAddress(host, { tokens: [] })).toThrow();
      expect(() => checkAddress(host, access)).not.toThrow();
      expect(() => checkAddress(host, { insecure: true })).not.toThrow();
    }
  });

  it("is checked against foreign names and foreign pages where no token is asked for", async () => {
    const server = await startServer();
    const page = (origin: string) => server.call("POST", "/v1/conversations", { json: {}, headers: { origin } });
    expect(codeOf(await page("https://evil.example"))).toEqual([403, "request.bad_origin"]);
    expect(codeOf(await page("null"))).toEqual([403, "request.bad_origin"]);
    expect((await page(server.url)).status).toBe(201);
    const rebound = await server.app.inject({
      method: "GET",
      url: "/v1/conversations",
      headers: { host: "evil.example" },
    });
    expect(rebound.json().code).toBe("request.bad_origin");
  });

  it("with --insecure serves strangers without the developer role", async () => {
    const server = await startServer({ access: { insecure: true } });
    expect((await server.call("GET", "/v1/assistant")).body).toMatchObject({ developer: false });
  });

  it("with --insecure shows no stranger the conversations of another; who has an id goes on", async () => {
    const server = await startServer({ access: { insecure: true } });
    const id = await server.begin();
    expect(await server.call("GET", "/v1/conversations")).toMatchObject({
      status: 403,
      body: { code: "access.forbidden" },
    });
    expect((await server.call("GET", `/v1/conversations/${id}`)).status).toBe(200);
  });

  it("lets pages of listed origins in, and tells browsers so", async () => {
    const server = await startServer({ access, origins: ["https://shop.example"] });
    const preflight = (origin: string) =>
      server.call("OPTIONS", "/v1/conversations", {
        headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
      });
    const allowed = await preflight("https://shop.example");
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("tokens in the environment", () => {
  it.each([
    ["ana", /not of the form/],
    ["ana:short", /shorter than 16/],
    [`ana:${ana}:admin`, /'admin' of token 'ana' is no role/],
    [`ana:${ana} bob:${ana}`, /the same/],
  ])("%s is refused without showing it", (text, message) => {
    expect(() => parseTokens(text)).toThrow(message);
    expect(() => parseTokens(text)).not.toThrow(ana);
  });
});

describe("rates", () => {
  it("are bounded per user and per address, with Retry-After", async () => {
    const server = await startServer({ access, limits: { messagesPerMinute: 1, openingsPerMinute: 2 } });
    const id = await server.begin(ana);
    expect((await server.say(id, "hello", ana)).status).toBe(200);
    const refused = await server.say(id, "hello", ana);
    expect(codeOf(refused)).toEqual([429, "request.too_many"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await server.call("GET", `/v1/conversations/${id}`, { token: ana })).body.status.turns).toBe(2);
    // New conversations are counted apart.
    for (const status of [201, 429]) {
      expect((await server.call("POST", "/v1/conversations", { token: ana, json: {} })).status).toBe(status);
    }
    expect((await server.call("POST", "/v1/conversations", { token: bob, json: {} })).status).toBe(201);
    const narrow = await startServer({ access, limits: { requestsPerMinute: 1 } });
    await narrow.call("GET", "/v1/conversations");
    expect(codeOf(await narrow.call("GET", "/v1/conversations"))).toEqual([429, "request.too_many"]);
  });
});
