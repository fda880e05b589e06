import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { parseTokens } from "../../src/server/access/tokens.ts";
import { createServer } from "../../src/server/app.ts";
import { createLogger, runtimeLog } from "../../src/server/logging.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { withCache } from "../../src/understand/cache.ts";
import { openPlace, type Place } from "../servers/place.ts";
import { assistantOf } from "../support/dialogue.ts";
import { type Host, onHost } from "../support/on-host.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { onEveryStore } from "./on-every-store.ts";
import { count, isWhole, report, seed } from "./seed.ts";

const conversations = count("SONI_ERASURE_CONVERSATIONS", 16);
const turns = isWhole("SONI_ERASURE_CONVERSATIONS") ? 6 : 3;
const perUser = 4;

const yaml = `
slots:
  word: { type: string, prompt: "What?" }
  more: { type: string, prompt: "What else?" }
actions:
  keep: { inputs: [word], outputs: [receipt], effect: true, idempotent: true }
flows:
  note:
    description: notes a word
    trigger: { intents: [note] }
    steps:
      - { step: ask, type: collect, slot: word }
      - { step: keep, type: action, call: keep }
      - { step: else, type: collect, slot: more }
      - { step: kept, type: say, message: "Kept {more}." }
`;

/** Every conversation has a word of its own, and says it in every message. */
const wordOf = (index: number): string => `canary${index}word`;
const userOf = (index: number): string => `user${Math.floor(index / perUser)}`;
const tokenOf = (user: string): string => `token-of-${user}-0123456789`;
const clerk = "clerk-0123456789abcdef";

interface Call {
  readonly method: "POST" | "DELETE";
  readonly path: string;
  readonly token: string;
  readonly json?: object;
}

