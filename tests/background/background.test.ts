import { randomBytes } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import { heldPayment, type Running, startServer } from "../server/start-server.ts";
import { withServer } from "../servers/with-server.ts";
import { queueRows } from "./queue-rows.ts";
import { startReceiver } from "./webhook-receiver.ts";

const later = { prefer: "respond-async" };
const tokens = [
  { name: "ann", token: "0123456789abcdef-ann", roles: [] },
  { name: "bob", token: "0123456789abcdef-bob", roles: [] },
];

interface Sent {
  readonly text?: string;
  readonly messageId: string;
  readonly command?: object;
}
const sendLater = (server: Running, conversationId: string, json: Sent, token?: string) =>
  server.call("POST", `/v1/conversations/${conversationId}/messages`, {
    json,
    headers: later,
    ...(token === undefined ? {} : { token }),
  });

/** Asks until it no longer waits. */
function outcome(server: Running, location: string, token?: string) {
  const given = token === undefined ? {} : { token };
  return expect.poll(async () => (await server.call("GET", location, given)).body);
}
/** A conversation whose payment is being made, for the message "a". */
async function beginPaying(server: Running, payment: ReturnType<typeof heldPayment>): Promise<string> {
  const conversationId = await server.begin();
  await server.say(conversationId, "10 to Ann");
  await server.say(conversationId, "1234");
  await sendLater(server, conversationId, { text: "yes", messageId: "a" });
  await payment.begun;
  return conversationId;
}

const place = (conversationId: string, messageId: string): string =>
  `/v1/conversations/${conversationId}/messages/${messageId}`;

