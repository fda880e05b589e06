import { expect, it } from "vitest";
import { openPlace, type Place, placeOn, withSqlitePlace } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import type { Host } from "../support/on-host.ts";
import { begin, type Message, replyIn, say, transcriptOf } from "./chat-client.ts";
import type { Fault } from "./faulty-rows.ts";
import { count, isWhole, report } from "./seed.ts";
import { startShopApi } from "./shop-api.ts";
import { type ChatServer, startChatServer } from "./start-chat-server.ts";
import { startProxy } from "./start-proxy.ts";
import { watchReplies } from "./watch-replies.ts";

/** How often every save point fails, in each way. */
const rounds = count("SONI_REPLY_ROUNDS", 1);
const whole = isWhole("SONI_REPLY_ROUNDS");

interface Faults {
  arm(fault: Fault): Promise<void>;
  /** False once there are fewer writes than that: all have had their turn. */
  hasFailed(): Promise<boolean>;
}

interface Field {
  readonly host: Host;
  /** As the server sees it, and as it is. */
  readonly place: Place;
  readonly straight: Place;
  readonly faults: (server: ChatServer) => Faults;
}

type Channel = "json" | "stream";

/** With an action that may be repeated, with one that may not, without any. */
const kinds = whole ? ["quantity 2", "pay", "echo"] : ["quantity 2"];
const ways: readonly (readonly [Fault["when"], Channel])[] = whole
  ? [
      ["before", "json"],
      ["after", "json"],
      ["before", "stream"],
      ["after", "stream"],
    ]
  : [
      ["before", "stream"],
      ["after", "json"],
    ];

async function run({ host, place, straight, faults: faultsOf }: Field): Promise<void> {
  const api = await startShopApi();
  const server = await startChatServer({ place, host, api: api.url, leaseMs: 200 });
  const store = await openPlace(straight);
  const faults = faultsOf(server);
  const to = { url: () => server.url };
  const totals = { faults: 0, replies: 0, uncommitted: 0 };

  /** One turn with one fault: false if it was over before the fault. */
  const failOnce = async (fault: Fault, { text, as }: { text: string; as: Channel }) => {
    const conversationId = `c${totals.faults}-${fault.write}-${fault.when}-${as}-${text.split(" ")[0]}`;
    await begin(conversationId, to);
    await say({ conversationId, messageId: "m1", text: `order ${conversationId}` }, to);
    const watch = await watchReplies(server, store, conversationId);
    const message: Message = { conversationId, messageId: "m2", text: `${text} ${conversationId}` };
    try {
      await faults.arm(fault);
      const first = await watch.send(message, as);
      const hasFailed = await faults.hasFailed();
      if (!hasFailed) expect(first?.status).toBe(200);
      // An answer that was lost inside may have been asked for again; one that was not is refused with 503.
      if (first?.status !== 200) expect(first?.status).toBe(503);
      const again = await say(message, to);
      if (first?.status === 200) expect(replyIn(first.body)).toMatchObject({ turn: again.turn, texts: again.texts });
      expect(await transcriptOf(conversationId, to)).toMatchObject([{}, { messageId: "m2", turn: again.turn }]);
      expect(api.effectsOf("book", conversationId)).toBe(text.startsWith("quantity") ? 1 : 0);
      expect(api.callsOf("charge", conversationId)).toBeLessThanOrEqual(1);
      const { replies, uncommitted } = await watch.told();
      totals.faults += hasFailed ? 1 : 0;
      totals.replies += replies;
      totals.uncommitted += uncommitted;
      return hasFailed;
    } finally {
      watch.close();
    }
  };

  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const text of kinds) {
        for (const [when, as] of ways) {
          let write = 1;
          while (await failOnce({ write, when }, { text, as })) write += 1;
          // Accepting, and the turn; with an action also the state that names it, its begin and its end with its result.
          expect(write).toBeGreaterThan(text === "echo" ? 2 : 5);
        }
      }
    }
    report(`replies on ${place.kind}, ${host}`, totals);
    expect(totals.uncommitted).toBe(0);
    expect(totals.replies).toBeGreaterThan(totals.faults / 4);
    expect(server.ended()).toBeNull();
  } finally {
    await server.stop();
    await store.close();
    await api.close();
  }
}

const inStore = (server: ChatServer): Faults => {
  let armed: Fault = { write: 0, when: "before" };
  return {
    async arm(fault) {
      armed = fault;
      await server.ask({ ask: "fault", fault });
    },
    hasFailed: async () => (await server.ask({ ask: "refusals" })).writes >= armed.write,
  };
};

const name = "no reply leaves before its turn is saved, whichever save fails";
const timeout = 300_000 + rounds * 120_000;
const hostsOf = (one: Host): readonly Host[] => (whole ? ["direct", "langgraph"] : [one]);

for (const host of hostsOf("direct")) {
  it(`${name}: SQLite, ${host} host`, { timeout }, () =>
    withSqlitePlace((place) => run({ host, place, straight: place, faults: inStore })),
  );
}
for (const kind of ["postgres", "redis"] as const) {
  await withServer(kind, (url) => {
    for (const host of hostsOf(kind === "redis" ? "direct" : "langgraph")) {
      it(`${name}: ${kind} whose connection is cut, ${host} host`, { timeout }, async () => {
        const proxy = await startProxy(url);
        const straight = placeOn(kind, url);
        const faults = (): Faults => ({
          arm: async (fault) => proxy.cutAt(fault),
          hasFailed: async () => proxy.wasCut(),
        });
        try {
          await run({ host, place: { ...straight, address: proxy.address }, straight, faults });
        } finally {
          await proxy.close();
        }
      });
    }
  });
}
