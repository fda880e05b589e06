import { expect } from "vitest";
import type { Place } from "../servers/place.ts";
import type { Host } from "../support/on-host.ts";
import { begin, type Message, type Reply, replyIn, request, say, send, transcriptOf } from "./chat-client.ts";
import { onEveryStore } from "./on-every-store.ts";
import { count, isWhole, report } from "./seed.ts";
import { startShopApi } from "./shop-api.ts";
import { type ChatServer, startChatServer } from "./start-chat-server.ts";

const messages = count("SONI_DEDUP_MESSAGES", 6);
const times = 5;
/** So many messages at the same moment. */
const together = 10;
/** A little more than the window that is promised. */
const later = 25 * 60 * 60 * 1000;

/** Everybody at once, at both servers in turn. */
const sendAll = (servers: readonly ChatServer[], message: Message) =>
  Promise.all(Array.from({ length: times }, (_, index) => send(servers[index % servers.length]?.url ?? "", message)));

async function run(place: Place, host: Host): Promise<void> {
  const api = await startShopApi();
  const start = (aheadMs = 0): Promise<ChatServer> => startChatServer({ place, host, api: api.url, aheadMs });
  const servers: ChatServer[] = await Promise.all([start(), start()]);
  const to = { url: () => servers[0]?.url ?? "" };
  const all = Array.from({ length: messages }, (_, index): Message => {
    const text = ["pay", "echo", "quantity 3"][index % 3];
    return { conversationId: `c${index}`, messageId: "m2", text: `${text} i${index}` };
  });
  try {
    for (const { conversationId } of all) {
      await begin(conversationId, to);
      await say({ conversationId, messageId: "m1", text: `order ${conversationId}` }, to);
    }
    const replies: Reply[] = [];
    for (let from = 0; from < messages; from += together) {
      const some = all.slice(from, from + together);
      const said = await Promise.all(some.map((message) => sendAll(servers, message)));
      expect(said.flat().map((each) => each?.status)).toEqual(said.flat().map(() => 200));
      replies.push(...said.map(([first]) => replyIn(first?.body)));
    }
    // Two texts under one id at the same moment: one of them is the message, the other is refused.
    for (const { conversationId } of all) {
      const texts = ["echo one", "echo two"];
      const both = await Promise.all(
        servers.map(({ url }, index) => send(url, { conversationId, messageId: "m3", text: texts[index] ?? "" })),
      );
      expect(both.map((said) => said?.status).toSorted()).toEqual([200, 422]);
    }
    let identical = 0;
    const expectSame = async (): Promise<void> => {
      for (const [index, message] of all.entries()) {
        const { turn, texts } = replies[index] ?? { turn: 0, texts: [] };
        for (const said of await sendAll(servers, message)) {
          expect(replyIn(said?.body)).toEqual({ turn, texts, duplicate: true });
          identical += 1;
        }
        const other = await Promise.all(servers.map(({ url }) => send(url, { ...message, text: "echo other" })));
        expect(other.map((said) => [said?.status, said?.body.code])).toEqual(
          servers.map(() => [422, "message.id_reused"]),
        );
        expect(await transcriptOf(message.conversationId, to)).toMatchObject([
          {},
          { turn, texts },
          { messageId: "m3" },
        ]);
      }
    };
    await expectSame();
    // One ends as it should, one does not; those that come after live a day later.
    await Promise.all([servers[0]?.stop(), servers[1]?.kill()]);
    servers.splice(0, 2, ...(await Promise.all([start(later), start(later)])));
    // So much goes on that whatever is kept for a while only is swept.
    for (let index = 0; index < 70; index += 1) {
      await say({ conversationId: "c0", messageId: `later-${index}`, text: `echo ${index}` }, to).catch(
        () => undefined,
      );
    }
    expect((await request(`${to.url()}/v1/conversations/c0`))?.status).toBe(200);
    for (const [index, message] of all.entries()) {
      const { turn, texts } = replies[index] ?? { turn: 0, texts: [] };
      for (const said of await sendAll(servers, message)) {
        expect(replyIn(said?.body)).toEqual({ turn, texts, duplicate: true });
        identical += 1;
      }
      const [verb = ""] = message.text.split(" ");
      if (verb === "pay") expect(api.callsOf("charge", `i${index}`)).toBe(1);
      if (verb === "quantity") expect(api.effectsOf("book", message.conversationId)).toBe(1);
    }
    report(`dedup on ${place.kind}, ${host}`, { messages, times, "identical replies to repetitions": identical });
    expect(identical).toBe(2 * messages * times);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await api.close();
  }
}

await onEveryStore({
  name: "a message that comes five times has one turn and one reply, also a day and a restart later",
  timeout: 300_000 + messages * 1_000,
  isWhole: isWhole("SONI_DEDUP_MESSAGES"),
  run,
});
