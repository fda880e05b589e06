import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { parseSiteKeys } from "../../src/server/access/site-keys.ts";
import { parseTokens } from "../../src/server/access/tokens.ts";
import type { VisitorAccess } from "../../src/server/access/visitors.ts";
import { isReady, openSocket } from "./open-socket.ts";
import { type Answer, type Running, startServer } from "./start-server.ts";

const shop = "https://shop.example";
const key = "site-0123456789abcdef";
const other = "site-fedcba9876543210";
const secret = "0123456789abcdef0123456789abcdef";
const operator = "ops-0123456789abcdef";
const siteKeys = parseSiteKeys(`shop:${key}:${shop}+https://www.shop.example bakery:${other}:https://bakery.example`);

const start = (change: Partial<VisitorAccess> = {}): Promise<Running> =>
  startServer({
    access: { tokens: parseTokens(`ops:${operator}:erasure`), visitors: { siteKeys, secret, ...change } },
  });
const codeOf = ({ status, body }: Answer): readonly unknown[] => [status, body.code];
const open = (server: Running, token: string, origin: string | null = shop): Promise<Answer> =>
  server.call("POST", "/v1/visitors", { token, headers: origin === null ? {} : { origin } });

/** Requests that a page of that origin can make with a visitor's token. */
function pageOf(server: Running, token: string, origin = shop) {
  const ask = (method: string, path: string, json?: unknown) =>
    server.call(method, path, { token, headers: { origin }, ...(json === undefined ? {} : { json }) });
  return {
    ask,
    begin: async (): Promise<string> => (await ask("POST", "/v1/conversations", {})).body.conversationId,
    say: (id: string, text: string) => ask("POST", `/v1/conversations/${id}/messages`, { text }),
  };
}

describe("visitors of a site", () => {
  it("have conversations of their own, and see, continue and delete nothing of each other's", async () => {
    const server = await start();
    const [ana, bob] = [await open(server, key), await open(server, key)];
    expect([ana.status, bob.status, ana.body.visitor === bob.body.visitor]).toEqual([201, 201, false]);
    const [hers, his] = [pageOf(server, ana.body.token), pageOf(server, bob.body.token)];
    const id = await hers.begin();
    expect((await hers.say(id, "10 to Ann")).status).toBe(200);
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/transcript"],
      ["GET", "/events"],
      ["POST", "/handoff/release"],
      ["DELETE", ""],
    ] as const) {
      expect(codeOf(await his.ask(method, `/v1/conversations/${id}${path}`))).toEqual([404, "conversation.unknown"]);
    }
    expect(codeOf(await his.say(id, "yes"))).toEqual([404, "conversation.unknown"]);
    for (const page of [hers, his]) {
      expect(codeOf(await page.ask("GET", "/v1/conversations"))).toEqual([403, "access.forbidden"]);
      expect(codeOf(await page.ask("DELETE", "/v1/conversations"))).toEqual([403, "access.forbidden"]);
      expect(codeOf(await page.ask("DELETE", "/v1/users/ops/conversations"))).toEqual([403, "access.forbidden"]);
      expect(codeOf(await page.ask("GET", "/metrics"))).toEqual([403, "access.forbidden"]);
    }
    expect((await hers.ask("GET", `/v1/conversations/${id}/transcript`)).body.entries).toHaveLength(2);
    expect((await hers.ask("DELETE", `/v1/conversations/${id}`)).status).toBe(204);
  });

  it("stay the same visitor when their session is renewed, also after a restart with the same secret", async () => {
    let now = 1_000_000_000_000;
    const server = await start({ now: () => now });
    const { body: first } = await open(server, key);
    const id = await pageOf(server, first.token).begin();
    now += first.expiresIn * 1000 + 1000;
    expect(codeOf(await pageOf(server, first.token).ask("GET", `/v1/conversations/${id}`))).toEqual([
      401,
      "access.bad_token",
    ]);
    const again = await startServer({
      store: server.store,
      access: { visitors: { siteKeys, secret, now: () => now } },
    });
    const { body: second } = await open(again, first.renewal);
    expect(second.visitor).toBe(first.visitor);
    expect((await pageOf(again, second.token).ask("GET", `/v1/conversations/${id}`)).status).toBe(200);
    now += second.renewsIn * 1000 + 1000;
    expect(codeOf(await open(again, second.renewal))).toEqual([401, "access.bad_token"]);
  });

  it("are bound to the pages of their origin, over HTTP and sockets", async () => {
    const server = await start();
    const { token } = (await open(server, key)).body;
    const id = await pageOf(server, token).begin();
    const elsewhere = pageOf(server, token, "https://bakery.example");
    expect(codeOf(await elsewhere.ask("GET", `/v1/conversations/${id}`))).toEqual([403, "request.bad_origin"]);
    // Outside of a browser the header is missing.
    expect(codeOf(await server.call("GET", `/v1/conversations/${id}`, { token }))).toEqual([403, "request.bad_origin"]);
    const address = `${server.url.replace("http", "ws")}/v1/conversations/${id}/socket`;
    expect(await firstFrame(address, token, shop)).toMatchObject({ type: "ready" });
    expect(await firstFrame(address, token, "https://bakery.example")).toMatchObject({
      type: "error",
      problem: { code: "request.bad_origin" },
    });
  });

  it("lose their socket when their token expires, and come back with another", async () => {
    // For the tokens it is an hour ago, less a moment: they end while the socket is open.
    const server = await start({ now: () => Date.now() - 3_599_000 });
    const first = (await open(server, key)).body;
    const id = await pageOf(server, first.token).begin();
    const headers = { origin: shop };
    const socket = openSocket(server, id, { token: first.token, headers });
    await socket.until(isReady);
    expect(await socket.closed).toMatchObject({ code: 1013, reason: "The token has expired." });
    const { token } = (await open(server, first.renewal)).body;
    await openSocket(server, id, { token, headers }).until(isReady);
  });

  it("use neither a renewal to talk nor a token to renew", async () => {
    const server = await start();
    const { token, renewal } = (await open(server, key)).body;
    expect(codeOf(await pageOf(server, renewal).ask("POST", "/v1/conversations", {}))).toEqual([
      401,
      "access.bad_token",
    ]);
    expect(codeOf(await open(server, token))).toEqual([401, "access.bad_token"]);
  });

  it("go when their site is taken from the list, or the secret is another", async () => {
    const server = await start();
    const { token } = (await open(server, key)).body;
    const [, bakery] = siteKeys;
    const without = await start({ siteKeys: bakery === undefined ? [] : [bakery] });
    const resigned = await start({ secret: "another-secret-of-at-least-32-characters" });
    for (const changed of [without, resigned]) {
      const { status } = await changed.call("GET", "/v1/assistant", { token });
      expect(status).toBe(401);
    }
  });

  it("can be erased by name", async () => {
    const server = await start();
    const { token, visitor } = (await open(server, key)).body;
    await pageOf(server, token).begin();
    const erased = await server.call("DELETE", `/v1/users/${visitor}/conversations`, { token: operator });
    expect(erased.body).toEqual({ deleted: 1 });
  });

  it("of one address are bounded in number", async () => {
    const server = await startServer({ access: { visitors: { siteKeys, secret } }, limits: { openingsPerMinute: 2 } });
    for (const status of [201, 201, 429]) expect((await open(server, key)).status).toBe(status);
  });

  it("of one address share the limit of their messages: another visitor is no way around it", async () => {
    const server = await startServer({
      access: { visitors: { siteKeys, secret } },
      limits: { messagesPerMinute: 5, requestsPerMinute: 20 },
    });
    const statuses: number[] = [];
    for (let visitor = 0; visitor < 5; visitor += 1) {
      const { token } = (await open(server, key)).body;
      if (token === undefined) break;
      const page = pageOf(server, token);
      const id = await page.begin();
      for (let each = 0; each < 4; each += 1) statuses.push((await page.say(id, "hello")).status);
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20);
    expect(statuses).toContain(429);
  });
});

