import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { openSocket } from "./open-socket.ts";
import { type Running, startServer } from "./start-server.ts";

const token = "ana-0123456789abcdef";
const other = "bob-0123456789abcdef";
const access = {
  tokens: [
    { name: "ana", token, roles: ["developer" as const] },
    { name: "bob", token: other },
  ],
};
const limits = { requestsPerMinute: null, messagesPerMinute: null };

async function longConversation(turns: number, options: Parameters<typeof startServer>[0] = {}) {
  const folder = await mkdtemp(join(tmpdir(), "soni-pages-"));
  const store = createSqliteStore({ path: join(folder, "soni.db"), synchronous: "normal" });
  const server = await startServer({ access, limits, store, ...options });
  onTestFinished(() => rm(folder, { recursive: true }));
  const id = await server.begin(token);
  // The first turn is the welcome.
  for (let turn = 2; turn <= turns; turn += 1) await server.say(id, "hello", token);
  return { server, id, path: `/v1/conversations/${id}` };
}

/** All pages, as a client reads them. */
async function walk({ call }: Running, path: string, field: "entries" | "events", limit: number) {
  const pages = [];
  for (let after: number | null = 0; after !== null; ) {
    const { status, body } = await call("GET", `${path}?after=${after}&limit=${limit}`, { token });
    expect(status).toBe(200);
    pages.push(body[field]);
    after = body.next;
  }
  return pages;
}

describe("what was said, page by page", () => {
  it("is the same as at once, wherever the pages end", async () => {
    const { server, path } = await longConversation(45);
    const whole = await server.call("GET", `${path}/transcript`, { token });
    expect(whole.body.entries).toHaveLength(45);
    expect(whole.body.next).toBeNull();
    const events = await server.call("GET", `${path}/events`, { token });
    const trace = await server.call("GET", `${path}/trace`, { token });
    expect(trace.body.entries[0]).toEqual({
      turn: 1,
      at: expect.any(Number),
      event: expect.any(String),
      data: expect.any(Object),
    });
    for (const limit of [1, 7, 19, 20, 21, 44, 45, 46, 500]) {
      const entries = await walk(server, `${path}/transcript`, "entries", limit);
      expect(entries.flat()).toEqual(whole.body.entries);
      expect(entries.map(({ length }) => length).every((length) => length <= limit)).toBe(true);
      expect((await walk(server, `${path}/events`, "events", limit)).flat()).toEqual(events.body.events);
      expect((await walk(server, `${path}/audit`, "entries", limit)).flat()).toHaveLength(45);
      expect((await walk(server, `${path}/trace`, "entries", limit)).flat()).toEqual(trace.body.entries);
    }
  });

  it("goes on after an event in the middle of a turn", async () => {
    const { server, path } = await longConversation(5);
    const { body } = await server.call("GET", `${path}/events`, { token });
    const ids = body.events.map(({ id }: { id: number }) => id);
    for (const [index, id] of ids.entries()) {
      const rest = await server.call("GET", `${path}/events?after=${id}`, { token });
      expect(rest.body.events.map((event: { id: number }) => event.id)).toEqual(ids.slice(index + 1));
    }
  });

  it("is nobody else's, on any page", async () => {
    const { server, path } = await longConversation(3);
    for (const what of ["transcript", "events", "transcript?after=2", "events?after=20000", "transcript?after=99"]) {
      expect((await server.call("GET", `${path}/${what}`, { token: other })).status).toBe(404);
    }
    expect((await server.call("GET", `${path}/transcript?after=99`, { token })).body).toEqual({
      entries: [],
      next: null,
    });
  });

  it.each(["limit=0", "limit=501", "limit=many", "after=-1", "after=1.5"])(
    "a page that is none is refused: %s",
    async (query) => {
      const { server, path } = await longConversation(1);
      expect((await server.call("GET", `${path}/transcript?${query}`, { token })).status).toBe(422);
    },
  );

  it("is all given to a socket that comes back after many turns", async () => {
    const { server, id, path } = await longConversation(45);
    const { body } = await server.call("GET", `${path}/events`, { token });
    const socket = openSocket(server, id, { token, after: 0 });
    const last = body.events.at(-1).id;
    await socket.until((frame) => frame.id === last);
    const got = socket.frames.filter(({ type }) => type !== "ready").map(({ id: event }) => event);
    expect(got).toEqual(body.events.map((event: { id: number }) => event.id));
    socket.drop();
  });
});

describe("many who read at once", () => {
  it("are refused beyond their share, and others still read", async () => {
    const { server, path } = await longConversation(60, { limits: { ...limits, readsPerOwner: 3, reads: 50 } });
    const read = () => server.call("GET", `${path}/transcript`, { token });
    const answers = await Promise.all(Array.from({ length: 20 }, read));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    for (const { status, headers, body } of answers) {
      if (status === 200) expect(body.entries).toHaveLength(60);
      else expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    // The budget is given back, also by readers that went away in the middle.
    for (let round = 0; round < 10; round += 1) {
      const controller = new AbortController();
      const reading = fetch(`${server.url}${path}/transcript`, {
        headers: { authorization: `Bearer ${token}` },
        signal: controller.signal,
      });
      const gone = reading.then(
        (response) => response.body?.cancel(),
        () => undefined,
      );
      if (round % 2 === 0) controller.abort();
      await gone;
    }
    await expect.poll(async () => (await read()).status).toBe(200);
  });

  it("do not keep the server from answering for its health", async () => {
    const { server, path } = await longConversation(300);
    const readers = Array.from({ length: 100 }, () => server.call("GET", `${path}/events?limit=500`, { token }));
    let answered = 0;
    let isDone = false;
    const done = Promise.all(readers).then((answers) => {
      isDone = true;
      return answers;
    });
    while (!isDone) {
      expect((await server.call("GET", "/health/live")).status).toBe(200);
      answered += 1;
    }
    expect(new Set((await done).map(({ status }) => status))).toEqual(new Set([200]));
    // Once in every few steps of the readers, instead of once after all of them.
    expect(answered).toBeGreaterThan(50);
  });
});
