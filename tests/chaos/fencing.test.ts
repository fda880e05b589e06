import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Store } from "../../src/stores/store.ts";
import { openPlace, type Place } from "../servers/place.ts";
import type { Host } from "../support/on-host.ts";
import { begin, type Message, replyIn, say, send, transcriptOf } from "./chat-client.ts";
import { onEveryStore } from "./on-every-store.ts";
import { count, isWhole, report } from "./seed.ts";
import { startShopApi } from "./shop-api.ts";
import { type ChatServer, startChatServer } from "./start-chat-server.ts";

const rounds = count("SONI_FENCING_ROUNDS", 1);
/** Conversations that are in mid-turn when their worker freezes. */
const frozen = isWhole("SONI_FENCING_ROUNDS") ? 20 : 6;
/** The default in the whole run. */
const lease = isWhole("SONI_FENCING_ROUNDS") ? {} : { leaseMs: 700 };

/** A third each freezes while it understands, in an action that may be repeated, and in one that may not. */
const kinds = [
  { text: "think", reply: "Heard" },
  { text: "quantity 2", reply: "Booked 2 of" },
  { text: "pay", reply: "Not sure about" },
] as const;

/**
 * Not in the middle of a write: there a file stays locked for everybody until the process goes on, so that nobody could
 * take over and nothing would be stale.
 */
async function freezeBetweenWrites(server: ChatServer, store: Store): Promise<void> {
  for (;;) {
    server.freeze();
    try {
      const lead = await store.lead("probe", { wait: false });
      if (lead.kind === "lead") await lead.release();
      return;
    } catch {
      server.thaw();
      await sleep(20);
    }
  }
}

async function run(place: Place, host: Host): Promise<void> {
  const api = await startShopApi();
  const options = { place, host, api: api.url, ...lease };
  const [mortal, other] = await Promise.all([startChatServer(options), startChatServer(options)]);
  const store = await openPlace(place);
  const to = (server: ChatServer) => ({ url: () => server.url });
  try {
    for (let round = 0; round < rounds; round += 1) {
      const messages = Array.from({ length: frozen }, (_, index): Message & { readonly item: string } => {
        const item = `r${round}-${index}`;
        const { text } = kinds[index % kinds.length] ?? kinds[0];
        return { conversationId: item, messageId: "m2", text: `${text} ${item}`, item };
      });
      for (const { conversationId, item } of messages) {
        await begin(conversationId, to(mortal));
        await say({ conversationId, messageId: "m1", text: `order ${item}` }, to(mortal));
      }
      const allInside = api.hold(frozen);
      const stale = messages.map((message) => send(mortal.url, message));
      await allInside;
      await freezeBetweenWrites(mortal, store);
      api.letGo();
      const taken = await Promise.all(messages.map((message) => say(message, to(other))));
      mortal.thaw();
      const late = await Promise.all(stale);
      for (const [index, { conversationId, item }] of messages.entries()) {
        const { reply } = kinds[index % kinds.length] ?? kinds[0];
        const { turn, texts } = taken[index] ?? { turn: 0, texts: [] };
        expect(texts[0]).toContain(reply);
        // Who asked the frozen worker gets the reply of the one that did the work.
        expect(replyIn(late[index]?.body)).toMatchObject({ turn, texts });
        expect(await transcriptOf(conversationId, to(mortal))).toMatchObject([{ turn: turn - 1 }, { turn, texts }]);
        expect(api.effectsOf("book", item)).toBeLessThanOrEqual(1);
        expect(api.callsOf("charge", item)).toBeLessThanOrEqual(1);
      }
    }
    const { refusals } = await mortal.ask({ ask: "refusals" });
    const stale = rounds * frozen;
    report(`fencing on ${place.kind}, ${host}`, { "stale commits": stale, refused: refusals["store.lease_lost"] ?? 0 });
    expect(refusals).toEqual({ "store.lease_lost": stale });
    expect(await other.ask({ ask: "refusals" })).toMatchObject({ refusals: {} });
  } finally {
    mortal.thaw();
    await Promise.all([mortal.stop(), other.stop()]);
    await store.close();
    await api.close();
  }
}

await onEveryStore({
  name: "a worker that was frozen past its lease saves nothing",
  timeout: 300_000 + rounds * 30_000,
  isWhole: isWhole("SONI_FENCING_ROUNDS"),
  run,
});
