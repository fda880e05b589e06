import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { WebSocket } from "ws";
import type { Place } from "../servers/place.ts";
import type { Host } from "../support/on-host.ts";
import { begin, transcriptOf } from "./chat-client.ts";
import { onEveryStore } from "./on-every-store.ts";
import { count, report } from "./seed.ts";
import { startShopApi } from "./shop-api.ts";
import { type ChatServer, startChatServer } from "./start-chat-server.ts";

const conversations = count("SONI_ORDER_CONVERSATIONS", 4);
const messages = 50;
/** Half of them at each of the two servers. */
const inFlight = 8;

/** A socket: what is sent on it arrives in the order in which it was sent, so that its sender can tell. */
interface Sender {
  /** Resolves with the number of the turn; null if the server is too busy now. */
  say(messageId: string, text: string): Promise<number | null>;
  close(): void;
}

async function openSender({ port }: ChatServer, conversationId: string): Promise<Sender> {
  const waiting = new Map<string, { resolve(turn: number | null): void; reject(error: Error): void }>();
  const hear = (frame: {
    readonly type: string;
    readonly messageId: string;
    readonly [key: string]: unknown;
  }): void => {
    const waits = waiting.get(frame.messageId);
    if (frame.type === "ack") waits?.resolve(Number(frame["turn"]));
    if (frame.type !== "error") return;
    if (JSON.stringify(frame).includes('"status":503')) waits?.resolve(null);
    else waits?.reject(new Error(JSON.stringify(frame)));
  };
  const connect = (): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      const opened = new WebSocket(`ws://127.0.0.1:${port}/v1/conversations/${conversationId}/socket?after=0`);
      opened.on("error", reject);
      opened.on("message", (data) => {
        const frame = JSON.parse(String(data));
        if (frame.type === "ready") resolve(opened);
        hear(frame);
      });
      // A server that is too busy asks to come back: what it has not acknowledged is sent again.
      opened.on("close", () => {
        reject(new Error("It was closed before it was ready."));
        for (const { resolve: giveUp } of waiting.values()) giveUp(null);
      });
    });
  let socket = await connect();
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN;
  let connecting: Promise<void> | null = null;
  const reconnect = async (): Promise<void> => {
    try {
      socket = await connect();
    } catch {
      // It is tried again with the next message.
    } finally {
      connecting = null;
    }
  };
  return {
    async say(messageId, text) {
      if (!isOpen()) {
        connecting ??= reconnect();
        await connecting;
        if (!isOpen()) return null;
      }
      const { promise, resolve, reject } = Promise.withResolvers<number | null>();
      waiting.set(messageId, { resolve, reject });
      socket.send(JSON.stringify({ type: "message", messageId, text }));
      return promise;
    },
    close: () => socket.terminate(),
  };
}

interface Sent {
  readonly sender: number;
  readonly index: number;
  readonly turn: number;
  /** The last turn that its client knew to be done when it sent this. */
  readonly after: number;
  /** It was refused with 503 before: those sent after it may have been accepted first. */
  readonly isRepeated: boolean;
}

/** Each sender keeps its share in flight: as soon as one is answered, the next is sent. */
async function converse(senders: readonly Sender[]): Promise<readonly Sent[]> {
  const done: Sent[] = [];
  let latest = 0;
  const sendAll = async (sender: Sender, number: number): Promise<void> => {
    let next = 0;
    const sendOn = async (): Promise<void> => {
      while (next < messages / senders.length) {
        const index = next;
        next += 1;
        const after = latest;
        let attempts = 0;
        let turn: number | null = null;
        for (; turn === null; attempts += 1) {
          if (attempts > 0) await sleep(1_000);
          turn = await sender.say(`s${number}-${index}`, `echo s${number}-${index}`);
        }
        latest = Math.max(latest, turn);
        done.push({ sender: number, index, turn, after, isRepeated: attempts > 1 });
      }
    };
    await Promise.all(Array.from({ length: inFlight / senders.length }, sendOn));
  };
  await Promise.all(senders.map(sendAll));
  return done;
}

/**
 * Order as clients can see it: every message has one turn of its own; those of one sender have theirs in the order sent;
 * and whatever was answered before another was sent came before it, whoever sent it. Returns how many are so.
 */
async function inOrder(server: ChatServer, conversationId: string, sent: readonly Sent[]): Promise<number> {
  const entries = await transcriptOf(conversationId, { url: () => server.url });
  expect(entries.map(({ messageId }) => messageId).toSorted()).toEqual(
    sent.map(({ sender, index }) => `s${sender}-${index}`).toSorted(),
  );
  const turns = new Map(entries.map((entry) => [entry.messageId, entry]));
  const last = new Map<number, number>();
  let right = 0;
  for (const { sender, index, turn, after, isRepeated } of sent.toSorted((a, b) => a.index - b.index)) {
    const entry = turns.get(`s${sender}-${index}`);
    const isRight =
      entry?.turn === turn &&
      entry.texts.includes(`Heard s${sender}-${index}.`) &&
      turn > after &&
      (isRepeated || turn > (last.get(sender) ?? 0));
    if (!isRepeated) last.set(sender, turn);
    if (isRight) right += 1;
  }
  return right;
}

async function run(place: Place, host: Host): Promise<void> {
  const api = await startShopApi();
  const options = { place, host, api: api.url };
  const servers = await Promise.all([startChatServer(options), startChatServer(options)]);
  const [first] = servers;
  try {
    const ids = Array.from({ length: conversations }, (_, index) => `c${index}`);
    for (const id of ids) await begin(id, { url: () => first.url });
    const all = await Promise.all(ids.map((id) => Promise.all(servers.map((server) => openSender(server, id)))));
    const started = performance.now();
    const sent = await Promise.all(all.map(converse));
    const seconds = Math.round((performance.now() - started) / 1000);
    for (const sender of all.flat()) sender.close();
    const right = [];
    for (const [index, id] of ids.entries()) right.push(await inOrder(first, id, sent[index] ?? []));
    const total = right.reduce((sum, each) => sum + each, 0);
    const repeated = sent.flat().filter(({ isRepeated }) => isRepeated).length;
    const of = conversations * messages;
    report(`order on ${place.kind}, ${host}`, { conversations, "in order": total, of, repeated, seconds });
    expect(total).toBe(of);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await api.close();
  }
}

await onEveryStore({
  name: "two servers take the messages of a conversation in the order sent, each once",
  timeout: 300_000 + conversations * 2_000,
  isWhole: false,
  run,
});
