import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createSdkModel } from "./sdk-model.ts";

let servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
  servers = [];
});

const start = async (
  answer: () => { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string },
) => {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization ?? (request.headers["x-api-key"] as string | undefined));
    const { status, headers = {}, body = "" } = answer();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys };
};

const ask = (provider: "openai" | "anthropic" | "openai_compatible", baseUrl: string) =>
  createSdkModel({ provider, model: "m", baseUrl, apiKey: "secret", retry: { attempts: 1 } }).generate({
    messages: [{ role: "user", text: "hello" }],
  });

describe.each(["openai", "anthropic", "openai_compatible"] as const)("a request to %s", (provider) => {
  it.each([301, 302, 303, 307, 308])("is not sent on by a redirect (%i), and neither is its key", async (status) => {
    const other = await start(() => ({ status: 200 }));
    const first = await start(() => ({ status, headers: { location: `${other.url}/v1` } }));
    expect(await ask(provider, first.url)).toMatchObject({ ok: false, code: "model.misconfigured", attempts: 1 });
    expect([first.keys.length, other.keys]).toEqual([1, []]);
  });

  it.each([
    ['{"error":{"message":"slow down","code":429}}', "model.rate_limited"],
    ['{"error":{"message":"no","code":401}}', "model.misconfigured"],
    ['{"error":{"message":"overloaded","type":"overloaded_error"}}', "model.unavailable"],
    ['{"error":{"message":"You exceeded your current quota","code":429}}', "model.quota_exceeded"],
    [
      '{"error":{"message":"Pay first","type":"insufficient_quota","code":"insufficient_quota"}}',
      "model.quota_exceeded",
    ],
    ['{"error":{"message":"no","type":"invalid_request_error","code":"invalid_api_key"}}', "model.misconfigured"],
    ['{"error":{"message":"slow down","type":"rate_limit_error"}}', "model.rate_limited"],
    ['{"error":{"message":"too long","type":"invalid_request_error","code":null}}', "model.refused_request"],
    ['{"error":{"message":"what?","type":"toString"}}', "model.unavailable"],
  ])("that is answered 200 with %s fails as that", async (body, code) => {
    const server = await start(() => ({ status: 200, body }));
    expect(await ask(provider, server.url)).toMatchObject({ ok: false, code });
  });
});

it("an answer without choices is a failure of the provider", async () => {
  const body = '{"id":"1","object":"chat.completion","created":1,"model":"m","choices":[]}';
  const server = await start(() => ({ status: 200, body }));
  expect(await ask("openai_compatible", server.url)).toMatchObject({ ok: false, code: "model.unavailable" });
});
