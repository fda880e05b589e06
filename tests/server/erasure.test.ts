import { expect, it } from "vitest";
import type { Access } from "../../src/server/access/authenticate.ts";
import { parseTokens } from "../../src/server/access/tokens.ts";
import { startServer } from "./start-server.ts";

const [ana, bob, clerk] = ["ana", "bob", "clerk"].map((name) => `${name}-0123456789abcdef`) as [string, string, string];
const access: Access = { tokens: parseTokens(`ana:${ana} bob:${bob} clerk:${clerk}:erasure`) };

it("users forget all their own conversations, and nobody else's", async () => {
  const server = await startServer({ access });
  await server.begin(ana);
  await server.begin(ana);
  const kept = await server.begin(bob);
  const forgotten = await server.call("DELETE", "/v1/conversations", { token: ana });
  expect(forgotten).toMatchObject({ status: 200, body: { deleted: 2 } });
  expect((await server.call("GET", "/v1/conversations", { token: ana })).body.conversations).toEqual([]);
  expect((await server.call("GET", `/v1/conversations/${kept}`, { token: bob })).status).toBe(200);
  expect((await server.call("DELETE", "/v1/conversations", { token: ana })).body).toEqual({ deleted: 0 });
});

it("who answers for erasure forgets any user, and only with that role", async () => {
  const server = await startServer({ access });
  const kept = await server.begin(ana);
  await server.begin(bob);
  const path = "/v1/users/bob/conversations";
  for (const token of [ana, bob]) {
    expect(await server.call("DELETE", path, { token })).toMatchObject({
      status: 403,
      body: { code: "access.forbidden" },
    });
  }
  expect((await server.call("DELETE", path, {})).status).toBe(401);
  expect((await server.call("DELETE", path, { token: clerk })).body).toEqual({ deleted: 1 });
  expect((await server.call("DELETE", "/v1/users/nobody/conversations", { token: clerk })).body).toEqual({
    deleted: 0,
  });
  expect((await server.call("GET", `/v1/conversations/${kept}`, { token: ana })).status).toBe(200);
  // The role is for forgetting, not for reading.
  expect((await server.call("GET", `/v1/conversations/${kept}`, { token: clerk })).status).toBe(404);
});

it("strangers without tokens, who are not told apart, cannot forget one another", async () => {
  const server = await startServer({ access: { insecure: true } });
  await server.begin();
  for (const path of ["/v1/conversations", "/v1/users/local/conversations"]) {
    expect((await server.call("DELETE", path)).status).toBe(403);
  }
  expect(await server.soni.conversations()).toHaveLength(1);
});

it("at one's own machine, all is one's own", async () => {
  const server = await startServer();
  await server.begin();
  expect((await server.call("DELETE", "/v1/users/local/conversations")).body).toEqual({ deleted: 1 });
  expect((await server.call("DELETE", "/v1/users/eve/conversations")).body).toEqual({ deleted: 0 });
});