/** One of two processes on the same store: a whole server, with a cache of what it understood and a log of what it did. */
async function startProcess(store: Store, host: Host) {
  const assistant = assistantOf(yaml);
  const lines: string[] = [];
  const log = createLogger(assistant, {
    level: "debug",
    destination: { write: (line: string) => void lines.push(line) },
  });
  const next = randomNumbers(seed);
  const understander = withCache(
    {
      async understand({ message }) {
        await sleep(next(8));
        const [what = "", word = ""] = message.split(" ");
        return {
          commands:
            what === "note"
              ? [{ type: "start_flow", flow: "note", slots: { word }, newInstance: true }]
              : [{ type: "set_slot", slot: "more", value: word }],
          confidence: 1,
        };
      },
    },
    { enabled: true, samples: false, identity: "test", ttl: 3600, size: 10_000 },
  );
  const soni = createSoni({
    assistant: onHost(assistant, host),
    store,
    understander,
    actions: {
      keep: async ({ word }) => {
        await sleep(next(8));
        return { receipt: `receipt of ${word}` };
      },
    },
    log: runtimeLog(log),
  });
  const users = Array.from({ length: Math.ceil(conversations / perUser) }, (_, index) => userOf(index * perUser));
  const tokens = parseTokens([...users.map((user) => `${user}:${tokenOf(user)}`), `clerk:${clerk}:erasure`].join(","));
  const unlimited = { requestsPerMinute: null, messagesPerMinute: null, openingsPerMinute: null };
  const app = await createServer({ soni, assistant, access: { tokens }, log, limits: unlimited, web: null });
  return {
    soni,
    lines,
    remembered: () => understander.remembered(),
    async call({ method, path, token, json }: Call) {
      const { statusCode, body } = await app.inject({
        method,
        url: `/v1${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(json === undefined ? {} : { payload: json }),
      });
      return { status: statusCode, body };
    },
    async close() {
      await app.close();
      await soni.close();
    },
  };
}
type Process = Awaited<ReturnType<typeof startProcess>>;

async function talk(process: Process, index: number): Promise<void> {
  const token = tokenOf(userOf(index));
  await process.call({ method: "POST", path: "/conversations", token, json: { conversationId: `c${index}` } });
  for (let turn = 0; turn < turns; turn += 1) {
    const { status } = await say(process, index, turn);
    expect(status).toBe(200);
  }
}

const say = (process: Process, index: number, turn: number) =>
  process.call({
    method: "POST",
    path: `/conversations/c${index}/messages`,
    token: tokenOf(userOf(index)),
    json: { text: `${turn % 2 === 0 ? "note" : "more"} ${wordOf(index)} ${"x".repeat(turn * 150)}` },
  });

/** Conversations that are deleted one by one, users that are deleted whole, and those that stay. */
const erasureOf = (index: number): "one" | "user" | "stays" =>
  (["one", "user", "user", "stays"] as const)[Math.floor(index / perUser) % 4] ?? "stays";

async function checkErasure(open: () => Promise<Store>, host: Host, bytes: () => Promise<Buffer>): Promise<void> {
  const [here, there] = (await Promise.all([open(), open()].map(async (store) => startProcess(await store, host)))) as [
    Process,
    Process,
  ];
  const all = Array.from({ length: conversations }, (_, index) => index);
  const erased = all.filter((index) => erasureOf(index) !== "stays");
  await Promise.all(all.map((index) => talk(index % 2 === 0 ? here : there, index)));

  // Users go on talking in both processes while they are erased; nobody deletes anything a second time.
  const moment = randomNumbers(seed + 1);
  const latecomers = Promise.all(
    erased.flatMap((index) =>
      [here, there].map(async (process) => {
        await sleep(moment(60));
        return (await say(process, index, turns)).status;
      }),
    ),
  );
  await sleep(20);
  const deleteOne = (index: number) =>
    here.call({ method: "DELETE", path: `/conversations/c${index}`, token: tokenOf(userOf(index)) });
  const deleteUser = (user: string) =>
    here.call({ method: "DELETE", path: `/users/${user}/conversations`, token: clerk });
  const users = [...new Set(erased.filter((index) => erasureOf(index) === "user").map(userOf))];
  const answers = await Promise.all([
    ...erased.filter((index) => erasureOf(index) === "one").map(deleteOne),
    ...users.map(deleteUser),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status !== 204 && status !== 200)).toEqual([]);
  const late = await latecomers;
  // Answered before the erasure, or refused after it.
  expect(late.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  await Promise.all([here, there].map(({ soni }) => soni.recover()));
  // What the sweeper of each process does within the hour.
  await Promise.all([here, there].map(({ soni }) => soni.prune()));

  const left = (await here.soni.conversations()).map(({ conversationId }) => conversationId.split(":")[1]);
  expect(left.toSorted()).toEqual(
    all
      .filter((index) => !erased.includes(index))
      .map((index) => `c${index}`)
      .toSorted(),
  );
  for (const process of [here, there]) {
    const remembered = process.remembered().map((id) => id.split(":")[1]);
    expect(erased.filter((index) => remembered.includes(`c${index}`))).toEqual([]);
    expect(erased.filter((index) => process.lines.some((line) => line.includes(wordOf(index))))).toEqual([]);
  }
  await Promise.all([here.close(), there.close()]);
  const stored = await bytes();
  if (stored.length > 0) {
    expect(all.filter((index) => stored.includes(wordOf(index)))).toEqual(
      all.filter((index) => !erased.includes(index)),
    );
  }
  report(`erasure (${host})`, {
    conversations,
    erased: erased.length,
    "messages meanwhile": late.length,
    "of them refused": late.filter((status) => status === 404).length,
    "canaries left": erased.filter((index) => stored.includes(wordOf(index))).length,
    "bytes searched": stored.length,
  });
}

const timeout = isWhole("SONI_ERASURE_CONVERSATIONS") ? 600_000 : 300_000;
const name = "what is erased is in no row, byte, cache or log, and nobody brings it back";

it(`${name}: memory`, { timeout }, async () => {
  const store = createMemoryStore();
  const shared = { ...store, close: async () => undefined };
  await checkErasure(
    async () => shared,
    "direct",
    async () => Buffer.alloc(0),
  );
  expect((await store.conversationIds("")).length).toBe(
    Array.from({ length: conversations }, (_, index) => index).filter((index) => erasureOf(index) === "stays").length,
  );
});

await onEveryStore({
  name,
  timeout,
  isWhole: isWhole("SONI_ERASURE_CONVERSATIONS"),
  run: (place: Place, host) =>
    checkErasure(
      () => openPlace(place),
      host,
      () => storedBytes(place),
    ),
});
