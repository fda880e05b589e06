import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPostgresStore } from "../../src/checkpoint/postgres-store.ts";
import { createRedisStore } from "../../src/checkpoint/redis-store.ts";
import { createSqliteStore } from "../../src/checkpoint/sqlite-store.ts";
import type { Store } from "../../src/checkpoint/store.ts";
import type { Answer } from "./echo-worker.ts";
import { startWorker, type Worker } from "./start-workers.ts";
import { withServer } from "./with-server.ts";

const conversations = 8;
const messages = 12;
const inFlight = 4;

interface Place {
  readonly place: string;
  readonly name: string;
  readonly open: () => Promise<Store>;
}

interface Answered {
  readonly answer: Answer;
  /** Those that had their reply when this one was sent. */
  readonly after: readonly number[];
}

/** One client: so many messages under way at a time, each to the next process in turn. */
async function converse(conversationId: string, workerFor: (index: number) => Worker): Promise<Map<number, Answered>> {
  const answers = new Map<number, Answered>();
  let next = 0;
  const sendOn = async (): Promise<void> => {
    while (next < messages) {
      const index = next;
      next += 1;
      const after = [...answers.keys()];
      const order = { conversationId, messageId: `m${index}` };
      let answer: Answer | null = null;
      // What a client does: the same message again, under the same id, to whoever is there.
      for (let attempt = 0; answer === null; attempt += 1) answer = await workerFor(index + attempt).say(order);
      answers.set(index, { answer, after });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, sendOn));
  return answers;
}

/** Each message has its own reply, is in the transcript once, and came after all that were answered before it was sent. */
async function expectAllDone(store: Store, conversationId: string, answers: Map<number, Answered>): Promise<void> {
  const transcript = await store.transcript(conversationId);
  expect(transcript.map(({ turn }) => turn)).toEqual(Array.from({ length: messages }, (_, index) => index + 1));
  expect(new Set(transcript.map(({ messageId }) => messageId)).size).toBe(messages);
  const turnOf = (index: number): number => transcript.findIndex(({ messageId }) => messageId === `m${index}`) + 1;
  for (const [index, { answer, after }] of answers) {
    expect(answer).toEqual({
      conversationId,
      messageId: `m${index}`,
      texts: [`Heard m${index}.`],
      turn: turnOf(index),
    });
    expect(after.filter((earlier) => turnOf(earlier) > turnOf(index))).toEqual([]);
  }
  expect(await store.openMessages(conversationId)).toEqual([]);
}

function describeProcesses(name: string, makePlace: () => Promise<Place & { dispose(): Promise<void> }>): void {
  describe(`two processes on ${name}`, () => {
    const ids = Array.from({ length: conversations }, (_, index) => `c${index}`);

    it("take each message once and answer its sender", { timeout: 120_000 }, async () => {
      const { place, name: own, open, dispose } = await makePlace();
      const workers = await Promise.all([startWorker(place, own), startWorker(place, own)]);
      const store = await open();
      try {
        const workerFor = (index: number): Worker => workers[index % 2] as Worker;
        const all = await Promise.all(ids.map((id) => converse(id, workerFor)));
        for (const [index, answers] of all.entries()) await expectAllDone(store, ids[index] ?? "", answers);
        for (const id of ids) {
          const order = (await store.transcript(id)).map(({ messageId }) => Number(messageId.slice(1)));
          const ofEach = [0, 1].map((worker) => order.filter((index) => index % 2 === worker));
          expect(ofEach).toEqual(ofEach.map((indexes) => indexes.toSorted((a, b) => a - b)));
        }
      } finally {
        await Promise.all(workers.map((worker) => worker.stop()));
        await store.close();
        await dispose();
      }
    });

    it("lose nothing when one of them is killed", { timeout: 120_000 }, async () => {
      const { place, name: own, open, dispose } = await makePlace();
      const [mortal, other] = await Promise.all([startWorker(place, own), startWorker(place, own)]);
      const store = await open();
      try {
        let isDead = false;
        let sent = 0;
        const workerFor = (index: number): Worker => {
          sent += 1;
          if (sent === (conversations * messages) / 2) {
            isDead = true;
            void mortal.kill();
          }
          return isDead || index % 2 === 1 ? other : mortal;
        };
        const all = await Promise.all(ids.map((id) => converse(id, workerFor)));
        expect(isDead).toBe(true);
        for (const [index, answers] of all.entries()) await expectAllDone(store, ids[index] ?? "", answers);
      } finally {
        await Promise.all([mortal.stop(), other.stop()]);
        await store.close();
        await dispose();
      }
    });
  });
}

let places = 0;

await withServer("postgres", (url) =>
  describeProcesses("Postgres", async () => {
    places += 1;
    const schema = `processes_${process.pid}_${places}`;
    return {
      place: url,
      name: schema,
      open: () => createPostgresStore({ url, schema }),
      dispose: async () => undefined,
    };
  }),
);

await withServer("redis", (url) =>
  describeProcesses("Redis", async () => {
    places += 1;
    const prefix = `processes-${process.pid}-${places}`;
    return { place: url, name: prefix, open: () => createRedisStore({ url, prefix }), dispose: async () => undefined };
  }),
);

describeProcesses("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "soni-processes-"));
  const path = join(folder, "soni.db");
  return {
    place: path,
    name: "",
    open: async () => createSqliteStore({ path }),
    dispose: () => rm(folder, { recursive: true }),
  };
});
