import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openPlace, type Place, placeOn, withSqlitePlace } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import type { Host } from "../support/on-host.ts";
import type { PoisonServerOptions } from "./poison-server.ts";

const apology = "Sorry, I couldn't handle that message, so I've set it aside for review. Please go on.";
const program = join(import.meta.dirname, "poison-server.ts");

/** A server that is started again whenever it dies, as a process manager does. */
function keepServing(options: PoisonServerOptions) {
  let child: ChildProcess | null = null;
  let url: string | null = null;
  let deaths = 0;
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped) {
      child = fork(program, [JSON.stringify(options)], {
        execArgv: ["--disable-warning=ExperimentalWarning"],
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "soni-chaos-compile-cache") },
      });
      child.once("message", (port) => {
        url = `http://127.0.0.1:${port}`;
      });
      await once(child, "exit");
      url = null;
      if (!isStopped) deaths += 1;
    }
  };
  const running = run();
  return {
    url: () => url,
    deaths: () => deaths,
    async stop() {
      isStopped = true;
      child?.kill("SIGKILL");
      await running;
    },
  };
}

type Keeper = ReturnType<typeof keepServing>;

interface Turn {
  readonly messages: readonly { readonly text: string }[];
}

interface SetAside {
  readonly messages: readonly { readonly attempts: number }[];
}

/** Sends until there is an answer: servers that die leave none. */
async function call<Body>(servers: readonly Keeper[], method: string, path: string, json?: unknown): Promise<Body> {
  for (let attempt = 0; ; attempt += 1) {
    const url = servers[attempt % servers.length]?.url() ?? null;
    const response =
      url === null
        ? null
        : await fetch(`${url}/v1${path}`, {
            method,
            ...(json === undefined
              ? {}
              : { headers: { "content-type": "application/json" }, body: JSON.stringify(json) }),
          }).catch(() => null);
    const body: unknown = response?.ok === true ? await response.json().catch(() => null) : null;
    if (body !== null) return body as Body;
    await sleep(50);
  }
}

async function check(place: Place, host: Host, poisons: readonly string[], processes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "soni-poison-"));
  const poisonFile = join(folder, "poison");
  await writeFile(poisonFile, "");
  const servers = Array.from({ length: processes }, () => keepServing({ place, host, poisonFile }));
  const say = async (conversationId: string, messageId: string, text: string) => {
    const turn = await call<Turn>(servers, "POST", `/conversations/${conversationId}/messages`, { messageId, text });
    return turn.messages.map((message) => message.text);
  };
  try {
    const innocent = Array.from({ length: 4 }, (_, index) => `innocent-${index}`);
    for (const id of [...poisons, ...innocent]) await call(servers, "POST", "/conversations", { conversationId: id });
    const [poisoned, saved] = await Promise.all([
      Promise.all(poisons.map((poison) => say(poison, "m1", poison))),
      Promise.all(innocent.map((id) => say(id, "m1", `slow ${id}`))),
    ]);
    // Each of them was in three processes that ended; two may have been in the same one.
    for (const texts of poisoned) expect(texts.at(-1)).toBe(apology);
    const deaths = servers.reduce((sum, server) => sum + server.deaths(), 0);
    expect(deaths).toBeGreaterThanOrEqual(3);
    expect(deaths).toBeLessThanOrEqual(3 * poisons.length);
    expect(saved).toEqual(innocent.map((id) => [`Saved slow ${id}.`]));
    for (const poison of poisons) expect(await say(poison, "m2", "hello")).toEqual(["Saved hello."]);

    const { messages } = await call<SetAside>(servers, "GET", "/quarantine");
    expect(messages.map((entry) => entry.attempts)).toEqual(poisons.map(() => 3));
    await rm(poisonFile);
    for (const poison of poisons) {
      const path = `/quarantine/local:${poison}/m1`;
      expect(await call(servers, "GET", path)).toMatchObject({ text: poison });
      const { messages: said } = await call<Turn>(servers, "POST", `${path}/retry`);
      expect(said).toMatchObject([{ text: `Saved ${poison}.` }]);
    }
    const store = await openPlace(place);
    expect(await store.quarantine.list()).toEqual([]);
    expect(await store.openConversations()).toEqual([]);
    for (const id of innocent) expect(await store.transcript(`local:${id}`)).toHaveLength(2);
    for (const id of poisons) {
      expect((await store.transcript(`local:${id}`)).map(({ messageId }) => messageId)).toEqual([
        ...["open", "m1", "m2", "m1:retry-1"],
      ]);
    }
    await store.close();
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

const timeout = 240_000;
const named = (where: string): string => `a message that ends its process is set aside, and nothing else: ${where}`;

it(named("sqlite"), { timeout }, () =>
  withSqlitePlace((place) => check(place, "direct", ["exit-in-action", "late-in-validator"], 1)),
);
await withServer("postgres", (url) => {
  it(named("two servers on postgres"), { timeout }, () =>
    check(placeOn("postgres", url), "langgraph", ["exit-in-validator"], 2),
  );
});
await withServer("redis", (url) => {
  it(named("redis"), { timeout }, () => check(placeOn("redis", url), "direct", ["abort-in-action"], 1));
});
