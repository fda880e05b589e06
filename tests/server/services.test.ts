import { describe, expect, it } from "vitest";
import { parseTokens } from "../../src/server/access/tokens.ts";
import { openSocket } from "./open-socket.ts";
import { type Answer, type Running, startServer } from "./start-server.ts";

const [crm, desk, ana, dpo] = ["crm", "desk", "ana", "dpo"].map((name) => `${name}-0123456789abcdef`) as [
  string,
  string,
  string,
  string,
];
const tokens = parseTokens(`crm:${crm}:service,desk:${desk}:service=4,ana:${ana},dpo:${dpo}:erasure`);

const start = (limits = {}): Promise<Running> => startServer({ access: { tokens }, limits });
const codeOf = ({ status, body }: Answer): readonly unknown[] => [status, body.code];

/** A service's requests for one of its users. */
function speakFor(server: Running, user: string, token = crm) {
  const ask = (method: string, path: string, json?: unknown) =>
    server.call(method, path, { token, headers: { "soni-user": user }, ...(json === undefined ? {} : { json }) });
  return {
    ask,
    begin: (conversationId = "c") => ask("POST", "/v1/conversations", { conversationId }),
    say: (text: string, conversationId = "c") => ask("POST", `/v1/conversations/${conversationId}/messages`, { text }),
  };
}

describe("a service", () => {
  it("is answered for 300 users at once, each with more than one message", async () => {
    const server = await start();
    const users = Array.from({ length: 300 }, (_, index) => speakFor(server, `user-${index}`));
    const begun = await Promise.all(users.map((user) => user.begin()));
    expect(begun.filter(({ status }) => status !== 201)).toEqual([]);
    for (const text of ["10 to Ann", "1234", "yes"]) {
      const answers = await Promise.all(users.map((user) => user.say(text)));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    }
  });

  it("keeps its users apart, from each other, from those of another service and from a token of the same name", async () => {
    const server = await start();
    const [hers, his, elsewhere] = [
      speakFor(server, "ana"),
      speakFor(server, "bob"),
      speakFor(server, "ana", desk),
    ] as const;
    await hers.begin();
    expect((await hers.say("10 to Ann")).status).toBe(200);
    for (const other of [his, elsewhere]) {
      expect(codeOf(await other.say("1234"))).toEqual([404, "conversation.unknown"]);
      expect((await other.ask("GET", "/v1/conversations")).body.conversations).toEqual([]);
    }
    expect(codeOf(await server.say("c", "1234", ana))).toEqual([404, "conversation.unknown"]);
    expect((await hers.ask("GET", "/v1/conversations")).body.conversations).toHaveLength(1);
    const [{ conversationId = "" } = {}] = await server.soni.conversations();
    expect((await server.soni.getState(conversationId))?.session).toMatchObject({ user: "ana", service: "crm" });
  });

  it.each([
    ["none", undefined],
    ["an empty one", ""],
    ["a blank in it", "ana maria"],
    ["one that is too long", "a".repeat(201)],
    ["two", "ana, bob"],
  ])("is refused without the name of a user: %s", async (_, user) => {
    const server = await start();
    const headers: Record<string, string> = user === undefined ? {} : { "soni-user": user };
    for (const [method, path] of [
      ["POST", "/v1/conversations"],
      ["GET", "/v1/conversations"],
      ["DELETE", "/v1/conversations"],
      ["GET", "/v1/assistant"],
    ] as const) {
      expect(codeOf(await server.call(method, path, { token: crm, headers }))).toEqual([422, "access.bad_user"]);
    }
  });

  it("is a role: nobody else names a user", async () => {
    const server = await start();
    expect(codeOf(await speakFor(server, "bob", ana).begin())).toEqual([403, "access.forbidden"]);
    const open = await startServer({ access: { insecure: true } });
    const asked = await open.call("GET", "/v1/assistant", { headers: { "soni-user": "bob" } });
    expect(codeOf(asked)).toEqual([403, "access.forbidden"]);
  });

  it("has the limit of its contract, each of its users the limit of a user", async () => {
    const server = await start({ messagesPerMinute: 2 });
    const [one, two, three] = ["one", "two", "three"].map((user) => speakFor(server, user, desk)) as [
      ReturnType<typeof speakFor>,
      ReturnType<typeof speakFor>,
      ReturnType<typeof speakFor>,
    ];
    for (const user of [one, two, three]) expect((await user.begin()).status).toBe(201);
    const statuses: number[] = [];
    // The third message of one user is refused, and not counted against the contract of four.
    for (const user of [one, one, one, two, two, three]) statuses.push((await user.say("hello")).status);
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
  });

  it("speaks for a user over a socket, within the same limits", async () => {
    const server = await start({ messagesPerMinute: 1 });
    const user = speakFor(server, "ana");
    await user.begin();
    expect((await user.say("hello")).status).toBe(200);
    const socket = openSocket(server, "c", { token: crm, headers: { "soni-user": "ana" } });
    await socket.until(({ type }) => type === "ready");
    socket.say("m1", "hello");
    expect(await socket.until(({ type }) => type === "error")).toMatchObject({
      messageId: "m1",
      problem: { code: "request.too_many" },
    });
  });

  it("has its users erased by its name", async () => {
    const server = await start();
    await speakFor(server, "ana").begin();
    await speakFor(server, "ana", desk).begin();
    const erase = (query: string) => server.call("DELETE", `/v1/users/ana/conversations${query}`, { token: dpo });
    expect((await erase("")).body).toEqual({ deleted: 0 });
    expect((await erase("?service=crm")).body).toEqual({ deleted: 1 });
    expect((await server.soni.conversations()).length).toBe(1);
  });
});

describe("the token of a service", () => {
  it.each([
    [`crm:${crm}:service+developer`, /role service and others/],
    [`crm:${crm}:service=many`, /service=MESSAGES_A_MINUTE/],
    [`crm:${crm}:developer=4`, /not understood/],
  ])("%s is refused", (text, message) => expect(() => parseTokens(text)).toThrow(message));
});
