import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";

const program = join(import.meta.dirname, "talk.ts");

/** Any of these switches the tracing of LangChain on. */
const switches = ["LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2"];

/** Stands in for LangSmith: keeps what is sent to it. */
async function startLangSmith() {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === "POST") received.push(body);
    response.setHeader("content-type", "application/json").end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** The requests to LangSmith during a conversation and a traced call after it, and the program's output. */
async function traceOf(given: readonly string[], variables: readonly string[]) {
  const { url, received } = await startLangSmith();
  const environment: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    ...Object.fromEntries(variables.map((name) => [name, "true"])),
    LANGSMITH_ENDPOINT: url,
    LANGCHAIN_ENDPOINT: url,
    LANGSMITH_API_KEY: "key",
    LANGCHAIN_API_KEY: "key",
    LANGSMITH_PROJECT: "project",
    LANGCHAIN_PROJECT: "project",
    LANGSMITH_DISABLE_RUN_COMPRESSION: "true",
  };
  const child = spawn(process.execPath, [program, ...given], { env: environment });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = text(child.stdout);
  const errors = text(child.stderr);
  const exit = once(child, "exit");
  const hasCome = () => received.some((body) => body.includes('"control"'));
  await Promise.race([expect.poll(hasCome, { timeout: 60_000 }).toBe(true), exit]);
  child.stdin.end();
  const [code] = await exit;
  expect({ code, errors: await errors }).toEqual({ code: 0, errors: "" });
  const bodies = received.join("\n");
  const names = [...bodies.matchAll(/"id":"[^"]*","name":"([^"]*)"/g)].map(([, name]) => name);
  return { names: [...new Set(names)], bodies, ...JSON.parse(await output) };
}

describe("nothing of a conversation goes to LangSmith", () => {
  it.each([...switches.map((name) => ["langgraph", [name]] as const), ["direct", switches] as const])(
    "on the host %s, with %s in the environment",
    { timeout: 120_000 },
    async (host, variables) => {
      const { names, bodies, said, tracedInAction } = await traceOf([host], variables);
      expect(said).toEqual(["To whom?", "Send to canary-4711?", "Sent: R-1."]);
      expect(bodies).not.toContain("canary-4711");
      expect(names).toEqual(["control"]);
      // Calls of an action are the project's own, and so is their tracing.
      expect(tracedInAction).toBe(true);
    },
  );

  it.each(["langgraph", "direct"])(
    "as a part of a trace that the program has begun: %s",
    {
      timeout: 120_000,
    },
    async (host) => {
      const { names } = await traceOf([host, "inside"], switches);
      expect(names.toSorted()).toEqual(["control", "outer"]);
    },
  );
});
