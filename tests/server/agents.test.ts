import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { parseTokens } from "../../src/server/access/tokens.ts";
import { type Answer, type Running, startServer } from "./start-server.ts";

const names = ["ana", "bob", "eva", "ivo", "all", "dev"] as const;
const token = Object.fromEntries(names.map((name) => [name, `${name}-0123456789abcdef`])) as Record<
  (typeof names)[number],
  string
>;
const tokens = parseTokens(
  `ana:${token.ana} bob:${token.bob} eva:${token.eva}:agent=sales ivo:${token.ivo}:agent+developer all:${token.all}:agent=* dev:${token.dev}:developer`,
);
const flows = `
  ask_sales:
    description: talk to sales
    trigger: { intents: [ask sales] }
    steps:
      - { step: over, type: handoff, queue: sales }
`;
const codeOf = ({ status, body }: Answer): readonly unknown[] => [status, body.code];

async function startDesk(): Promise<{
  readonly server: Running;
  readonly log: () => readonly Record<string, unknown>[];
  readonly handOff: (user: "ana" | "bob", text: "ask sales" | "person") => Promise<string>;
}> {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const server = await startServer({ access: { tokens }, flows, log });
  return {
    server,
    log: () => lines.map((line) => JSON.parse(line)),
    async handOff(user, text) {
      const id = await server.begin(token[user]);
      const { body } = await server.say(id, text, token[user]);
      expect(body.status.handedOff).toBe(true);
      const all = await server.soni.conversations();
      return all.find(({ conversationId }) => conversationId.endsWith(`:${id}`))?.conversationId ?? "";
    },
  };
}

const listOf = async (server: Running, who: keyof typeof token, query = ""): Promise<readonly string[]> => {
  const { body } = await server.call("GET", `/v1/handoffs${query}`, { token: token[who] });
  return body.handoffs.map((each: { conversationId: string }) => each.conversationId);
};

describe("an agent", () => {
  it("lists, reads and releases the handed-off conversations of its queues, and no others", async () => {
    const { server, handOff } = await startDesk();
    const sales = await handOff("ana", "ask sales");
    const unnamed = await handOff("bob", "person");
    const ordinary = await server.begin(token.bob);
    expect(await listOf(server, "eva")).toEqual([sales]);
    expect(await listOf(server, "ivo")).toEqual([unnamed]);
    expect((await listOf(server, "all")).toSorted()).toEqual([sales, unnamed].toSorted());

    const read = await server.call("GET", `/v1/handoffs/${sales}`, { token: token.eva });
    expect(read.body).toMatchObject({ user: "ana", queue: "sales", status: { handedOff: true } });
    expect(read.body.entries.at(-1).user).toBe("ask sales");
    const owner = (await server.soni.conversations()).find((each) => each.conversationId.endsWith(ordinary));
    for (const id of [unnamed, owner?.conversationId ?? "", "nobody:x"]) {
      expect(codeOf(await server.call("GET", `/v1/handoffs/${id}`, { token: token.eva }))).toEqual([
        404,
        "conversation.unknown",
      ]);
      const release = await server.call("POST", `/v1/handoffs/${id}/release`, { token: token.eva });
      expect(codeOf(release)).toEqual([404, "conversation.unknown"]);
    }

    const released = await server.call("POST", `/v1/handoffs/${sales}/release`, { token: token.eva });
    expect([released.status, released.body.status.handedOff]).toEqual([200, false]);
    expect(await listOf(server, "eva")).toEqual([]);
    expect((await server.call("GET", `/v1/handoffs/${sales}`, { token: token.eva })).status).toBe(404);
    expect((await server.say(sales.split(":")[1] ?? "", "hello", token.ana)).body.messages).not.toEqual([]);
  });

  it("sees what was said and nothing of the inspector, also as a developer", async () => {
    const { server, handOff } = await startDesk();
    const id = await handOff("bob", "person");
    const { body } = await server.call("GET", `/v1/handoffs/${id}`, { token: token.ivo });
    expect(
      body.entries.flatMap(({ messages }: { messages: object[] }) => messages).some((it: object) => "source" in it),
    ).toBe(false);
    const released = await server.call("POST", `/v1/handoffs/${id}/release`, { token: token.ivo });
    expect([released.status, "inspection" in released.body]).toEqual([200, false]);
  });

  it("is in the log with everything it does", async () => {
    const { server, handOff, log } = await startDesk();
    const id = await handOff("ana", "ask sales");
    await listOf(server, "eva");
    await server.call("GET", `/v1/handoffs/${id}`, { token: token.eva });
    await server.call("POST", `/v1/handoffs/${id}/release`, { token: token.eva });
    const done = log().filter(({ by }) => by === "eva");
    expect(done.map(({ msg }) => msg)).toEqual([
      "handoffs listed",
      "handed-off conversation read",
      "handed-off conversation released",
    ]);
    expect(done.slice(1).map(({ conversationId }) => conversationId)).toEqual([id, id]);
  });

  it("finds all of them page by page, among many that are not handed off", async () => {
    const { server, handOff } = await startDesk();
    const wanted = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      wanted.add(await handOff("ana", "ask sales"));
      for (let each = 0; each < 9; each += 1) {
        await server.soni.openConversation({ conversationId: `other:${round}-${each}`, messageId: "open" });
      }
    }
    for (const limit of [1, 3, 20]) {
      const seen: string[] = [];
      for (let next: string | null = ""; next !== null; ) {
        const query: string = next === "" ? "" : `&after=${encodeURIComponent(next)}`;
        const { body }: Answer = await server.call("GET", `/v1/handoffs?limit=${limit}${query}`, { token: token.eva });
        expect(body.handoffs.length).toBeLessThanOrEqual(limit);
        seen.push(...body.handoffs.map((each: { conversationId: string }) => each.conversationId));
        next = body.next;
      }
      expect(seen).toHaveLength(wanted.size);
      expect(new Set(seen)).toEqual(wanted);
    }
  });

  it("is a role: others are refused", async () => {
    const { server, handOff } = await startDesk();
    const id = await handOff("ana", "ask sales");
    for (const who of ["ana", "dev"] as const) {
      for (const [method, path] of [
        ["GET", "/v1/handoffs"],
        ["GET", `/v1/handoffs/${id}`],
        ["POST", `/v1/handoffs/${id}/release`],
      ] as const) {
        expect(codeOf(await server.call(method, path, { token: token[who] }))).toEqual([403, "access.forbidden"]);
      }
    }
  });
});