describe("a stolen site key", () => {
  it("lists, reads and deletes nothing", async () => {
    const server = await start();
    const { token } = (await open(server, key)).body;
    const id = await pageOf(server, token).begin();
    const thief = pageOf(server, key);
    for (const [method, path] of [
      ["GET", "/v1/conversations"],
      ["DELETE", "/v1/conversations"],
      ["POST", "/v1/conversations"],
      ["GET", `/v1/conversations/${id}`],
      ["GET", `/v1/conversations/${id}/transcript`],
      ["DELETE", `/v1/conversations/${id}`],
      ["GET", "/v1/assistant"],
      ["GET", "/metrics"],
    ] as const) {
      expect(codeOf(await thief.ask(method, path))).toEqual([403, "access.forbidden"]);
    }
    expect((await pageOf(server, token).ask("GET", `/v1/conversations/${id}`)).status).toBe(200);
  });

  it("opens no session on the pages of another origin, nor without one, nor for another site's visitor", async () => {
    const server = await start();
    for (const origin of ["https://evil.example", "https://bakery.example", "null", null]) {
      expect(codeOf(await open(server, key, origin))).toEqual([403, "request.bad_origin"]);
    }
    const { renewal } = (await open(server, key)).body;
    expect(codeOf(await open(server, renewal, "https://www.shop.example"))).toEqual([403, "request.bad_origin"]);
    expect(codeOf(await open(server, operator))).toEqual([401, "access.bad_token"]);
  });
});

describe("site keys in the environment", () => {
  it.each([
    ["shop", /not of the form/],
    ["shop:short", /shorter than 16/],
    [`shop:${key}:shop.example`, /'shop.example' of site 'shop' is no origin/],
    [`shop:${key}:https://shop.example/`, /no origin/],
    [`shop:${key} bakery:${key}`, /the same/],
  ])("%s is refused", (text, message) => expect(() => parseSiteKeys(text)).toThrow(message));
});

function firstFrame(address: string, token: string, origin: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { headers: { origin } });
    socket.once("open", () => socket.send(JSON.stringify({ type: "authenticate", token })));
    socket.once("message", (data) => {
      resolve(JSON.parse(String(data)));
      socket.close();
    });
    socket.once("error", reject);
  });
}
