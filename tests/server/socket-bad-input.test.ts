import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isAck, isDone, isError, isPong, isReady, openSocket, said } from "./open-socket.ts";
import { startServer } from "./start-server.ts";

const anna = { name: "anna", token: "anna-0123456789abcdef" };
const ben = { name: "ben", token: "ben-0123456789abcdef" };
const access = { tokens: [anna, ben] };

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
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const heartbeatMilliseconds = 30_000;
    const server = await startServer({ limits: { heartbeatMilliseconds } });
    const id = await server.begin();
    const dead = openSocket(server, id);
    await dead.until(isDone(1));
    dead.socket.pause();
    const alive = openSocket(server, id);
    await alive.until(isDone(1));
    const beat = async (): Promise<void> => {
      const asked = once(alive.socket, "ping");
      vi.advanceTimersByTime(heartbeatMilliseconds);
      await asked;
      // The client has answered by itself. Once the server answers a ping of the client's, it has read that answer.
      const read = once(alive.socket, "pong");
      alive.socket.ping();
      await read;
    };
    await beat();
    expect(server.app.sockets.size).toBe(2);
    await beat();
    dead.socket.resume();
    expect((await dead.closed).code).toBe(1006);
    await expect.poll(() => server.app.sockets.size).toBe(1);
    await beat();
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
