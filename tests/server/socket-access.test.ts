import { describe, expect, it } from "vitest";
import { isAck, isDone, isError, isReady, openSocket, said } from "./open-socket.ts";
import { startServer } from "./start-server.ts";

const anna = { name: "anna", token: "anna-0123456789abcdef" };
const ben = { name: "ben", token: "ben-0123456789abcdef" };
const access = { tokens: [anna, ben] };

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
