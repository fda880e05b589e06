import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { shutDown } from "../../src/server/shut-down.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { idsOf, isAck, isDone, isError, isReady, openSocket, said } from "./open-socket.ts";
import { heldPayment, startServer } from "./start-server.ts";

describe("a conversation over a WebSocket", () => {
  it("tells what was missed, then every step of a turn, then acknowledges the message", async () => {
    const server = await startServer();
    const id = await server.begin();
    const socket = openSocket(server, id);
    expect(await socket.until(isReady)).toEqual({ type: "ready", conversationId: id, lastEventId: 19_999 });
    await socket.until(isDone(1));
    socket.say("m1", "10 to Ann");
    const ack = await socket.until(isAck("m1"));
    expect(ack).toMatchObject({ turn: 2, duplicate: false, status: { waitingFor: "slot" } });
    expect(said(socket.frames)).toEqual(["Welcome!", "Your PIN?"]);
    expect(socket.frames.map(({ type }) => type)).toEqual([
      ...["ready", "accepted", "message", "done"],
      ...["accepted", "understood", "message", "done", "ack"],
    ]);
  });

  it("a button's command goes over it, and what happened live has the same ids as what is stored", async () => {
    const server = await startServer();
    const id = await server.begin();
    const socket = openSocket(server, id);
    socket.socket.on("open", () => socket.say("m1", "10 to Ann"));
    await socket.until(isAck("m1"));
    socket.say("m2", "1234");
    await socket.until(isAck("m2"));
    const { ui } = socket.frames.findLast(({ type }) => type === "message").message;
    socket.send({ type: "message", messageId: "m3", text: "Yes", command: ui.buttons[0].command });
    await socket.until(isAck("m3"));
    expect(said(socket.frames).at(-1)).toBe("Sent: R-1.");
    const { body } = await server.call("GET", `/v1/conversations/${id}/events`);
    expect(idsOf(socket.frames)).toEqual(body.events.map((event: { id: number }) => event.id));
    expect(socket.frames.some(({ type }) => type === "action_started")).toBe(true);
  });

  it("a message that is sent again has one turn, and says so", async () => {
    const server = await startServer();
    const id = await server.begin();
    const socket = openSocket(server, id);
    await socket.until(isReady);
    for (let time = 0; time < 3; time += 1) socket.say("m1", "send money");
    await socket.until(() => socket.frames.filter(isAck("m1")).length === 3);
    expect(socket.frames.filter(isAck("m1")).map(({ duplicate }) => duplicate)).toEqual([false, true, true]);
    expect(said(socket.frames)).toEqual(["Welcome!", "To whom?"]);
  });

  it("what happens in another process comes too", async () => {
    const folder = await mkdtemp(join(tmpdir(), "soni-elsewhere-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, "soni.db");
    const limits = { elsewhereMilliseconds: 10 };
    const here = await startServer({ store: createSqliteStore({ path }), limits });
    const there = await startServer({ store: createSqliteStore({ path }), limits });
    const id = await here.begin();
    const socket = openSocket(here, id);
    await socket.until(isDone(1));
    await there.say(id, "send money");
    await socket.until(isDone(2));
    socket.say("m1", "Ann");
    await socket.until(isAck("m1"));
    expect(said(socket.frames)).toEqual(["Welcome!", "To whom?", "How much?"]);
    expect(idsOf(socket.frames)).toEqual(idsOf(socket.frames).toSorted((a, b) => a - b));
  });

  it("two windows of one user see the same", async () => {
    const server = await startServer();
    const id = await server.begin();
    const first = openSocket(server, id);
    const second = openSocket(server, id);
    await Promise.all([first.until(isDone(1)), second.until(isDone(1))]);
    first.say("m1", "send money");
    await Promise.all([first.until(isDone(2)), second.until(isDone(2))]);
    expect(second.frames.filter((frame) => !isAck("m1")(frame))).toEqual(
      first.frames.filter((frame) => !isAck("m1")(frame)),
    );
  });

  it("says what REST said, and the other way round", async () => {
    const server = await startServer();
    const id = await server.begin();
    const socket = openSocket(server, id);
    await socket.until(isDone(1));
    await server.say(id, "send money");
    await socket.until(isDone(2));
    expect(said(socket.frames)).toEqual(["Welcome!", "To whom?"]);
  });
});

describe("coming back", () => {
  it("after the last event that it has, a client gets the rest and nothing twice", async () => {
    const server = await startServer();
    const id = await server.begin();
    await server.say(id, "10 to Ann");
    const whole = openSocket(server, id);
    await whole.until(isDone(2));
    const ids = idsOf(whole.frames);
    for (const after of ids.slice(0, -1)) {
      const socket = openSocket(server, id, { after });
      await socket.until(isDone(2));
      expect(idsOf(socket.frames)).toEqual(ids.filter((each) => each > after));
      socket.drop();
    }
  });

  it("in mid-turn, the rest of the turn comes when it is done", async () => {
    const payment = heldPayment("R-2");
    const server = await startServer({ pay: payment.pay });
    const id = await server.begin();
    await server.say(id, "10 to Ann");
    await server.say(id, "1234");
    const first = openSocket(server, id, { after: 39_999 });
    await first.until(isReady);
    first.say("m3", "yes");
    const started = await first.until(({ type }) => type === "action_started");
    first.drop();
    const second = openSocket(server, id, { after: started.id });
    await second.until(isReady);
    payment.goOn();
    await second.until(isDone(4));
    expect(second.frames.map(({ type }) => type)).toEqual(["ready", "action_ended", "message", "done"]);
    expect(said(second.frames)).toEqual(["Sent: R-2."]);
  });

  it("after a restart of the server, the ids go on", async () => {
    const kept = createMemoryStore();
    // The store outlives the server, as a file would.
    const store = { ...kept, close: async () => undefined };
    const before = await startServer({ store });
    const id = await before.begin();
    const first = openSocket(before, id);
    first.socket.on("open", () => first.say("m1", "send money"));
    const { id: after } = await first.until(isDone(2));
    await shutDown(before.app);
    expect((await first.closed).code).toBe(1001);
    const next = await startServer({ store });
    const second = openSocket(next, id, { after });
    await second.until(isReady);
    second.say("m1", "send money");
    expect(await second.until(isAck("m1"))).toMatchObject({ duplicate: true, turn: 2 });
    second.say("m2", "Ann");
    await second.until(isDone(3));
    expect(said(second.frames)).toEqual(["How much?"]);
    expect(idsOf(second.frames)[0]).toBe(30_000);
  });

  it("an id of a conversation that was forgotten and begun again counts for nothing", async () => {
    const server = await startServer();
    const id = await server.begin();
    const socket = openSocket(server, id, { after: 70_002 });
    await socket.until(isDone(1));
    expect(said(socket.frames)).toEqual(["Welcome!"]);
  });
});

describe("the end", () => {
  it("a turn under way is finished and told before the server says goodbye", async () => {
    const payment = heldPayment("R-3");
    const server = await startServer({ pay: payment.pay });
    const id = await server.begin();
    await server.say(id, "10 to Ann");
    await server.say(id, "1234");
    const socket = openSocket(server, id);
    await socket.until(isReady);
    socket.say("m1", "yes");
    await payment.begun;
    const over = shutDown(server.app);
    socket.say("m2", "hello");
    expect(await socket.until(isError)).toMatchObject({ messageId: "m2", problem: { code: "server.closing" } });
    expect(await openSocket(server, id).status).toBe(503);
    payment.goOn();
    await socket.until(isAck("m1"));
    expect(said(socket.frames).at(-1)).toBe("Sent: R-3.");
    expect((await socket.closed).code).toBe(1001);
    await over;
  });

  it("a client that leaves in mid-turn loses nothing: the turn is committed", async () => {
    const payment = heldPayment("R-4");
    const server = await startServer({ pay: payment.pay });
    const id = await server.begin();
    await server.say(id, "10 to Ann");
    await server.say(id, "1234");
    const socket = openSocket(server, id);
    await socket.until(isReady);
    socket.say("m1", "yes");
    await payment.begun;
    socket.drop();
    await socket.closed;
    payment.goOn();
    const next = openSocket(server, id);
    await next.until(isDone(4));
    expect(said(next.frames).at(-1)).toBe("Sent: R-4.");
  });
});
