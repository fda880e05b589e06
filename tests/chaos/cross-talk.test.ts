import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createServer } from "../../src/server/app.ts";
import { createLogger, runtimeLog } from "../../src/server/logging.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { withCache } from "../../src/understand/cache.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import { openPlace, placeOn, withSqlitePlace } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import { assistantOf } from "../support/dialogue.ts";
import { canary, type Owner, ownerName, ownersIn } from "./canary.ts";
import { canaryModel } from "./canary-model.ts";
import { count, isWhole, report } from "./seed.ts";

const users = isWhole("SONI_CROSS_TALK_TURNS") ? 50 : 8;
const turns = count("SONI_CROSS_TALK_TURNS", 240);
const conversationsPerUser = 2;

const yaml = `
settings: { runtime: { host: direct } }
slots:
  word: { type: string, prompt: "What?" }
actions:
  keep: { inputs: [word], outputs: [receipt] }
flows:
  note:
    description: note a word
    trigger: { intents: [note something] }
    steps:
      - { step: ask, type: collect, slot: word }
      - { step: keep, type: action, call: keep }
      - { step: kept, type: say, message: "Kept {word} as {receipt}." }
  recall:
    description: say what was noted
    trigger: { intents: [what did I say] }
    steps:
      - { step: ask, type: collect, slot: word }
      - { step: tell, type: say, message: "You said {word}." }
`;

/** What is said in a round: most of it is the same for all users, and means something else for each. */
const round = [
  (word: string) => ({ text: `note ${word}`, reply: `Kept ${word} as R-${word}.` }),
  (word: string) => ({ text: "what did I say", reply: `You said ${word}.` }),
  () => ({ text: "note something please", reply: "What?" }),
  (word: string) => ({ text: "the same as before", reply: `Kept ${word} as R-${word}.` }),
  (word: string) => ({ text: "once more", reply: `Kept ${word} as R-${word}.` }),
] as const;

const tokenOf = (user: number): string => `token-of-user-${user}-0123456789`;

/** Where words of others, or words at all, turned up. */
interface Found {
  readonly place: string;
  readonly owners: readonly string[];
}

async function run(store: Store, name: string): Promise<void> {
  const assistant = assistantOf(yaml);
  const model = canaryModel();
  const cache = withCache(createModelUnderstander({ model }), {
    samples: false,
    identity: "canary",
    ttl: 60,
    size: 500,
  });
  const found: Found[] = [];
  const only = (place: string, text: string, owner: Owner | null): void => {
    const foreign = ownersIn(text).filter((each) => owner === null || each !== ownerName(owner));
    if (foreign.length > 0) found.push({ place, owners: foreign });
  };
  let lines = 0;
  const write = (line: string): void => {
    lines += 1;
    only("log", line, null);
  };
  const log = createLogger(assistant, { level: "trace", destination: { write } });
  const kept = new Map<string, string>();
  const keep = (
    { word }: Readonly<Record<string, unknown>>,
    { conversationId }: { readonly conversationId: string },
  ) => {
    const [owner = ""] = ownersIn(String(word));
    if ((kept.get(conversationId) ?? owner) !== owner) found.push({ place: "action", owners: [owner] });
    kept.set(conversationId, owner);
    return { receipt: `R-${String(word)}` };
  };
  const soni = createSoni({ assistant, store, actions: { keep }, understander: cache, log: runtimeLog(log) });
  const tokens = Array.from({ length: users }, (_, user) => ({ name: `user-${user}`, token: tokenOf(user) }));
  const operator = { name: "operator", token: tokenOf(users), roles: ["metrics" as const] };
  const limits = {
    requestsPerMinute: null,
    messagesPerMinute: null,
    openingsPerMinute: null,
    socketsPerPrincipal: null,
  };
  const app = await createServer({
    soni,
    assistant,
    web: null,
    log,
    limits,
    access: { tokens: [...tokens, operator] },
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;

  const call = async (
    user: number,
    path: string,
    given: { json?: unknown; stream?: boolean } = {},
  ): Promise<string> => {
    const { json, stream = false } = given;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: json === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${tokenOf(user)}`,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...(stream ? { accept: "text/event-stream" } : {}),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}`);
    return text;
  };

  const owners: readonly Owner[] = Array.from({ length: users * conversationsPerUser }, (_, index) => ({
    user: index % users,
    conversation: Math.floor(index / users),
  }));
  let said = 0;
  let heard = 0;
  /** All conversations have the same few ids: only whose they are tells them apart. */
  const converse = async (owner: Owner): Promise<void> => {
    const path = `/v1/conversations/c${owner.conversation}`;
    await call(owner.user, "/v1/conversations", { json: { conversationId: `c${owner.conversation}` } });
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}/socket?after=0`, {
      headers: { authorization: `Bearer ${tokenOf(owner.user)}` },
    });
    socket.on("message", (data) => {
      heard += 1;
      only("socket", String(data), owner);
    });
    await new Promise((resolve, reject) => socket.once("message", resolve).once("error", reject));
    for (let turn = 0; turn < turns / owners.length; turn += 1) {
      const { text, reply } = (round[turn % round.length] ?? round[0])(canary(owner, Math.floor(turn / round.length)));
      const answer = await call(owner.user, `${path}/messages`, { json: { text }, stream: turn % 4 === 3 });
      said += 1;
      only("reply", answer, owner);
      if (!answer.includes(reply)) throw new Error(`'${text}' of ${ownerName(owner)} was answered with ${answer}`);
    }
    for (const part of ["", "/transcript", "/events"]) only(`GET ${part}`, await call(owner.user, path + part), owner);
    only("list", await call(owner.user, "/v1/conversations"), null);
    socket.terminate();
  };
  try {
    await Promise.all(owners.map(converse));
    only("metrics", await call(users, "/metrics"), null);
    report(`cross-talk on ${name}`, {
      users,
      conversations: owners.length,
      turns: said,
      "foreign words": found.length,
      "prompts with two owners": model.mixed,
      prompts: model.prompts,
      "answers in the cache": cache.statistics().entries,
      "frames on sockets": heard,
      "lines of log": lines,
    });
    expect(found).toEqual([]);
    expect(model.mixed).toBe(0);
    expect(lines).toBeGreaterThanOrEqual(said);
    expect(heard).toBeGreaterThan(said);
  } finally {
    await app.close();
    await soni.close();
  }
}

const title = "no word of one conversation is in another's replies, prompts, actions, frames or in any log";
const options = { timeout: 300_000 + turns * 120 };

it(`${title}: memory`, options, () => run(createMemoryStore(), "memory"));

if (isWhole("SONI_CROSS_TALK_TURNS")) {
  it(`${title}: SQLite`, options, () => withSqlitePlace(async (place) => run(await openPlace(place), "SQLite")));
  for (const kind of ["postgres", "redis"] as const) {
    await withServer(kind, (url) => {
      it(`${title}: ${kind}`, options, async () => run(await openPlace(placeOn(kind, url)), kind));
    });
  }
}
