import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { callJson } from "../support/call-json.ts";
import { ended, startCli, temporaryFolder } from "./run-cli.ts";

const mortal = join(import.meta.dirname, "mortal");
/** Generous: the machine may have much else to do. */
const patience = { timeout: 150_000, interval: 100 };

async function serving(folder: string, options: readonly string[] = []) {
  const store = join(await temporaryFolder(), "soni.db");
  const given = ["serve", folder, "--port", "0", "--store", store, "--log-level", "error", "--max-heap", "256"];
  const child = startCli([...given, ...options]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const end = ended(child);
  let errors = "";
  child.stderr.on("data", (part) => {
    errors += part;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (part) => {
      const [address] = /http:\/\/\S+/.exec(String(part)) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("close", () => reject(new Error(`it ended before it listened: ${errors}`)));
  });
  /** The server's answer when its action ends like this; null if there was none. */
  const attempt = async (conversationId: string, how: string): Promise<string | null> => {
    const command = { type: "start_flow", flow: "try_it", slots: { how } };
    try {
      await callJson(`${url}/v1/conversations`, { json: { conversationId } });
      const { status, body } = await callJson(`${url}/v1/conversations/${conversationId}/messages`, {
        json: { command },
      });
      return status === 200 ? body.messages[0].text : null;
    } catch {
      return null;
    }
  };
  const restarts = async (): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^soni_restarts_total (\d+)$/m.exec(text)?.[1]);
  };
  /** The reasons of all restarts so far, from the log. */
  const reasons = (): readonly string[] =>
    errors
      .split("\n")
      .filter((line) => line.startsWith("{") && line.includes("is started again"))
      .map((line) => JSON.parse(line).reason);
  return { child, end, url, attempt, restarts, reasons };
}

/** An address that answers when the test wants it to, and says when it was asked. */
async function gate() {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    ask();
    await opened;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked, open };
}

async function isolatedCopy(): Promise<string> {
  const folder = join(await temporaryFolder(), "mortal");
  cpSync(mortal, folder, { recursive: true });
  const file = join(folder, "soni.yaml");
  writeFileSync(file, `${readFileSync(file, "utf8")}settings:\n  actions: { isolate: true, max_heap: 128 }\n`);
  return folder;
}

describe("a supervised server", { timeout: 300_000 }, () => {
  it("is started again when an action ends it, blocks it or eats its memory, and goes on with others", async () => {
    const server = await serving(mortal);
    expect(await server.attempt("before", "fine")).toBe("It said fine.");
    const endings = { exit: "exit_code_7", spin: "spinning", memory: "out_of_memory", kill: "signal_SIGKILL" };
    for (const [how, reason] of Object.entries(endings)) {
      await server.attempt(`bad-${how}`, how);
      await expect.poll(() => server.reasons().at(-1), patience).toBe(reason);
      await expect.poll(() => server.attempt(`good-${how}`, "fine"), patience).toBe("It said fine.");
    }
    expect(server.reasons()).toEqual(Object.values(endings));
    expect(await server.restarts()).toBe(4);
    server.child.kill("SIGTERM");
    expect((await server.end).code).toBe(0);
  });

  it("finishes the turns under way when it is asked to stop", async () => {
    const server = await serving(mortal);
    const { url, asked, open } = await gate();
    const reply = server.attempt("slow", `wait ${url}`);
    await asked;
    server.child.kill("SIGTERM");
    await expect.poll(async () => (await callJson(`${server.url}/health/ready`)).status, patience).toBe(503);
    open();
    expect(await reply).toBe("It said wait.");
    expect((await server.end).code).toBe(0);
  });

  it("ends at once when it is asked twice", async () => {
    const server = await serving(mortal);
    const { url, asked } = await gate();
    void server.attempt("slow", `wait ${url}`);
    await asked;
    server.child.kill("SIGINT");
    await expect.poll(async () => (await callJson(`${server.url}/health/ready`)).status, patience).toBe(503);
    server.child.kill("SIGINT");
    expect((await server.end).code).toBe(130);
  });

  it("ends in order when its parent is killed: nobody is left that holds the port or the output", async () => {
    const server = await serving(mortal);
    const { url, asked, open } = await gate();
    const reply = server.attempt("slow", `wait ${url}`);
    await asked;
    server.child.kill("SIGKILL");
    await expect.poll(async () => (await callJson(`${server.url}/health/ready`)).status, patience).toBe(503);
    open();
    expect(await reply).toBe("It said wait.");
    // The output is closed when the last process that has it is gone.
    await server.end;
    await expect(fetch(`${server.url}/health/live`)).rejects.toThrow();
  });
});

describe("a server with isolated code", { timeout: 300_000 }, () => {
  it("is not restarted, whatever the code does", async () => {
    const server = await serving(await isolatedCopy());
    for (const how of ["exit", "spin", "memory"]) {
      expect(await server.attempt(`bad-${how}`, how)).toBe("It failed with action.outcome_unknown.");
      expect(await server.attempt(`good-${how}`, "fine")).toBe("It said fine.");
    }
    expect(await server.attempt("huge", "huge")).toBe("It failed with action.bad_output.");
    await server.attempt("later", "throw_later");
    await server.attempt("later", "reject_later");
    // Asked for again, because a validator that was interrupted decided nothing; then given up.
    await server.attempt("bad-validator", "validator exit");
    await server.attempt("worse-validator", "validator spin");
    expect(await server.attempt("last", "fine")).toBe("It said fine.");
    expect([server.reasons(), await server.restarts()]).toEqual([[], 0]);
    server.child.kill("SIGTERM");
    expect((await server.end).code).toBe(0);
  });
});
