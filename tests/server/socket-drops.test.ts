import { expect, it } from "vitest";
import { shutDown } from "../../src/server/shut-down.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { openSocket, type TestSocket } from "./open-socket.ts";
import { type Running, startServer } from "./start-server.ts";

/** `npm run chaos:sockets` drops more. */
const drops = Number(process.env["SONI_SOCKET_DROPS"] ?? 100);
const clients = 5;
/** After so many drops the server is replaced by another one on the same store. */
const dropsPerServer = 25;
const rounds = ["10 to Ann", "1234", "yes", "hello"];

/** What a careful client does: remembers the last event, and sends again what was not acknowledged. */
interface Client {
  readonly conversationId: string;
  readonly events: { readonly id: number; readonly type: string; readonly turn: number }[];
  readonly acknowledged: Set<string>;
  sent: number;
}

it(
  `after ${drops} drops at random moments every reply came once, in order`,
  async () => {
    const kept = createMemoryStore();
    const store = { ...kept, close: async () => undefined };
    const random = randomNumbers(7);
    let server = await startServer({ store });
    let dropped = 0;
    const all: readonly Client[] = await Promise.all(
      Array.from({ length: clients }, async () => ({
        conversationId: await server.begin(),
        events: [],
        acknowledged: new Set<string>(),
        sent: 0,
      })),
    );
    while (dropped < drops) {
      const until = Math.min(drops, dropped + dropsPerServer);
      const running = server;
      await Promise.all(
        all.map(async (client) => {
          while (dropped < until) {
            dropped += 1;
            await connectOnce(running, client, random(12));
          }
        }),
      );
      await shutDown(server.app);
      server = await startServer({ store });
    }
    await Promise.all(all.map((client) => finish(server, client)));
    for (const { conversationId, events, sent } of all) {
      expect(events.map(({ id }) => id)).toEqual(await allEvents(server, conversationId));
      expect(events.filter(({ type }) => type === "done")).toHaveLength(sent + 1);
      expect(events.filter(({ type }) => type === "message").length).toBeGreaterThanOrEqual(sent);
    }
    expect(all.reduce((sum, { sent }) => sum + sent, 0)).toBeGreaterThan(drops / 20);
  },
  120_000 + drops * 200,
);

/** A page at a time: a long conversation has several. */
async function allEvents(server: Running, conversationId: string): Promise<readonly number[]> {
  const ids: number[] = [];
  for (;;) {
    const { body } = await server.call("GET", `/v1/conversations/${conversationId}/events?after=${ids.at(-1) ?? 0}`);
    const page: readonly number[] = body.events.map(({ id }: { id: number }) => id);
    if (page.length === 0) return ids;
    ids.push(...page);
  }
}

/** Opens, takes what comes, says the next thing, and is cut off after so many frames. */
async function connectOnce(server: Running, client: Client, frames: number): Promise<void> {
  const socket = open(server, client);
  let left = frames;
  await new Promise<void>((resolve) => {
    const drop = (): void => {
      socket.drop();
      resolve();
    };
    socket.socket.on("open", () => (left === 0 ? drop() : undefined));
    socket.socket.on("message", () => {
      left -= 1;
      if (left === 0) drop();
    });
    // Nothing more to come: it says the next thing and leaves at once, or stays for the answer.
    socket.socket.on("message", () => {
      if (speak(socket, client) && frames % 3 === 0) drop();
    });
  });
  await socket.closed;
}

function open(server: Running, client: Client): TestSocket {
  const socket = openSocket(server, client.conversationId, { after: client.events.at(-1)?.id ?? 0 });
  let isAsked = false;
  socket.socket.on("message", (data) => {
    // What arrives after the cut is lost.
    if (socket.socket.readyState !== socket.socket.OPEN) return;
    const frame = JSON.parse(String(data));
    if (frame.id !== undefined) client.events.push(frame);
    if (frame.type === "ack") client.acknowledged.add(frame.messageId);
    if (frame.type === "error") throw new Error(JSON.stringify(frame));
    if (frame.type === "ready" && !isAsked) {
      isAsked = true;
      for (let number = 1; number <= client.sent; number += 1) {
        if (!client.acknowledged.has(`m${number}`)) say(socket, number);
      }
    }
  });
  return socket;
}

const say = (socket: TestSocket, number: number): void =>
  socket.say(`m${number}`, rounds[(number - 1) % rounds.length] ?? "");

/** One message at a time, as a user would. */
function speak(socket: TestSocket, client: Client): boolean {
  if (client.acknowledged.size < client.sent || socket.socket.readyState !== socket.socket.OPEN) return false;
  client.sent += 1;
  say(socket, client.sent);
  return true;
}

/** Stays until everything said has been answered. */
async function finish(server: Running, client: Client): Promise<void> {
  const socket = open(server, client);
  const isOver = (): boolean =>
    client.acknowledged.size === client.sent &&
    client.events.filter(({ type }) => type === "done").length === client.sent + 1;
  // The first frame says that it is there; after it, everything may have come before.
  await new Promise<void>((resolve) => {
    socket.socket.on("message", () => (isOver() ? resolve() : undefined));
  });
  socket.drop();
}
