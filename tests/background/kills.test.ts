import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import { withServer } from "../servers/with-server.ts";
import { type EchoServer, startEchoServer } from "./start-echo-server.ts";
import { startReceiver } from "./webhook-receiver.ts";

const kills = Number(process.env["SONI_BACKGROUND_KILLS"] ?? 2);
const conversations = kills * 4;
const messages = 10;
/** Longer than accepting takes: at a kill, some have begun, some wait. */
const turnMilliseconds = 100;

const post = (address: string, path: string, json: object) =>
  fetch(`${address}/v1/conversations${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "respond-async" },
    body: JSON.stringify(json),
  });

await withServer("postgres", (url) => {
  it(`what two processes have accepted is answered once and in order, though they are killed ${kills} times in turn`, {
    timeout: 300_000 + kills * 30_000,
  }, async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const options = {
      url,
      schema: `kills_${process.pid}`,
      turnMilliseconds,
      webhook: { url: receiver.url, secret: receiver.secret },
    };
    const servers: EchoServer[] = await Promise.all([startEchoServer(options), startEchoServer(options)]);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    const store = await createPostgresStore({ url, schema: options.schema });
    onTestFinished(() => store.close());
    let sent = 0;
    /** What a client does: the same message again, to whoever is there, until it is accepted. */
    const until = async (status: number, send: (address: string) => Promise<Response>): Promise<void> => {
      for (;;) {
        sent += 1;
        const answer = await send(servers[sent % 2]?.address ?? "").catch(() => null);
        if (answer?.status === status) return;
        if (answer !== null && answer.status < 500) throw new Error(`${answer.status}: ${await answer.text()}`);
        await sleep(20);
      }
    };
    const converse = async (conversationId: string): Promise<void> => {
      for (let index = 0; index < messages; index += 1) {
        const message = { messageId: `m${index}`, text: `m${index}` };
        await until(202, (address) => post(address, `/${conversationId}/messages`, message));
      }
    };
    const killInTurn = async (): Promise<number> => {
      for (let kill = 0; kill < kills; kill += 1) {
        // A share of all messages after each: kills meet accepting, turns and deliveries.
        const share = ((kill + 1) * conversations * messages) / (kills + 1);
        while (sent < share) await sleep(5);
        const victim = kill % 2;
        await servers[victim]?.kill();
        servers[victim] = await startEchoServer(options);
      }
      return kills;
    };
    const ids = Array.from({ length: conversations }, (_, index) => `c${index}`);
    for (const conversationId of ids) {
      await (await post(servers[0]?.address ?? "", "", { conversationId })).text();
    }

    const [killed] = await Promise.all([killInTurn(), ...ids.map(converse)]);
    const acceptedAt = Date.now();
    expect(killed).toBe(kills);

    const expected = Array.from({ length: messages }, (_, index) => `m${index}`);
    const turns = async (id: string) => (await store.transcript(`local:${id}`)).slice(1);
    const answered = async () => (await Promise.all(ids.map(turns))).flat().length;
    await expect.poll(answered, { interval: 200 }).toBe(conversations * messages);
    for (const id of ids) {
      const entries = await turns(id);
      expect(entries.map(({ messageId }) => messageId)).toEqual(expected);
      expect(entries.map((entry) => entry.messages.map(({ text }) => text))).toEqual(
        expected.map((word) => [`Heard ${word}.`]),
      );
    }

    const delivered = () => new Set(receiver.received.map(({ id }) => id)).size;
    await expect.poll(delivered, { interval: 200 }).toBe(conversations * messages);
    expect(receiver.badSignatures).toBe(0);
    for (const id of ids) {
      const heard = receiver.received.map(({ event }) => event.data).filter((data) => data.conversationId === id);
      expect([...new Set(heard.map(({ messageId }) => messageId))]).toEqual(expected);
    }
    const twice = receiver.received.length - conversations * messages;
    console.info(
      `${conversations * messages} messages, ${kills} kills: 0 lost, 0 doubled, 0 out of order; ` +
        `all answered and delivered ${Date.now() - acceptedAt} ms after the last was accepted; ` +
        `${twice} delivered twice, ${sent - conversations * messages} sent again.`,
    );
  });
});
