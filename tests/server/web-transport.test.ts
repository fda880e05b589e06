import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { type Chat, createChat } from "../../web/src/conversation/chat.ts";
import { createClient, postTransport, type SentMessage } from "../../web/src/conversation/client.ts";
import type { Memory } from "../../web/src/conversation/memory.ts";
import { type Patience, socketTransport } from "../../web/src/conversation/socket-transport.ts";
import { type Running, startServer } from "./start-server.ts";

/** What stands between the page and the server: it can cut all connections, and let nothing through any more. */
async function startProxy({ port }: Pick<Running, "port">) {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on("data", (data) => void (isFrozen || to.write(data)));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  const cut = (): void => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    cut,
    freeze(frozen: boolean): void {
      isFrozen = frozen;
    },
  };
}

const quick: Patience = { firstPause: 2, longestPause: 20, rarely: 20, heartbeat: 25_000, answer: 10_000 };
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 5)));

function memoryOf(conversationId: string): Memory {
  let outbox: readonly SentMessage[] = [];
  return {
    conversation: () => conversationId,
    keepConversation: () => undefined,
    outbox: () => outbox,
    keepOutbox: (messages) => {
      outbox = messages;
    },
  };
}

let ids = 0;
const newId = (): string => {
  ids += 1;
  return `id-${ids}`;
};

interface Opened {
  readonly chat: Chat;
  /** Messages that were posted because there was no socket. */
  readonly posted: string[];
}

/** A window of the page, without what draws it. */
async function openWindow(base: string, settings: { patience?: Patience; token?: string } = {}): Promise<Opened> {
  const posted: string[] = [];
  const options = { base, token: () => settings.token ?? null };
  const client = createClient(options, (request) => {
    const fallback = postTransport(request);
    const send: typeof fallback.send = (conversationId, message, onEvent) => {
      posted.push(message.text);
      return fallback.send(conversationId, message, onEvent);
    };
    return socketTransport({ ...options, fallback: { ...fallback, send }, patience: settings.patience ?? quick });
  });
  onTestFinished(() => client.close());
  const chat = createChat({ client, memory: memoryOf("one"), newId, pause });
  await chat.open();
  return { chat, posted };
}

/** Resolves once the chat is as it should be. */
const until = (chat: Chat, fits: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!fits()) return;
      stop();
      resolve();
    };
    const stop = chat.subscribe(look);
    look();
  });
const isAnswered = (chat: Chat) => (): boolean => chat.current().outbox.length === 0;
const isIn = (chat: Chat, phase: string) => (): boolean => chat.current().phase === phase;

/** Until a socket is open; the chat itself does not care. */
const untilSocket = ({ app }: Running, count = 1): Promise<void> =>
  expect.poll(() => app.sockets.size, { interval: 2 }).toBe(count);

const shown = (chat: Chat): readonly string[] =>
  chat.current().entries.flatMap(({ user, messages }) => [user, ...messages.map(({ text }) => text)]);

it("another window shows what is said, once, and both go by the socket", async () => {
  const server = await startServer();
  const first = await openWindow(`${server.url}/`);
  const second = await openWindow(`${server.url}/`);
  await untilSocket(server, 2);
  first.chat.say("send money");
  await until(second.chat, () => shown(second.chat).includes("To whom?"));
  await until(first.chat, isAnswered(first.chat));
  second.chat.say("Ann");
  await until(first.chat, () => shown(first.chat).includes("How much?"));
  await until(second.chat, isAnswered(second.chat));
  expect(shown(first.chat)).toEqual(["", "Welcome!", "send money", "To whom?", "Ann", "How much?"]);
  expect(shown(second.chat)).toEqual(shown(first.chat));
});

it("says who it is where tokens are asked for", async () => {
  const ana = { name: "ana", token: "ana-0123456789abcdef" };
  const server = await startServer({ access: { tokens: [ana] } });
  const { chat } = await openWindow(`${server.url}/`, { token: ana.token });
  const other = await openWindow(`${server.url}/`, { token: ana.token });
  chat.say("send money");
  await until(other.chat, () => shown(other.chat).includes("To whom?"));
});

it("shows every turn once and in order, however often the connection is cut", async () => {
  const server = await startServer({ limits: { turnsPerConversation: 1000 } });
  const proxy = await startProxy(server);
  const { chat } = await openWindow(proxy.base);
  const watching = await openWindow(proxy.base);
  const texts = Array.from({ length: 40 }, (_, index) => `message ${index}`);
  for (const [index, text] of texts.entries()) {
    chat.say(text);
    await new Promise((resolve) => setTimeout(resolve, (index * 7) % 11));
    proxy.cut();
  }
  await until(chat, isAnswered(chat));
  const stored = (await server.call("GET", "/v1/conversations/one/transcript")).body.entries;
  const all = stored.flatMap(({ user, messages }: { user: string; messages: { text: string }[] }) => [
    user,
    ...messages.map(({ text }) => text),
  ]);
  expect(stored.map(({ user }: { user: string }) => user)).toEqual(["", ...texts]);
  expect(shown(chat)).toEqual(all);
  await until(watching.chat, () => shown(watching.chat).length === all.length);
  expect(shown(watching.chat)).toEqual(all);
});

it("a server that falls silent is noticed by itself, and so is its return", async () => {
  const server = await startServer();
  const proxy = await startProxy(server);
  // It loses patience quickly only once nothing comes through: before and after, a slow machine is not a silent server.
  let answer = 5_000;
  const patience: Patience = {
    ...quick,
    heartbeat: 20,
    get answer() {
      return answer;
    },
  };
  const { chat } = await openWindow(proxy.base, { patience });
  // What others say comes by the socket only.
  await server.say("one", "send money");
  await until(chat, () => shown(chat).includes("To whom?"));
  answer = 50;
  proxy.freeze(true);
  await until(chat, isIn(chat, "unreachable"));
  answer = 5_000;
  proxy.freeze(false);
  await until(chat, isIn(chat, "open"));
  chat.say("Ann");
  await until(chat, isAnswered(chat));
  expect(shown(chat)).toEqual(["", "Welcome!", "send money", "To whom?", "Ann", "How much?"]);
});

it("posts its messages where no socket can be opened", async () => {
  const server = await startServer({ limits: { sockets: 0 } });
  const { chat, posted } = await openWindow(`${server.url}/`);
  chat.say("send money");
  await until(chat, isAnswered(chat));
  expect(shown(chat)).toEqual(["", "Welcome!", "send money", "To whom?"]);
  expect(posted).toEqual(["send money"]);
  expect(chat.current().phase).toBe("open");
});
