import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openPlace, type Place, placeOn, withSqlitePlace } from "../servers/place.ts";
import type { TestServer } from "../servers/server-process.ts";
import { startRedis } from "../servers/start-redis.ts";
import { withServer } from "../servers/with-server.ts";
import type { Host } from "../support/on-host.ts";
import { type RandomNumbers, randomNumbers } from "../support/random-numbers.ts";
import { count, isWhole, report, seed } from "./seed.ts";
import { startShopApi } from "./shop-api.ts";
import { harmless, type Load, startLoad } from "./shop-load.ts";
import { type ChatServer, startChatServer } from "./start-chat-server.ts";

/** On each store with each host: so many kills, for so many minutes at least. */
const kills = count("SONI_KILLS", 3);
const minutes = count("SONI_KILL_MINUTES", 0);
const whole = isWhole("SONI_KILLS");
/** `SONI_KILL_ONLY="redis direct"` runs one of them. */
const only = process.env["SONI_KILL_ONLY"];
/** The default in the whole run. */
const lease = whole ? {} : { leaseMs: 500 };
/** One kill in so many is the database's. */
const databaseShare = whole ? 10 : 3;

interface Field {
  readonly place: Place;
  readonly host: Host;
  readonly processes: 1 | 2;
  /** Killed too, where it is the run's own. */
  readonly database?: TestServer;
}

async function run({ place, host, processes, database }: Field): Promise<void> {
  const random = randomNumbers(seed);
  const api = await startShopApi(random);
  const start = (): Promise<ChatServer> => startChatServer({ place, host, api: api.url, ...lease });
  const servers = await Promise.all(Array.from({ length: processes }, start));
  const load = startLoad({
    conversations: whole ? 24 : 6,
    api,
    random,
    url: (client, attempt) => servers[(client + attempt) % servers.length]?.url ?? "",
    pauseMs: whole ? 1_500 : 30,
    retryMs: () => (whole ? 300 : 50),
  });
  const readyAfter: number[] = [];
  const databaseReadyAfter: number[] = [];
  try {
    const until = performance.now() + minutes * 60_000;
    for (let kill = 0; kill < kills || performance.now() < until; kill += 1) {
      await untilWorthKilling(load, random, processes);
      if (database !== undefined && kill % databaseShare === databaseShare - 1) {
        const killed = performance.now();
        await database.kill();
        await database.start();
        databaseReadyAfter.push(performance.now() - killed);
      }
      const killed = performance.now();
      const slot = kill % processes;
      await servers[slot]?.kill();
      servers[slot] = await start();
      readyAfter.push(performance.now() - killed);
    }
    await load.stop();
    const figures = await load.check();
    report(`kill on ${place.kind}, ${host}`, {
      "kills of servers": readyAfter.length,
      "kills of the database": databaseReadyAfter.length,
      ...figures,
      "broken requests": load.refusals.broken,
      "refused with 503": load.refusals.unavailable,
      "usual start (ms)": Math.round(readyAfter.toSorted((a, b) => a - b)[readyAfter.length >> 1] ?? 0),
      "slowest start (ms)": Math.round(Math.max(...readyAfter)),
      "slowest start of the database (ms)": Math.round(Math.max(0, ...databaseReadyAfter)),
      "longest wait (ms)": load.longestWait(),
      "load average": Math.round(loadavg()[1] ?? 0),
    });
    expect(figures).toMatchObject(harmless);
    expect(figures.acknowledged).toBeGreaterThan(kills);
    const store = await openPlace(place);
    expect(await store.openConversations()).toEqual([]);
    await store.close();
    // Of a machine that has nothing else to do.
    if (whole) expect(Math.max(...readyAfter)).toBeLessThan(5_000);
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await api.close();
  }
}

/** Something must have been answered since the last kill, or the servers would never get anything done. Then, at any moment. */
async function untilWorthKilling(load: Load, random: RandomNumbers, processes: number): Promise<void> {
  if (whole) {
    await sleep(random(processes === 1 ? 4_000 : 600));
    return;
  }
  const enough = load.answered() + 1 + random(20);
  await expect.poll(load.answered).toBeGreaterThanOrEqual(enough);
  await sleep(random(50));
}

const timeout = 300_000 + minutes * 90_000 + kills * 10_000;
const hosts: readonly Host[] = ["direct", "langgraph"];
const named = (kind: Place["kind"], host: Host): readonly [string, { timeout: number; skip: boolean }] => [
  `nothing acknowledged is lost and nothing happens twice when servers are killed: ${kind}, ${host} host`,
  // Among the ordinary tests each store meets one host, and each host a store.
  { timeout, skip: whole ? only !== undefined && only !== `${kind} ${host}` : smaller[kind] !== host },
];
const smaller: Readonly<Record<Place["kind"], Host>> = { sqlite: "direct", postgres: "langgraph", redis: "direct" };

// What is promised is about one process, which has nobody to stand in for it; two on one file are tried in the small run.
for (const host of hosts) {
  it(...named("sqlite", host), () => withSqlitePlace((place) => run({ place, host, processes: whole ? 1 : 2 })));
}
await withServer("postgres", (url) => {
  for (const host of hosts) {
    it(...named("postgres", host), () => run({ place: placeOn("postgres", url), host, processes: 2 }));
  }
});
// It has one of its own, to be killed too.
await withServer("redis", () => {
  for (const host of hosts) {
    it(...named("redis", host), async () => {
      const database = await startRedis();
      try {
        await run({ place: placeOn("redis", database.url), host, processes: 2, database });
      } finally {
        await database.dispose();
      }
    });
  }
});
