import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSiteKeys } from "../../src/server/access/site-keys.ts";
import { parseTokens } from "../../src/server/access/tokens.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { isError, isReady, openSocket } from "./open-socket.ts";
import { type Running, startServer } from "./start-server.ts";

/**
 * The table of every route and role in docs/server.md, walked: each cell is a request, made by somebody with that role and
 * nothing else, to something that is there. A route that is missing from the table fails.
 */

const siteKey = "site-0123456789abcdef";
const tokenOf = (name: string): string => `${name}-0123456789abcdef`;
const access = {
  tokens: parseTokens(
    [
      `user:${tokenOf("user")}`,
      ...["service", "agent", "developer", "metrics", "erasure", "operator"].map(
        (role) => `${role}:${tokenOf(role)}:${role}`,
      ),
    ].join(" "),
  ),
  visitors: { siteKeys: parseSiteKeys(`shop:${siteKey}`), secret: "0123456789abcdef0123456789abcdef" },
};

/** The headers that each column of the table sends with its requests. */
type Headers = Readonly<Record<string, string>>;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const columns: Readonly<Record<string, (server: Running) => Promise<Headers>>> = {
  "no token": async () => ({}),
  anonymous: async () => ({}),
  user: async () => bearer(tokenOf("user")),
  visitor: async (server) => {
    const headers = { ...bearer(siteKey), origin: server.url };
    const { body } = await server.call("POST", "/v1/visitors", { headers });
    return { ...bearer(body.token), origin: server.url };
  },
  "site key": async ({ url }) => ({ ...bearer(siteKey), origin: url }),
  service: async () => ({ ...bearer(tokenOf("service")), "soni-user": "u-1" }),
  agent: async () => bearer(tokenOf("agent")),
  developer: async () => bearer(tokenOf("developer")),
  metrics: async () => bearer(tokenOf("metrics")),
  erasure: async () => bearer(tokenOf("erasure")),
  operator: async () => bearer(tokenOf("operator")),
};

const page = readFileSync(join(import.meta.dirname, "../../docs/server.md"), "utf8");
const [header = [], , ...rows] = (page.split("<!-- routes and roles -->\n")[1] ?? "")
  .split("\n\n", 1)[0]
  ?.split("\n")
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim().replaceAll("`", "")),
  ) ?? [[]];

/** Someone else's conversation with a person, and a message of theirs that was set aside. */
interface Others {
  readonly handedOff: string;
  readonly setAside: string;
}

let made = 0;
async function makeOthers({ soni, store }: Running): Promise<Others> {
  made += 1;
  const [handedOff, setAside] = [`other:handed-off-${made}`, `other:set-aside-${made}`];
  await soni.processMessage({ conversationId: handedOff, text: "person" });
  await soni.openConversation({ conversationId: setAside, messageId: "open" });
  await store.accept(setAside, { messageId: "m-1", text: "hello", at: 1_000, origin: "user" });
  for (let attempt = 1; attempt <= 3; attempt += 1) await store.beginAttempt(setAside, "m-1", 0);
  await soni.recover();
  return { handedOff, setAside };
}

/** The caller's own conversation is `mine`, and has a message `m-1`. */
const requests: Readonly<Record<string, { path?: (others: Others) => string; json?: unknown }>> = {
  "GET /": {},
  "GET /docs": {},
  "GET /openapi.json": {},
  "GET /asyncapi.json": {},
  "OPTIONS *": { path: () => "/v1/conversations" },
  "GET /health/live": {},
  "GET /health/ready": {},
  "GET /metrics": {},
  "GET /dev/findings": {},
  "POST /agui": {
    json: {
      threadId: "mine",
      runId: "r",
      messages: [{ id: "a", role: "user", content: "hello" }],
      tools: [],
      context: [],
    },
  },
  "GET /v1/assistant": {},
  "GET /v1/models": {},
  "POST /v1/chat/completions": {
    json: { model: "soni", messages: [{ role: "user", content: "hello" }], metadata: { conversation_id: "mine" } },
  },
  "POST /v1/visitors": {},
  "POST /v1/conversations": { json: {} },
  "GET /v1/conversations": {},
  "DELETE /v1/conversations": {},
  "GET /v1/conversations/{conversationId}": {},
  "DELETE /v1/conversations/{conversationId}": {},
  "GET /v1/conversations/{conversationId}/transcript": {},
  "GET /v1/conversations/{conversationId}/events": {},
  "GET /v1/conversations/{conversationId}/audit": {},
  "GET /v1/conversations/{conversationId}/trace": {},
  "GET /v1/conversations/{conversationId}/socket": {},
  "POST /v1/conversations/{conversationId}/messages": { json: { text: "hello" } },
  "GET /v1/conversations/{conversationId}/messages/{messageId}": {},
  "POST /v1/conversations/{conversationId}/handoff/release": {},
  "DELETE /v1/users/{user}/conversations": {},
  "GET /v1/handoffs": {},
  "GET /v1/handoffs/{conversationId}": { path: ({ handedOff }) => `/v1/handoffs/${handedOff}` },
  "POST /v1/handoffs/{conversationId}/release": { path: ({ handedOff }) => `/v1/handoffs/${handedOff}/release` },
  "GET /v1/quarantine": {},
  "GET /v1/quarantine/{conversationId}/{messageId}": { path: ({ setAside }) => `/v1/quarantine/${setAside}/m-1` },
  "POST /v1/quarantine/{conversationId}/{messageId}/retry": {
    path: ({ setAside }) => `/v1/quarantine/${setAside}/m-1/retry`,
  },
  "DELETE /v1/quarantine/{conversationId}/{messageId}": { path: ({ setAside }) => `/v1/quarantine/${setAside}/m-1` },
};

