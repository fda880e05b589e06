import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { placeOn } from "../servers/place.ts";
import { startPostgres } from "../servers/start-postgres.ts";
import { withServer } from "../servers/with-server.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { request } from "./chat-client.ts";
import { count, isWhole, report, seed } from "./seed.ts";
import { startShopApi } from "./shop-api.ts";
import { harmless, startLoad } from "./shop-load.ts";
import { startChatServer } from "./start-chat-server.ts";

const turns = count("SONI_RESTART_TURNS", 100);
const whole = isWhole("SONI_RESTART_TURNS");
/** Milliseconds from one restart to the next, in the whole run. */
const between = { least: 5_000, most: 20_000 };

async function run(): Promise<void> {
  const random = randomNumbers(seed);
  const api = await startShopApi(random);
  const database = await startPostgres();
  const options = { place: placeOn("postgres", database.url), host: "direct", api: api.url } as const;
  const servers = await Promise.all([startChatServer(options), startChatServer(options)]);
  const load = startLoad({
    conversations: whole ? 40 : 8,
    api,
    random,
    url: (client, attempt) => servers[(client + attempt) % 2]?.url ?? "",
    pauseMs: whole ? 5_000 : 100,
    // As the server asks; a small run has no time for that.
    retryMs: (retryAfter) => (whole ? (retryAfter ?? 0) * 1000 : 100),
  });
  let restarts = 0;
  try {
    while (load.answered() < turns) {
      if (whole) await sleep(between.least + random(between.most - between.least));
      else await expect.poll(load.answered).toBeGreaterThan(load.answered() + 20 + random(20));
      // In turn as an administrator would, and by `kill -9`.
      await (restarts % 2 === 0 ? database.stop() : database.kill());
      const { unavailable } = load.refusals;
      for (const server of servers) {
        const health = await request(`${server.url}/health/ready`);
        expect([health?.status, health?.retryAfter]).toEqual([503, "5"]);
      }
      // Somebody must have been told before it is back.
      while (load.refusals.unavailable === unavailable) await sleep(10);
      await database.start();
      restarts += 1;
    }
    await load.stop();
    const figures = await load.check();
    const exits = servers.filter((server) => server.ended() !== null).length;
    report("restart of postgres", {
      restarts,
      exits,
      ...figures,
      "broken requests": load.refusals.broken,
      "refused with 503 and Retry-After": load.refusals.unavailable,
      "longest wait (ms)": load.longestWait(),
    });
    expect(exits).toBe(0);
    expect(restarts).toBeGreaterThan(0);
    expect(load.refusals.broken).toBe(0);
    expect(figures).toMatchObject(harmless);
    expect(figures.acknowledged).toBeGreaterThanOrEqual(turns);
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await api.close();
    await database.dispose();
  }
}

// It has a Postgres of its own, to be restarted; the shared one says whether there is any.
await withServer("postgres", () => {
  it(
    "restarts of Postgres end no process and lose nothing; clients are told when to come back",
    { timeout: 300_000 + turns * 200 },
    run,
  );
});
