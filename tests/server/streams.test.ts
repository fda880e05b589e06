import { describe, expect, it } from "vitest";
import { SoniError } from "../../src/engine/errors.ts";
import { parseTokens } from "../../src/server/access/tokens.ts";
import { TurnStreamEvent } from "../../src/server/protocol.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { type Running, startServer } from "./start-server.ts";

interface Frame {
  readonly id: string | null;
  readonly event: TurnStreamEvent;
}

const ana = "ana-0123456789abcdef";
const access = { tokens: parseTokens(`ana:${ana}`) };

function parseFrames(text: string): readonly Frame[] {
  return text
    .split("\n\n")
    .filter((block) => block.includes("data: "))
    .map((block) => {
      const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const event = TurnStreamEvent.parse(JSON.parse(fields.get("data") ?? ""));
      expect(fields.get("event")).toBe(event.type);
      return { id: fields.get("id") ?? null, event };
    });
}

async function stream(server: Running, id: string, json: unknown, token?: string): Promise<readonly Frame[]> {
  const { body, headers } = await server.call("POST", `/v1/conversations/${id}/messages`, {
    json,
    headers: { accept: "text/event-stream" },
    ...(token === undefined ? {} : { token }),
  });
  expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(headers.get("content-security-policy")).not.toBeNull();
  return parseFrames(body);
}

const types = (frames: readonly Frame[]): readonly string[] => frames.map(({ event }) => event.type);

async function confirmed(server: Running): Promise<string> {
  const id = await server.begin();
  for (const text of ["10 to Ann", "1234"]) await server.say(id, text);
  return id;
}

