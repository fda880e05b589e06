import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/checkpoint/memory-store.ts";
import { shutDown } from "../../src/server/shut-down.ts";
import { idsOf, isAck, isDone, isError, isPong, isReady, openSocket, said } from "./open-socket.ts";
import { startServer } from "./start-server.ts";

const anna = { name: "anna", token: "anna-0123456789abcdef" };
const ben = { name: "ben", token: "ben-0123456789abcdef" };
const access = { tokens: [anna, ben] };

/** Lets something wait until it is told to go on. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

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
    const pause = gate();
    const server = await startServer({
      pay: async () => {
        await pause.opened;
        return { receipt: "R-2" };
      },
    });
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
    pause.open();
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

describe("who may come in", () => {
  it("the first frame of a browser says who it is; another first frame closes with 1008", async () => {
    const server = await startServer({ access });
    const id = await server.begin(anna.token);
    const good = openSocket(server, id);
    good.socket.on("open", () => {
      good.send({ type: "authenticate", token: anna.token });
      good.say("m1", "send money");
    });
    await good.until(isAck("m1"));
    expect(said(good.frames)).toEqual(["Welcome!", "To whom?"]);
    const frames = ["{", JSON.stringify({ type: "ping" }), JSON.stringify({ type: "authenticate", token: "no" })];
    for (const frame of [...frames, Buffer.from("x")]) {
      const bad = openSocket(server, id);
      bad.socket.on("open", () => bad.sendRaw(frame));
      expect((await bad.until(isError)).problem.status).toBe(401);
      expect((await bad.closed).code).toBe(1008);
      expect(bad.frames).toHaveLength(1);
    }
  });

  it("a wrong token in the header, or none in time, closes with 1008", async () => {
    const server = await startServer({ access, limits: { authenticateMilliseconds: 1 } });
    const id = await server.begin(anna.token);
    const wrong = openSocket(server, id, { token: "not-a-token-of-anyone" });
    expect((await wrong.closed).code).toBe(1008);
    const silent = openSocket(server, id);
    expect((await silent.until(isError)).problem.code).toBe("access.missing_token");
    expect((await silent.closed).code).toBe(1008);
  });

  it("who one is cannot be changed on an open socket", async () => {
    const server = await startServer({ access });
    const id = await server.begin(anna.token);
    const socket = openSocket(server, id, { token: anna.token });
    await socket.until(isReady);
    socket.send({ type: "authenticate", token: ben.token });
    expect((await socket.until(isError)).problem.code).toBe("request.invalid");
    socket.say("m1", "send money");
    await socket.until(isAck("m1"));
  });

  it("another's conversation is one that does not exist, and nothing in it changes", async () => {
    const server = await startServer({ access });
    const id = await server.begin(anna.token);
    const [{ conversationId: internal = "" } = {}] = await server.soni.conversations();
    const before = await server.hash(internal);
    const foreign = openSocket(server, id, { token: ben.token });
    const unknown = openSocket(server, "nowhere", { token: ben.token });
    foreign.socket.on("open", () => foreign.say("m1", "send money"));
    const answers = await Promise.all([foreign.until(isError), unknown.until(isError)]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0].problem).toMatchObject({ status: 404, code: "conversation.unknown" });
    expect((await foreign.closed).code).toBe(4404);
    expect((await unknown.closed).code).toBe(4404);
    expect(await server.hash(internal)).toBe(before);
  });

  it("a user sees nothing of another's conversation under the same id, and nothing for developers", async () => {
    const server = await startServer({ access });
    for (const { token } of [anna, ben]) {
      await server.call("POST", "/v1/conversations", { token, json: { conversationId: "mine" } });
    }
    const [annas, bens] = [anna, ben].map(({ token }) => openSocket(server, "mine", { token }));
    if (annas === undefined || bens === undefined) throw new Error("Two were opened.");
    await Promise.all([annas.until(isDone(1)), bens.until(isDone(1))]);
    annas.say("m1", "10 to Ann");
    await annas.until(isAck("m1"));
    bens.say("m1", "hello");
    await bens.until(isAck("m1"));
    expect(said(annas.frames)).toEqual(["Welcome!", "Your PIN?"]);
    expect(JSON.stringify(bens.frames)).not.toContain("Ann");
    expect(said(bens.frames)).not.toContain("Your PIN?");
    const keys = [...annas.frames, ...bens.frames].flatMap((frame) => [
      ...Object.keys(frame),
      ...Object.keys(frame.message ?? {}),
    ]);
    for (const secret of ["inspection", "commands", "source"]) expect(keys).not.toContain(secret);
  });

  it("a page of another origin gets 403, one of the server's own or a listed one comes in", async () => {
    const server = await startServer({ origins: ["https://shop.example"] });
    const id = await server.begin();
    const statusFor = (origin: string): Promise<number> => openSocket(server, id, { headers: { origin } }).status;
    expect(await statusFor("https://evil.example")).toBe(403);
    expect(await statusFor("null")).toBe(403);
    expect(await statusFor(server.url)).toBe(101);
    expect(await statusFor("https://shop.example")).toBe(101);
  });

  it("a name that was made to point to this machine gets 403", async () => {
    const server = await startServer();
    const id = await server.begin();
    expect(await openSocket(server, id, { headers: { host: "evil.example" } }).status).toBe(403);
  });

  it("a malformed id or place is told before there is a socket; where no socket is, there is none", async () => {
    const server = await startServer();
    expect(await openSocket(server, "a%3Ab").status).toBe(422);
    expect(await openSocket(server, "fine", { after: -1 }).status).toBe(422);
    expect(await openSocket(server, "fine/none").status).toBe(404);
  });

  it("a deleted conversation closes its sockets", async () => {
    const server = await startServer();
    const id = await server.begin();
    const socket = openSocket(server, id);
    await socket.until(isDone(1));
    await server.call("DELETE", `/v1/conversations/${id}`);
    expect((await socket.closed).code).toBe(4404);
  });
});

describe("bad input", () => {
  const bad: readonly (readonly [string, string | Buffer, string])[] = [
    ["no JSON", "hello", "request.invalid_json"],
    ["half of JSON", '{"type":"message","messageId":"m9"', "request.invalid_json"],
    ["nothing", "", "request.invalid_json"],
    ["binary", Buffer.from([1, 2, 3]), "request.unsupported_media_type"],
    ["binary JSON", Buffer.from('{"type":"ping"}'), "request.unsupported_media_type"],
    ["no object", '"ping"', "request.invalid"],
    ["null", "null", "request.invalid"],
    ["a list", "[]", "request.invalid"],
    ["an unknown frame", '{"type":"explode"}', "request.invalid"],
    ["a frame without a type", "{}", "request.invalid"],
    ["a key too many", '{"type":"ping","more":1}', "request.invalid"],
    ["no message id", '{"type":"message","text":"hi"}', "request.invalid"],
    ["a malformed message id", '{"type":"message","messageId":"a b","text":"hi"}', "request.invalid"],
    ["a text that is none", '{"type":"message","messageId":"m9","text":5}', "request.invalid"],
    ["a prototype", '{"type":"message","messageId":"m9","text":"x","__proto__":{}}', "request.forbidden_key"],
    ["a deep nest", `${"[".repeat(100)}${"]".repeat(100)}`, "request.invalid_json"],
    ["a blank text", '{"type":"message","messageId":"m9","text":" "}', "message.blank"],
    ["nothing to say", '{"type":"message","messageId":"m9"}', "message.blank"],
    [
      "too long a text",
      JSON.stringify({ type: "message", messageId: "m9", text: "x".repeat(201) }),
      "message.too_long",
    ],
    ["controls", '{"type":"message","messageId":"m9","text":"a\\u0000"}', "message.control_characters"],
    ["half a character", '{"type":"message","messageId":"m9","text":"\\ud800"}', "message.malformed"],
    ["an unknown command", '{"type":"message","messageId":"m9","command":{"type":"x"}}', "command.invalid"],
    ["a used id", '{"type":"message","messageId":"m0","text":"hello"}', "message.id_reused"],
  ];

  it.each(bad)("%s: an error frame, and the socket goes on", async (_, frame, code) => {
    const server = await startServer();
    const id = await server.begin();
    const socket = openSocket(server, id);
    socket.socket.on("open", () => socket.say("m0", "send money"));
    await socket.until(isAck("m0"));
    const before = await server.hash(`local:${id}`);
    socket.sendRaw(frame);
    const { problem, messageId } = await socket.until(isError);
    expect(problem.code).toBe(code);
    if (typeof frame === "string" && frame.includes('"m9"') && code !== "request.invalid_json") {
      expect(messageId).toBe("m9");
    }
    expect(await server.hash(`local:${id}`)).toBe(before);
    socket.say("m1", "Ann");
    await socket.until(isAck("m1"));
    expect(said(socket.frames).at(-1)).toBe("How much?");
  });

  it("a command that was not offered is refused to whoever is no developer", async () => {
    const server = await startServer({ access });
    const id = await server.begin(anna.token);
    const socket = openSocket(server, id, { token: anna.token });
    await socket.until(isReady);
    socket.send({ type: "message", messageId: "m1", command: { type: "start_flow", flow: "transfer" } });
    expect((await socket.until(isError)).problem.code).toBe("command.forbidden");
  });

  it("a frame over 64 KB closes with 1009, and the conversation goes on", async () => {
    const server = await startServer();
    const id = await server.begin();
    const socket = openSocket(server, id);
    await socket.until(isDone(1));
    const before = await server.hash(`local:${id}`);
    socket.sendRaw(JSON.stringify({ type: "message", messageId: "m1", text: "x".repeat(65 * 1024) }));
    expect((await socket.closed).code).toBe(1009);
    expect(await server.hash(`local:${id}`)).toBe(before);
    const next = openSocket(server, id, { after: 19_999 });
    next.socket.on("open", () => next.say("m1", "send money"));
    await next.until(isAck("m1"));
  });

  it("text that is not UTF-8 closes with 1007, and the conversation goes on", async () => {
    const server = await startServer();
    const id = await server.begin();
    const socket = openSocket(server, id);
    await socket.until(isDone(1));
    socket.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect((await socket.closed).code).toBe(1007);
    expect((await server.say(id, "send money")).status).toBe(200);
  });
});

describe("bounds", () => {
  it("a client that does not read is cut off with 1013, and finds everything when it comes back", async () => {
    const server = await startServer({ limits: { bufferBytes: 64 * 1024 } });
    const id = await server.begin();
    const socket = openSocket(server, id);
    await socket.until(isDone(1));
    socket.socket.pause();
    // They fill the network's buffers first, then the server's own.
    const message = "x".repeat(1024 * 1024);
    const finding = { code: "any", severity: "error" as const, message, file: "soni.yaml", line: 1, column: 1 };
    const most = 64;
    for (let count = 0; count < most; count += 1) {
      server.app.sockets.tellDevelopers({ type: "findings", hash: "h", findings: [finding] });
      await new Promise(setImmediate);
    }
    await server.say(id, "send money");
    socket.socket.resume();
    expect((await socket.closed).code).toBe(1013);
    expect(socket.frames.length).toBeLessThan(most);
    const next = openSocket(server, id, { after: 19_999 });
    await next.until(isDone(2));
    expect(said(next.frames)).toEqual(["To whom?"]);
  });

  it("a socket that gives no sign of life is closed; one that does stays", async () => {
    const server = await startServer({ limits: { heartbeatMilliseconds: 20 } });
    const id = await server.begin();
    const alive = openSocket(server, id);
    const dead = openSocket(server, id);
    await Promise.all([alive.until(isDone(1)), dead.until(isDone(1))]);
    dead.socket.pause();
    while (server.app.sockets.size > 1) await new Promise((resolve) => setTimeout(resolve, 5));
    alive.send({ type: "ping" });
    await alive.until(isPong);
  });

  it("nobody holds more sockets than allowed, and all together no more than there is room for", async () => {
    const server = await startServer({ access, limits: { sockets: 3, socketsPerPrincipal: 2 } });
    const id = await server.begin(anna.token);
    const open = [1, 2].map(() => openSocket(server, id, { token: anna.token }));
    await Promise.all(open.map((socket) => socket.until(isReady)));
    const third = openSocket(server, id, { token: anna.token });
    expect((await third.until(isError)).problem.code).toBe("request.too_many");
    expect((await third.closed).code).toBe(1013);
    const waiting = openSocket(server, id);
    expect(await waiting.status).toBe(101);
    expect(await openSocket(server, id, { token: ben.token }).status).toBe(503);
  });

  it("too many messages are refused, too many frames end the socket", async () => {
    const server = await startServer({ access, limits: { messagesPerMinute: 2, framesPerMinute: 3 } });
    const id = await server.begin(anna.token);
    const socket = openSocket(server, id, { token: anna.token });
    await socket.until(isReady);
    for (const each of ["m1", "m2", "m3"]) socket.say(each, "hello");
    expect(await socket.until(isError)).toMatchObject({ messageId: "m3", problem: { code: "request.too_many" } });
    socket.send({ type: "ping" });
    expect((await socket.closed).code).toBe(1013);
  });
});

describe("the end", () => {
  it("a turn under way is finished and told before the server says goodbye", async () => {
    const pause = gate();
    const begun = gate();
    const server = await startServer({
      pay: async () => {
        begun.open();
        await pause.opened;
        return { receipt: "R-3" };
      },
    });
    const id = await server.begin();
    await server.say(id, "10 to Ann");
    await server.say(id, "1234");
    const socket = openSocket(server, id);
    await socket.until(isReady);
    socket.say("m1", "yes");
    await begun.opened;
    const over = shutDown(server.app);
    socket.say("m2", "hello");
    expect(await socket.until(isError)).toMatchObject({ messageId: "m2", problem: { code: "server.closing" } });
    expect(await openSocket(server, id).status).toBe(503);
    pause.open();
    await socket.until(isAck("m1"));
    expect(said(socket.frames).at(-1)).toBe("Sent: R-3.");
    expect((await socket.closed).code).toBe(1001);
    await over;
  });

  it("a client that leaves in mid-turn loses nothing: the turn is committed", async () => {
    const pause = gate();
    const begun = gate();
    const server = await startServer({
      pay: async () => {
        begun.open();
        await pause.opened;
        return { receipt: "R-4" };
      },
    });
    const id = await server.begin();
    await server.say(id, "10 to Ann");
    await server.say(id, "1234");
    const socket = openSocket(server, id);
    await socket.until(isReady);
    socket.say("m1", "yes");
    await begun.opened;
    socket.drop();
    await socket.closed;
    pause.open();
    const next = openSocket(server, id);
    await next.until(isDone(4));
    expect(said(next.frames).at(-1)).toBe("Sent: R-4.");
  });
});