const limits = { requestsPerMinute: null, messagesPerMinute: null, openingsPerMinute: null };
const start = (column: string): Promise<Running> =>
  startServer({
    access: column === "anonymous" ? { insecure: true } : access,
    limits,
    store: createMemoryStore(),
    dev: { report: { hash: "", broken: false, findings: [] } },
  });

async function statusOf(server: Running, headers: Headers, route: string): Promise<number> {
  const [method = "", pattern = ""] = route.split(" ");
  const request = requests[route];
  if (request === undefined) throw new Error(`There is no request for ${route} in this test.`);
  await server.call("POST", "/v1/conversations", { headers, json: { conversationId: "mine" } });
  const messages = "/v1/conversations/mine/messages";
  await server.call("POST", messages, { headers, json: { text: "hello", messageId: "m-1" } });
  if (pattern.endsWith("/socket")) return socketStatus(server, headers);
  if (pattern.endsWith("/handoff/release")) await server.call("POST", messages, { headers, json: { text: "person" } });
  const others = await makeOthers(server);
  const own = pattern.replace("{conversationId}", "mine").replace("{messageId}", "m-1").replace("{user}", "somebody");
  const { status } = await server.call(method, request.path?.(others) ?? own, {
    headers:
      method === "OPTIONS" ? { ...headers, origin: server.url, "access-control-request-method": "GET" } : headers,
    ...(request.json === undefined ? {} : { json: request.json }),
  });
  return status;
}

/** The meaning of the first frame: 101 for `ready`, or the status of the problem. */
async function socketStatus(server: Running, headers: Headers): Promise<number> {
  const socket = openSocket(server, "mine", { headers });
  await socket.status;
  if (headers["authorization"] === undefined) socket.send({ type: "ping" });
  const frame = await socket.until((each) => isReady(each) || isError(each));
  return isReady(frame) ? 101 : frame.problem.status;
}

/** Every route that the router knows, as the docs write it. HEAD answers what GET does, without the body. */
function routesOf({ app }: Running): readonly string[] {
  const path: string[] = [];
  const found = app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods = ""] = /^([│ ]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
      if (part === "") return [];
      path.splice(indent.length / 4, path.length, part);
      const whole = path.join("").replaceAll(/:(\w+)/g, "{$1}");
      const shown = whole.startsWith("/docs") ? "/docs" : whole;
      return methods
        .split(", ")
        .filter((method) => method !== "HEAD")
        .map((method) => `${method} ${shown}`);
    });
  return [...new Set(found)];
}

describe("the table of routes and roles", () => {
  it("has every route of the server, and no other", async () => {
    const server = await start("user");
    expect(rows.map(([route]) => route).toSorted()).toEqual(routesOf(server).toSorted());
    expect(header.slice(1)).toEqual(Object.keys(columns));
  });

  it.each(Object.keys(columns))("is true for: %s", async (column) => {
    const server = await start(column);
    const headers = (await columns[column]?.(server)) ?? {};
    const at = header.indexOf(column);
    const answered: [string, string][] = [];
    for (const [route = ""] of rows) answered.push([route, String(await statusOf(server, headers, route))]);
    expect(answered).toEqual(rows.map((row) => [row[0], row[at]]));
  });
});