describe("a turn as server-sent events", () => {
  it("tells what happens in order, with ids that only grow, and ends with the reply", async () => {
    const server = await startServer();
    const id = await confirmed(server);
    const frames = await stream(server, id, { text: "yes", messageId: "m-yes" });
    expect(types(frames)).toEqual(["accepted", "understood", "action_started", "action_ended", "message", "done"]);
    const ids = frames.map((frame) => Number(frame.id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    const done = frames.at(-1)?.event;
    const again = await server.call("POST", `/v1/conversations/${id}/messages`, {
      json: { text: "yes", messageId: "m-yes" },
    });
    expect(done?.type === "done" && done.reply).toEqual({ ...again.body, duplicate: false });
  });

  it("tells an action while it runs, and messages only after the commit", async () => {
    const paying = Promise.withResolvers<void>();
    const server = await startServer({
      async pay() {
        await paying.promise;
        return { receipt: "R-2" };
      },
    });
    const id = await confirmed(server);
    const response = await fetch(`${server.url}/v1/conversations/${id}/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ text: "yes" }),
    });
    let text = "";
    const decoder = new TextDecoder();
    const turnsStored: number[] = [];
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true });
      if (text.includes("event: action_started")) paying.resolve();
      if (text.includes("event: message")) turnsStored.push((await server.soni.transcript(`local:${id}`)).length);
    }
    expect(types(parseFrames(text)).slice(2)).toEqual(["action_started", "action_ended", "message", "done"]);
    expect(turnsStored[0]).toBe(4);
  });

  it("gives a message that is known its reply again", async () => {
    const server = await startServer();
    const id = await server.begin();
    const first = await stream(server, id, { text: "10 to Ann", messageId: "m1" });
    const again = await stream(server, id, { text: "10 to Ann", messageId: "m1" });
    expect(types(again)).toEqual(["message", "done"]);
    expect(again[0]).toEqual(first.find(({ event }) => event.type === "message"));
  });

  it("answers what never became a turn with a status, not with a stream", async () => {
    const server = await startServer();
    const id = await server.begin();
    const send = (path: string, json: unknown) =>
      server.call("POST", `/v1/conversations/${path}/messages`, { json, headers: { accept: "text/event-stream" } });
    for (const [path, json, status] of [
      ["nobody", { text: "hi" }, 404],
      [id, { text: " " }, 422],
      [id, { command: { type: "affirm", promptId: "old" } }, 409],
    ] as const) {
      const answer = await send(path, json);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
    }
    expect(server.app.context.live.size).toBe(0);
  });

  it("ends with an error that says what to do if the turn cannot be saved; sent again, it is done", async () => {
    const store = createMemoryStore();
    let isBroken = false;
    const failing: typeof store = {
      ...store,
      async save(...given) {
        if (isBroken) throw new SoniError("store.unavailable", "gone");
        await store.save(...given);
      },
    };
    const server = await startServer({ store: failing });
    const id = await server.begin();
    isBroken = true;
    const frames = await stream(server, id, { text: "10 to Ann", messageId: "m1" });
    expect(types(frames)).toEqual(["accepted", "understood", "error"]);
    const last = frames.at(-1);
    expect(last?.id).toBeNull();
    expect(last?.event.type === "error" && last.event.problem.code).toBe("store.unavailable");
    isBroken = false;
    const again = await server.call("POST", `/v1/conversations/${id}/messages`, {
      json: { text: "10 to Ann", messageId: "m1" },
    });
    expect(again.body.messages.at(-1).text).toBe("Your PIN?");
  });

  it("shows commands and failure codes to developers only, and secrets to nobody", async () => {
    const broken = () => {
      throw new Error("the bank is closed");
    };
    const open = await startServer({ pay: broken });
    const id = await confirmed(open);
    const seen = JSON.stringify(await stream(open, id, { text: "yes" }));
    expect(seen).toContain('"commands":[{"type":"affirm"}]');
    expect(seen).toContain("action.failed");
    const pin = JSON.stringify((await open.call("GET", `/v1/conversations/${id}/audit`)).body);
    expect(pin).toContain('"value":"***"');
    expect(pin).not.toContain("1234");
    const closed = await startServer({ access, pay: broken });
    const own = await closed.begin(ana);
    for (const text of ["10 to Ann", "1234"]) await closed.say(own, text, ana);
    const hidden = JSON.stringify(await stream(closed, own, { text: "yes" }, ana));
    expect(hidden).not.toContain('"commands":[{"type":"affirm"}]');
    expect(hidden).not.toContain("action.failed");
  });
});

describe("events of the past", () => {
  it("are those that were streamed, with the same ids, after any one of them", async () => {
    const server = await startServer();
    const id = await confirmed(server);
    const live = await stream(server, id, { text: "yes" });
    const read = async (after: number) =>
      (await server.call("GET", `/v1/conversations/${id}/events?after=${after}`)).body.events;
    const all = await read(0);
    expect(all.map((event: { id: number }) => event.id)).toEqual(
      all.map((event: { id: number }) => event.id).toSorted((a: number, b: number) => a - b),
    );
    const strip = ({ reply: _, commands: __, ...event }: Record<string, unknown>) => event;
    expect(all.slice(-live.length).map(strip)).toEqual(live.map(({ event }) => strip(event)));
    for (const [index, event] of all.entries()) expect(await read(event.id)).toEqual(all.slice(index + 1));
  });
});

describe("one turn per message id", () => {
  it("the same message five times at once and after, by header or body: one turn, one reply, one payment", async () => {
    let payments = 0;
    const server = await startServer({
      async pay() {
        payments += 1;
        return { receipt: `R-${payments}` };
      },
    });
    const id = await confirmed(server);
    const byBody = { json: { text: "yes", messageId: "m-yes" } };
    const byHeader = { json: { text: "yes" }, headers: { "idempotency-key": '"m-yes"' } };
    const send = (sent: typeof byBody | typeof byHeader) =>
      server.call("POST", `/v1/conversations/${id}/messages`, sent);
    const answers = [
      ...(await Promise.all([send(byBody), send(byHeader), send(byBody), send(byHeader), send(byBody)])),
      await send(byHeader),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => JSON.stringify([body.turn, body.messages])))).toHaveLength(1);
    expect(payments).toBe(1);
  });

  it("messages sent at once run in the order they came", async () => {
    const server = await startServer();
    const id = await server.begin();
    const sent = Array.from({ length: 10 }, (_, index) => server.say(id, `message ${index}`));
    const answers = await Promise.all(sent);
    const transcript = await server.soni.transcript(`local:${id}`);
    expect(transcript.length).toBe(11);
    expect(new Set(answers.map(({ body }) => body.turn)).size).toBe(10);
  });
});

describe("a conversation with a person", () => {
  it("is silent until it is released", async () => {
    const server = await startServer();
    const id = await server.begin();
    const handed = await server.say(id, "person");
    expect(handed.body.status.handedOff).toBe(true);
    expect((await server.say(id, "10 to Ann")).body.messages).toEqual([]);
    const released = await server.call("POST", `/v1/conversations/${id}/handoff/release`);
    expect([released.status, released.body.status.handedOff]).toEqual([200, false]);
    expect((await server.say(id, "10 to Ann")).body.messages.at(-1).text).toBe("Your PIN?");
  });
});