await withServer("postgres", (url) => {
  let schemas = 0;
  const open = async (
    options: Parameters<typeof startServer>[0] & { webhook?: { url: string; secret: string } } = {},
  ) => {
    const { webhook, ...rest } = options;
    schemas += 1;
    const schema = `background_${process.pid}_${schemas}`;
    const store = await createPostgresStore({ url, schema });
    const background = { url, schema: `${schema}_queue`, ...(webhook === undefined ? {} : { webhook }) };
    return {
      server: await startServer({ store, background, withoutSecrets: true, ...rest }),
      rows: () => queueRows(url, background),
    };
  };

  /** Of two messages, one is being answered and the other waits. */
  const openWithWaiting = async () => {
    const payment = heldPayment("R-1");
    const { server, rows } = await open({ pay: payment.pay });
    const conversationId = await beginPaying(server, payment);
    await sendLater(server, conversationId, { text: "canary", messageId: "b" });
    expect(await rows()).toContain("canary");
    return { server, rows, conversationId, goOn: payment.goOn };
  };

  describe("a message to be answered later", () => {
    it("is accepted with a place to ask, and answered there", async () => {
      const { server } = await open();
      const conversationId = await server.begin();
      const accepted = await sendLater(server, conversationId, { text: "send money", messageId: "m:1" });
      expect(accepted.status).toBe(202);
      expect(accepted.body).toEqual({ conversationId, messageId: "m:1", status: "waiting" });
      expect(accepted.headers.get("preference-applied")).toBe("respond-async");
      expect(accepted.headers.get("retry-after")).toBe("1");
      const location = accepted.headers.get("location") ?? "";
      await outcome(server, location).toMatchObject({ status: "answered", turn: 2, messageId: "m:1" });
      const { body } = await server.call("GET", location);
      expect(body.messages.map(({ text }: { text: string }) => text)).toEqual(["To whom?"]);
    });

    it("is answered once, however often it comes, and never another under its id", async () => {
      const payment = heldPayment("R-1");
      const { server } = await open({ pay: payment.pay });
      const conversationId = await server.begin();
      await server.say(conversationId, "10 to Ann");
      await server.say(conversationId, "1234");
      const yes = { text: "yes", messageId: "yes-1" };
      await sendLater(server, conversationId, yes);
      await payment.begun;
      // In mid-turn: it waits, and so does what is sent again.
      expect((await server.call("GET", place(conversationId, "yes-1"))).body.status).toBe("waiting");
      expect((await sendLater(server, conversationId, yes)).status).toBe(202);
      const other = await sendLater(server, conversationId, { text: "no", messageId: "yes-1" });
      expect(other).toMatchObject({ status: 422, body: { code: "message.id_reused" } });
      payment.goOn();
      await outcome(server, place(conversationId, "yes-1")).toMatchObject({ status: "answered" });
      await sendLater(server, conversationId, yes);
      await outcome(server, place(conversationId, "yes-1")).toMatchObject({ status: "answered" });
      const { body } = await server.call("GET", `/v1/conversations/${conversationId}/transcript`);
      expect(body.entries.filter(({ messageId }: { messageId: string }) => messageId === "yes-1")).toHaveLength(1);
    });

    it("keeps its place: neither those that come later nor those that are answered at once overtake it", async () => {
      const payment = heldPayment("R-1");
      const { server } = await open({ pay: payment.pay });
      const conversationId = await beginPaying(server, payment);
      for (const messageId of ["b", "c", "d"]) {
        expect((await sendLater(server, conversationId, { text: "hello", messageId })).status).toBe(202);
      }
      const atOnce = server.call("POST", `/v1/conversations/${conversationId}/messages`, {
        json: { text: "hello", messageId: "e" },
      });
      await expect.poll(async () => (await server.call("GET", place(conversationId, "e"))).body.status).toBe("waiting");
      payment.goOn();
      expect(await atOnce).toMatchObject({ status: 200, body: { messageId: "e", duplicate: false } });
      const entries = await server.soni.transcript(`local:${conversationId}`);
      expect(entries.slice(-5).map(({ messageId }) => messageId)).toEqual(["a", "b", "c", "d", "e"]);
    });

    it("is refused at once if it is no message, and later if its button has gone stale", async () => {
      const { server } = await open();
      const conversationId = await server.begin();
      expect(await sendLater(server, conversationId, { text: " ", messageId: "blank" })).toMatchObject({
        status: 422,
        body: { code: "message.blank" },
      });
      expect(await sendLater(server, "nobody", { text: "hello", messageId: "m" })).toMatchObject({
        status: 404,
        body: { code: "conversation.unknown" },
      });
      const stale = { messageId: "stale", command: { type: "affirm", promptId: "gone" } };
      expect((await sendLater(server, conversationId, stale)).status).toBe(202);
      await outcome(server, place(conversationId, "stale")).toMatchObject({
        status: "refused",
        problem: { code: "prompt.stale", status: 409 },
      });
      // The conversation goes on.
      await sendLater(server, conversationId, { text: "send money", messageId: "next" });
      await outcome(server, place(conversationId, "next")).toMatchObject({ status: "answered" });
      expect((await server.call("GET", place(conversationId, "never"))).body.code).toBe("message.unknown");
    });

    it("is bounded: too many of one conversation are turned away", async () => {
      const payment = heldPayment("R-1");
      const { server } = await open({ pay: payment.pay, limits: { turnsPerConversation: 2 } });
      const conversationId = await beginPaying(server, payment);
      await sendLater(server, conversationId, { text: "hello", messageId: "b" });
      const refused = await sendLater(server, conversationId, { text: "hello", messageId: "c" });
      expect(refused).toMatchObject({ status: 429, body: { code: "request.too_many" } });
      payment.goOn();
      await outcome(server, place(conversationId, "b")).toMatchObject({ status: "answered" });
    });

    it("is nobody else's business", async () => {
      const { server } = await open({ access: { tokens } });
      const [ann, bob] = tokens.map(({ token }) => token);
      const conversationId = await server.begin(ann);
      await sendLater(server, conversationId, { text: "send money", messageId: "m" }, ann);
      const foreign = await server.call("GET", place(conversationId, "m"), { token: bob ?? "" });
      expect(foreign).toMatchObject({ status: 404, body: { code: "message.unknown" } });
      await outcome(server, place(conversationId, "m"), ann).toMatchObject({ status: "answered" });
      const { body } = await server.call("GET", place(conversationId, "m"), { token: ann ?? "" });
      expect(body.messages[0]).not.toHaveProperty("source");
    });

    it("leaves nothing in the queue", async () => {
      const { server, rows } = await open();
      const conversationId = await server.begin();
      await sendLater(server, conversationId, { text: "send money", messageId: "m" });
      await outcome(server, place(conversationId, "m")).toMatchObject({ status: "answered" });
      expect(await rows()).not.toContain("send money");
    });

    it("is forgotten with its conversation, also while it waits", async () => {
      const { server, rows, conversationId, goOn } = await openWithWaiting();
      const gone = server.call("DELETE", `/v1/conversations/${conversationId}`);
      goOn();
      expect((await gone).status).toBe(204);
      expect(await rows()).not.toContain(conversationId);
      // What was begun is finished now, and nothing of it comes in behind.
      await server.app.close();
      expect(await rows()).not.toContain(conversationId);
    });

    it("is forgotten with a conversation that went without its server", async () => {
      const { server, rows, conversationId, goOn } = await openWithWaiting();
      // It goes once the first is answered, before the second is taken up.
      const gone = server.soni.deleteConversation(`local:${conversationId}`);
      goOn();
      await gone;
      await outcome(server, place(conversationId, "b")).toMatchObject({ code: "message.unknown" });
      await server.app.close();
      expect(await rows()).not.toContain(conversationId);
    });
  });

  it("what waits is encrypted where the store is", async () => {
    const keys = [randomBytes(32).toString("base64")];
    schemas += 1;
    const schema = `background_${process.pid}_${schemas}`;
    const payment = heldPayment("R-1");
    const server = await startServer({
      store: await createPostgresStore({ url, schema, keys }),
      background: { url, schema: `${schema}_queue`, keys },
      pay: payment.pay,
    });
    const conversationId = await beginPaying(server, payment);
    const waiting = { text: "hello", messageId: "b" };
    await sendLater(server, conversationId, waiting);
    const rows = await queueRows(url, { schema: `${schema}_queue` });
    expect(JSON.parse(rows)).toHaveLength(2);
    expect(rows).not.toContain("hello");
    expect((await sendLater(server, conversationId, waiting)).status).toBe(202);
    expect((await sendLater(server, conversationId, { ...waiting, text: "other" })).status).toBe(422);
    payment.goOn();
    await outcome(server, place(conversationId, "b")).toMatchObject({ status: "answered" });
  });

  describe("a webhook", () => {
    it("gets every answer signed, in order, with what identifies it, also after it was away", async () => {
      const receiver = await startReceiver();
      onTestFinished(() => receiver.close());
      const { server } = await open({ webhook: receiver, access: { tokens } });
      const [ann = ""] = tokens.map(({ token }) => token);
      const conversationId = await server.begin(ann);
      receiver.answer(500);
      await sendLater(server, conversationId, { text: "send money", messageId: "a" }, ann);
      await sendLater(server, conversationId, { command: { type: "affirm", promptId: "gone" }, messageId: "b" }, ann);
      await sendLater(server, conversationId, { text: "hello", messageId: "c" }, ann);
      const metrics = () => server.app.context.metrics.text();
      await expect.poll(metrics).toMatch(/webhook_deliveries_total\{result="failed"\} [1-9]/);
      receiver.answer(204);
      await expect.poll(() => receiver.received.length).toBe(3);
      const about = { conversationId, user: "ann" };
      expect(receiver.received.map(({ event }) => event)).toMatchObject([
        { type: "message.answered", data: { ...about, messageId: "a", turn: 2, messages: [{ text: "To whom?" }] } },
        { type: "message.refused", data: { ...about, messageId: "b", problem: { code: "prompt.stale" } } },
        { type: "message.answered", data: { ...about, messageId: "c", turn: 3 } },
      ]);
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
      expect(receiver.badSignatures).toBe(0);
      await expect.poll(metrics).toContain('webhook_deliveries_total{result="delivered"} 3');
    });
  });
});

describe("a server without a background channel", () => {
  it("answers at once whatever is preferred, and still tells what became of a message", async () => {
    const server = await startServer();
    const conversationId = await server.begin();
    const answer = await sendLater(server, conversationId, { text: "send money", messageId: "m" });
    expect(answer).toMatchObject({ status: 200, body: { messageId: "m", turn: 2 } });
    expect(answer.headers.get("preference-applied")).toBeNull();
    expect((await server.call("GET", place(conversationId, "m"))).body).toMatchObject({ status: "answered", turn: 2 });
  });
});
