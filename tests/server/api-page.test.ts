import { expect, it } from "vitest";
import { renderApiPage } from "../../src/server/api-page/render-api-page.ts";
import { startServer } from "./start-server.ts";

it("shows every route of the interface, at the address with and without a slash", async () => {
  const server = await startServer();
  const { body: document } = await server.call("GET", "/openapi.json");
  const { body: page, headers } = await server.call("GET", "/docs");
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect((await server.call("GET", "/docs/")).body).toBe(page);
  const ids = [...page.matchAll(/<details id="([^"]+)"/g)].map(([, id]) => id);
  const operations = Object.values({ ...document.paths, ...document.webhooks }).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>),
  );
  expect(ids.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
});

it("has a place for every link on it", async () => {
  const server = await startServer();
  const { body: page } = await server.call("GET", "/docs");
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

it("loads nothing and runs nothing, under the policy of every other page", async () => {
  const server = await startServer();
  const { body: page, headers } = await server.call("GET", "/docs");
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(page).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|@import|url\(|\son\w+=/);
});

it("proposes bodies that the server accepts", async () => {
  const server = await startServer();
  const { body: page } = await server.call("GET", "/docs");
  await server.call("POST", "/v1/conversations", { json: { conversationId: "c" } });
  const proposed = [...page.matchAll(/curl -X POST &quot;\$SERVER([^&]+)&quot;[^<]*? -d '([^<]*)'<\/pre>/g)];
  expect(proposed.map(([, path]) => path).toSorted()).toEqual([
    "/agui",
    "/v1/chat/completions",
    "/v1/conversations",
    "/v1/conversations/{conversationId}/messages",
    "/v1/handoffs/{conversationId}/release",
    "/v1/quarantine/{conversationId}/{messageId}/retry",
  ]);
  for (const [, path = "", body = ""] of proposed) {
    const text = body.replaceAll("&quot;", '"');
    const headers = { "content-type": "application/json" };
    const answer = await server.call("POST", path.replace("{conversationId}", "c").replace("{messageId}", "m"), {
      body: text,
      headers,
    });
    expect([path, answer.status]).not.toEqual([path, 400]);
    expect([path, answer.status]).not.toEqual([path, 422]);
  }
});

it("shows texts of the document as texts, in every place that has one", () => {
  const nasty = `<script>alert("1")</script>&'`;
  const schema = { type: "object", description: nasty, properties: { [nasty]: { enum: [nasty], pattern: nasty } } };
  const operation = {
    operationId: nasty,
    summary: nasty,
    description: `\`${nasty}\``,
    tags: [nasty],
    parameters: [{ name: nasty, in: nasty, description: nasty, schema: { const: nasty } }],
    requestBody: { content: { "application/json": { schema: { $ref: `#/components/schemas/${nasty}` } } } },
    responses: { [nasty]: { description: nasty } },
  };
  const page = renderApiPage({
    info: { title: nasty, version: nasty, description: nasty },
    tags: [{ name: nasty, description: nasty }],
    paths: { [nasty]: { [nasty]: operation } },
    components: { schemas: { "script>&'": schema } },
  });
  expect(page).not.toContain("<script");
  expect(page).not.toContain('"1"');
  expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;");
});

it("says what a schema allows", () => {
  const page = renderApiPage({
    info: { title: "T", version: "1" },
    paths: {
      "/a": {
        get: {
          parameters: [
            { name: "p1", in: "query", schema: { type: "array", items: { enum: ["x", 2] } } },
            { name: "p2", in: "query", schema: { type: ["string", "null"] } },
            { name: "p3", in: "query", schema: { oneOf: [{ type: "integer" }, { type: "boolean" }] } },
            { name: "p4", in: "query", schema: { type: "object", additionalProperties: { type: "number" } } },
            { name: "p5", in: "query", schema: { $ref: "#/components/schemas/Limited" } },
            { name: "p6", in: "query", schema: {} },
          ],
        },
      },
    },
    tags: [],
    components: {
      schemas: {
        Limited: {
          type: "object",
          required: ["count"],
          properties: {
            count: { type: "integer", minimum: 1, maximum: 9 },
            free: { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 },
            inner: { type: "array", maxItems: 3, items: { type: "object", properties: { deep: { type: "string" } } } },
          },
        },
        Unused: { type: "string" },
      },
    },
  });
  expect(page).toContain("integer</code> 1 to 9");
  expect(page).toContain("<code>integer</code></td>");
  expect(page).toContain("object[]</code> at most 3 items<table>");
  expect(page).toContain("<code>deep</code>");
  expect(page).not.toContain("Unused");
});
