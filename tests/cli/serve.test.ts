import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { callJson } from "../support/call-json.ts";
import { ended, examples, runCli, startCli, temporaryFolder } from "./run-cli.ts";

const banking = join(examples, "banking");

/** Starts the server on a free port and waits for the line that says where. */
async function serving(
  store: string,
  environment: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
) {
  const child = startCli(["serve", banking, "--port", "0", "--store", store, ...options], { environment });
  onTestFinished(() => void child.kill("SIGKILL"));
  const end = ended(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (part) => {
      const [address] = /http:\/\/\S+/.exec(String(part)) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("close", () => reject(new Error("it ended before it listened")));
  });
  const call = (path: string, json?: unknown, token?: string) =>
    callJson(`${url}${path}`, { json, ...(token === undefined ? {} : { token }) });
  return { child, end, url, call };
}

describe("soni serve", () => {
  it("serves an assistant until it is asked to stop, and goes on where it was", async () => {
    const store = join(await temporaryFolder(), "soni.db");
    const command = { type: "start_flow", flow: "transfer_money" };
    const first = await serving(store);
    expect(new URL(first.url).hostname).toBe("127.0.0.1");
    expect((await first.call("/v1/assistant")).body).toMatchObject({ name: "Banking", developer: true });
    await first.call("/v1/conversations", { conversationId: "c1" });
    const { body } = await first.call("/v1/conversations/c1/messages", { command });
    first.child.kill("SIGTERM");
    expect((await first.end).code).toBe(0);
    const second = await serving(store);
    const again = await second.call("/v1/conversations/c1/transcript");
    expect(again.body.entries.at(-1).messages).toEqual(body.messages);
    second.child.kill("SIGINT");
    expect((await second.end).code).toBe(0);
  });

  it("asks for the tokens of the environment", async () => {
    const token = "ana-0123456789abcdef";
    const { call, child, end } = await serving("memory", { SONI_TOKENS: `ana:${token}` });
    expect((await call("/v1/assistant")).status).toBe(401);
    expect((await call("/v1/assistant", undefined, token)).body.developer).toBe(false);
    child.kill("SIGTERM");
    const { output, errors } = await end;
    expect(`${output}${errors}`).not.toContain(token);
  });

  it("answers for its health on a port of its own", async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const { child, end } = await serving("memory", {}, ["--health-port", String(port)]);
    expect((await callJson(`http://127.0.0.1:${port}/health/live`)).body).toEqual({ status: "ok" });
    expect((await callJson(`http://127.0.0.1:${port}/v1/assistant`)).status).toBe(404);
    child.kill("SIGTERM");
    expect((await end).code).toBe(0);
    const { code, errors } = await runCli(["serve", banking, "--health-port", "none"]);
    expect(code).toBe(2);
    expect(errors).toContain("'none' is no port.");
  });

  it("says in one line that a port is in use", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void taken.close());
    const port = String((taken.address() as AddressInfo).port);
    const { code, errors } = await runCli(["serve", banking, "--port", port, "--store", "memory"]);
    expect([code, errors]).toEqual([
      1,
      `soni: Port ${port} is in use. Stop the other program, or give another one with --port.\n`,
    ]);
  });

  it.each([
    [["--host", "0.0.0.0"], {}, 1, /'0\.0\.0\.0' can be reached by others, and no token is asked for\./],
    [["--port", "banana"], {}, 2, /'banana' is no port\./],
    [["--port", "70000"], {}, 2, /'70000' is no port\./],
    [["--origin", "https://shop.example/path"], {}, 2, /is no origin\./],
    [["--jwt-issuer", "https://login.example"], {}, 2, /needs --jwt-issuer, --jwt-audience and --jwks-url/],
    [["--trust-proxy"], {}, 2, /needs to know which proxies to believe\. Give the number of proxies/],
    [["--trust-proxy", "everyone"], {}, 2, /'everyone' is no address and no network\./],
    [["--jwt-role", "admins=developer"], {}, 2, /needs --jwt-issuer, --jwt-audience and --jwks-url/],
    [
      [],
      { SONI_SITE_KEYS: "shop:site-0123456789abcdef:shop.example" },
      1,
      /'shop\.example' of site 'shop' is no origin\./,
    ],
    [["--log-level", "loud"], {}, 2, /'loud' is no log level\./],
    [[], { SONI_TOKENS: "ana:short" }, 1, /The token of 'ana' is shorter than 16 characters\./],
    [["--store", "/nowhere/soni.db"], {}, 1, /cannot be opened/],
  ])("%j with %j: exit code %i and one line", async (options, environment, exit, message) => {
    const { code, errors } = await runCli(["serve", banking, ...options], {
      environment: environment as Record<string, string>,
    });
    expect(code).toBe(exit);
    expect(errors).toMatch(message);
    expect(errors.trim().split("\n")).toHaveLength(1);
  });
});
