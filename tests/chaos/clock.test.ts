import { expect } from "vitest";
import { openPlace, type Place } from "../servers/place.ts";
import type { Host } from "../support/on-host.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { begin, noRefusals, say, transcriptOf } from "./chat-client.ts";
import { onEveryStore } from "./on-every-store.ts";
import { count, isWhole, report, seed } from "./seed.ts";
import { startShopApi } from "./shop-api.ts";
import { harmless, startLoad } from "./shop-load.ts";
import { type ChatServer, startChatServer } from "./start-chat-server.ts";

/** How often each jump is made. */
const rounds = count("SONI_CLOCK_ROUNDS", 1);
const whole = isWhole("SONI_CLOCK_ROUNDS");
const hour = 3_600_000;
const jumps = [hour, -hour, 400 * 24 * hour, -400 * 24 * hour];
/** Turns that are answered while the date is wrong. */
const turnsPerJump = whole ? 200 : 8;

/** While servers work: the date of one jumps, of the other, of both, and comes back. */
async function jumpUnderLoad(place: Place, host: Host): Promise<void> {
  const random = randomNumbers(seed);
  const api = await startShopApi(random);
  const start = (): Promise<ChatServer> => startChatServer({ place, host, api: api.url, clock: "own" });
  const servers = await Promise.all([start(), start()]);
  const load = startLoad({
    conversations: 6,
    api,
    random,
    url: (client, attempt) => servers[(client + attempt) % servers.length]?.url ?? "",
    pauseMs: 30,
    retryMs: () => 50,
  });
  const work = async (): Promise<void> => {
    const enough = load.answered() + turnsPerJump;
    await expect.poll(load.answered).toBeGreaterThanOrEqual(enough);
  };
  const forgotten: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const shift of jumps) {
        for (const jumping of [servers.slice(0, 1), servers.slice(1), servers]) {
          await Promise.all(jumping.map((server) => server.ask({ ask: "date", shift })));
          await work();
          for (const server of jumping) forgotten.push((await server.ask({ ask: "prune" })).forgotten);
          await Promise.all(jumping.map((server) => server.ask({ ask: "date", shift: 0 })));
          await work();
        }
      }
    }
    await load.stop();
    const figures = await load.check();
    const refused = await Promise.all(servers.map((server) => server.ask({ ask: "refusals" })));
    report(`clock on ${place.kind}, ${host}`, {
      jumps: rounds * jumps.length * 3,
      ...figures,
      "lost leases": refused.reduce((sum, { refusals }) => sum + (refusals["store.lease_lost"] ?? 0), 0),
      "longest wait (ms)": load.longestWait(),
    });
    expect(figures).toMatchObject({ ...harmless, outcomeUnknown: 0 });
    expect(new Set(forgotten)).toEqual(new Set([0]));
    await checkNothingOpen(place);
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await api.close();
  }
}

/** Servers that are killed in mid-turn and started while the date is wrong: by their first look at it, all is old. */
async function startWithWrongDate(place: Place, host: Host): Promise<void> {
  const api = await startShopApi(randomNumbers(seed));
  const start = (shift: number): Promise<ChatServer> =>
    startChatServer({ place, host, api: api.url, clock: "own", dateMs: shift });
  const ids = Array.from({ length: 5 }, (_, number) => `c${number}`);
  let server = await start(0);
  const at = { url: () => server.url, refusals: noRefusals() };
  let told = 0;
  const tellAll = async (): Promise<void> => {
    told += 1;
    const messageId = `m${told}`;
    await Promise.all(ids.map((conversationId) => say({ conversationId, messageId, text: `echo ${told}` }, at)));
  };
  try {
    for (const id of ids) await begin(id, at);
    await tellAll();
    // A first sweep, with the right date.
    await server.ask({ ask: "prune" });
    for (const shift of [...jumps, 0, ...jumps.toReversed(), 0]) {
      const telling = tellAll();
      await server.kill();
      server = await start(shift);
      await telling;
      await tellAll();
      expect((await server.ask({ ask: "prune" })).forgotten).toBe(0);
      for (const id of ids) expect(await transcriptOf(id, at)).toHaveLength(told);
    }
    await checkNothingOpen(place);
  } finally {
    await server.kill();
    await api.close();
  }
}

async function checkNothingOpen(place: Place): Promise<void> {
  const store = await openPlace(place);
  expect(await store.openConversations()).toEqual([]);
  await store.close();
}

const timeout = 600_000 + rounds * 60_000;
await onEveryStore({
  name: "nothing is lost, blocked or forgotten while the date jumps",
  timeout,
  isWhole: whole,
  run: jumpUnderLoad,
});
await onEveryStore({
  name: "nothing is lost, blocked or forgotten by a server that starts with a wrong date",
  timeout,
  isWhole: whole,
  run: startWithWrongDate,
});
