import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { SoniError } from "../../src/engine/errors.ts";
import { Problem } from "../../src/server/problem.ts";
import { shutDown } from "../../src/server/shut-down.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { type Answer, heldPayment, type Running, startServer } from "./start-server.ts";

/** A clear error: problem details with the code and status, and nothing of our insides. */
function expectProblem({ status, headers, body }: Answer, expected: number, code: string): void {
  expect({ status, code: body.code }).toEqual({ status: expected, code });
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(Problem.parse(body)).toEqual(body);
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:|at Object|SELECT/);
}

/** Nothing lost: the state is as it was, and the next good message works. */
async function expectNothingLost(server: Running, id: string, work: () => Promise<void>): Promise<void> {
  const before = await server.hash(`local:${id}`);
  await work();
  expect(await server.hash(`local:${id}`)).toBe(before);
  const next = await server.say(id, "10 to Ann");
  expect(next.status).toBe(200);
  expect(next.body.messages.at(-1).text).toBe("Your PIN?");
}

const messages = (id: string): string => `/v1/conversations/${id}/messages`;
const json = { "content-type": "application/json" };
const post = (body: string, headers: Readonly<Record<string, string>> = json) => ({ body, headers });

describe("a message that cannot be taken", () => {
  it.each([
    ["invalid JSON", post('{"text": "hi"'), 400, "request.invalid_json"],
    ["no body", post(""), 422, "request.invalid"],
    ["JSON that is no object", post('"hi"'), 422, "request.invalid"],
    ["__proto__", post('{"text":"hi","__proto__":{"a":1}}'), 400, "request.forbidden_key"],
    [
      "a hidden __proto__",
      post('{"text":"hi","command":{"type":"x","a":[{"__proto__":1}]}}'),
      400,
      "request.forbidden_key",
    ],
    ["constructor", post('{"constructor":{"prototype":{}}}'), 400, "request.forbidden_key"],
    ["a nesting bomb", post(`{"text":${"[".repeat(20_000)}${"]".repeat(20_000)}}`), 400, "request.invalid_json"],
    ["plain text", post("hi", { "content-type": "text/plain" }), 415, "request.unsupported_media_type"],
    [
      "a form",
      post("text=hi", { "content-type": "application/x-www-form-urlencoded" }),
      415,
      "request.unsupported_media_type",
    ],
    [
      "no media type",
      { body: '{"text":"hi"}', headers: { "content-type": "" } },
      415,
      "request.unsupported_media_type",
    ],
    ["over 64 KB", post(JSON.stringify({ text: "a".repeat(65 * 1024) })), 413, "request.too_large"],
    ["no message", post("{}"), 422, "message.blank"],
    ["a blank message", post('{"text":" \\n\\t "}'), 422, "message.blank"],
    ["an over-long message", post(JSON.stringify({ text: "a".repeat(201) })), 422, "message.too_long"],
    ["a text that is a number", post('{"text":1}'), 422, "request.invalid"],
    ["an unknown key", post('{"text":"hi","extra":1}'), 422, "request.invalid"],
    ["a zero byte", post('{"text":"a\\u0000b"}'), 422, "message.control_characters"],
    ["an escape sequence", post('{"text":"\\u001b[31mred"}'), 422, "message.control_characters"],
    ["a C1 control", post('{"text":"a\\u009bb"}'), 422, "message.control_characters"],
    ["a lone surrogate", post('{"text":"half \\ud800"}'), 422, "message.malformed"],
    ["a malformed message id", post('{"text":"hi","messageId":"a b"}'), 422, "message.bad_id"],
    [
      "a malformed Idempotency-Key",
      post('{"text":"hi"}', { ...json, "idempotency-key": "a b" }),
      422,
      "message.bad_id",
    ],
    ["two ids", post('{"text":"hi","messageId":"a"}', { ...json, "idempotency-key": "b" }), 422, "message.id_mismatch"],
    ["something that is no command", post('{"command":{"type":"fly"}}'), 422, "command.invalid"],
    ["a command without a type", post('{"command":{}}'), 422, "request.invalid"],
    [
      "too many commands",
      post(JSON.stringify({ command: Array(11).fill({ type: "repeat" }) })),
      422,
      "request.invalid",
    ],
    ["a stale button", post('{"command":{"type":"affirm","promptId":"transfer_1.check.1"}}'), 409, "prompt.stale"],
  ])("%s: %#", async (_, sent, status, code) => {
    const server = await startServer();
    const id = await server.begin();
    await expectNothingLost(server, id, async () => {
      expectProblem(await server.call("POST", messages(id), sent), status, code);
    });
  });

  it.each([["a%20b"], ["a:b"], ["%00"], ["-x"], ["x".repeat(129)], ["..%2f..%2fetc"], ["%F0%9F%98%80"]])(
    "malformed conversation id %s",
    async (id) => {
      const server = await startServer();
      for (const [method, path] of [
        ["GET", ""],
        ["GET", "/transcript"],
        ["GET", "/events"],
        ["GET", "/audit"],
        ["GET", "/trace"],
        ["DELETE", ""],
        ["POST", "/handoff/release"],
      ] as const) {
        expectProblem(await server.call(method, `/v1/conversations/${id}${path}`), 422, "conversation.bad_id");
      }
      expectProblem(await server.say(id, "hi"), 422, "conversation.bad_id");
      expectProblem(
        await server.call("POST", "/v1/conversations", { json: { conversationId: decodeURIComponent(id) } }),
        422,
        "conversation.bad_id",
      );
    },
  );

  it("a used message id with another text", async () => {
    const server = await startServer();
    const id = await server.begin();
    const send = (text: string) => server.call("POST", messages(id), { json: { text, messageId: "m1" } });
    expect((await send("hello")).status).toBe(200);
    await expectNothingLost(server, id, async () => expectProblem(await send("send money"), 422, "message.id_reused"));
  });

  it("an unknown conversation, wherever it is named", async () => {
    const server = await startServer();
    expectProblem(await server.say("nobody", "hi"), 404, "conversation.unknown");
    for (const path of ["", "/transcript", "/events", "/audit", "/trace"]) {
      expectProblem(await server.call("GET", `/v1/conversations/nobody${path}`), 404, "conversation.unknown");
    }
    expectProblem(await server.call("DELETE", "/v1/conversations/nobody"), 404, "conversation.unknown");
    expectProblem(await server.call("POST", "/v1/conversations/nobody/handoff/release"), 404, "conversation.unknown");
    expect(await server.soni.conversations()).toEqual([]);
    expect(await server.store.openConversations()).toEqual([]);
  });

  it("a conversation that was deleted", async () => {
    const server = await startServer();
    const id = await server.begin();
    await server.say(id, "hello");
    expect((await server.call("DELETE", `/v1/conversations/${id}`)).status).toBe(204);
    expectProblem(await server.say(id, "hello"), 404, "conversation.unknown");
    expectProblem(await server.call("DELETE", `/v1/conversations/${id}`), 404, "conversation.unknown");
    expect(await server.soni.transcript(`local:${id}`)).toEqual([]);
  });
});

describe("a request that leads nowhere", () => {
  it.each([
    ["GET", "/nothing"],
    ["GET", "/v1/nothing"],
    ["PUT", "/v1/conversations"],
    ["GET", "/v1/conversations/a/b/c"],
    ["GET", "/%ZZ"],
  ])("%s %s", async (method, path) => {
    const server = await startServer();
    expectProblem(await server.call(method, path), 404, "route.unknown");
  });

  it("a bad page of the list", async () => {
    const server = await startServer();
    for (const query of ["limit=0", "limit=101", "limit=x", "after=x", `after=${"9".repeat(500)}`]) {
      expectProblem(await server.call("GET", `/v1/conversations?${query}`), 422, "request.invalid");
    }
  });

  it("a release of what nobody was handed", async () => {
    const server = await startServer();
    const id = await server.begin();
    await expectNothingLost(server, id, async () =>
      expectProblem(
        await server.call("POST", `/v1/conversations/${id}/handoff/release`),
        409,
        "conversation.not_handed_off",
      ),
    );
  });
});

describe("a connection", () => {
  const talk = (port: number, text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      socket.on("data", (part) => {
        answer += String(part);
      });
      socket.on("close", () => resolve(answer));
      socket.on("error", reject);
    });

  it("that sends too slowly gets 408", async () => {
    const server = await startServer();
    // Another process on the same store, so that only the slow request meets the short limit.
    const hasty = await startServer({ store: server.store, limits: { requestMilliseconds: 100 } });
    const id = await server.begin();
    await expectNothingLost(server, id, async () => {
      const head = `POST ${messages(id)} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
      const answer = await talk(hasty.port, `${head}Content-Length: 20\r\n\r\n{"text":`);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain("application/problem+json");
      expect(answer).toContain('"code":"request.timeout"');
    });
  });

  it("that does not speak HTTP gets 400", async () => {
    const server = await startServer();
    const answer = await talk(server.port, "hello there\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"request.invalid"');
  });

  it("whose client leaves in mid-turn: the turn still commits, and its reply can be had", async () => {
    const payment = heldPayment("R-7");
    const server = await startServer({ pay: payment.pay });
    const id = await server.begin();
    for (const text of ["10 to Ann", "1234"]) await server.say(id, text);
    for (const accept of ["application/json", "text/event-stream"]) {
      const leave = new AbortController();
      const sent = fetch(`${server.url}${messages(id)}`, {
        method: "POST",
        headers: { "content-type": "application/json", accept },
        body: JSON.stringify({ text: "yes", messageId: "m-yes" }),
        signal: leave.signal,
      }).then((response) => response.text());
      await payment.begun;
      leave.abort();
      await expect(sent).rejects.toThrow();
    }
    payment.goOn();
    const again = await server.call("POST", messages(id), { json: { text: "yes", messageId: "m-yes" } });
    expect(again.body).toMatchObject({ messageId: "m-yes", duplicate: true, messages: [{ text: "Sent: R-7." }] });
    expect((await server.soni.transcript(`local:${id}`)).map(({ user }) => user)).toEqual([
      "",
      "10 to Ann",
      "***",
      "yes",
    ]);
  });
});

describe("a server that cannot", () => {
  it("while it shuts down: 503 with Retry-After, and the turn under way is answered", async () => {
    const payment = heldPayment("R-8");
    const server = await startServer({ pay: payment.pay });
    const id = await server.begin();
    for (const text of ["10 to Ann", "1234"]) await server.say(id, text);
    const underWay = server.say(id, "yes");
    await payment.begun;
    const closed = shutDown(server.app);
    const refused = await server.say(id, "hello");
    expectProblem(refused, 503, "server.closing");
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await server.call("GET", "/health/live")).status).toBe(200);
    const ready = await server.call("GET", "/health/ready");
    expect([ready.status, ready.body.checks.server]).toEqual([503, "closing"]);
    payment.goOn();
    expect((await underWay).body.messages[0].text).toBe("Sent: R-8.");
    await closed;
    await expect(server.say(id, "hello")).rejects.toThrow();
  });

  it("while its store is down: 503 with Retry-After, and all goes on when it is back", async () => {
    const store = createMemoryStore();
    let isDown = false;
    const failing = new Proxy(store, {
      get(target, key: keyof Store) {
        const method = target[key];
        if (typeof method !== "function" || key === "close") return method;
        return (...given: unknown[]) => {
          if (isDown) throw new SoniError("store.unavailable", "The database at db.internal:5432 is gone.");
          return Reflect.apply(method, target, given);
        };
      },
    });
    const server = await startServer({ store: failing });
    const id = await server.begin();
    const before = await server.hash(`local:${id}`);
    isDown = true;
    const refused = await server.say(id, "10 to Ann");
    expectProblem(refused, 503, "store.unavailable");
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(JSON.stringify(refused.body)).not.toContain("db.internal");
    for (const path of ["/v1/conversations", `/v1/conversations/${id}/transcript`, `/v1/conversations/${id}/events`]) {
      expectProblem(await server.call("GET", path), 503, "store.unavailable");
    }
    const ready = await server.call("GET", "/health/ready");
    expect([ready.status, ready.body.checks.store]).toEqual([503, "unavailable"]);
    isDown = false;
    expect(await server.hash(`local:${id}`)).toBe(before);
    expect((await server.call("GET", "/health/ready")).status).toBe(200);
    expect((await server.say(id, "10 to Ann")).body.messages.at(-1).text).toBe("Your PIN?");
  });

  it("for a damaged conversation: 500 with an id and no insides; others are not affected", async () => {
    const store = createMemoryStore();
    const damaged = new Proxy(store, {
      get(target, key: keyof Store) {
        if (key !== "transcript") return target[key];
        return async (id: string) => {
          if (id === "local:bad") throw new SoniError("store.corrupt", "row 17 of table turn is damaged");
          return target.transcript(id);
        };
      },
    });
    const logged: string[] = [];
    const { pino } = await import("pino");
    const server = await startServer({
      store: damaged,
      log: pino({}, { write: (line: string) => void logged.push(line) }),
    });
    for (const conversationId of ["bad", "good"])
      await server.call("POST", "/v1/conversations", { json: { conversationId } });
    const answer = await server.call("GET", "/v1/conversations/bad/transcript");
    expectProblem(answer, 500, "internal");
    expect(JSON.stringify(answer.body)).not.toContain("row 17");
    expect(logged.filter((line) => line.includes(answer.body.errorId) && line.includes("row 17"))).toHaveLength(1);
    expect((await server.call("GET", "/v1/conversations/good/transcript")).status).toBe(200);
  });

  it("for more than it can bear: 429 for one conversation, 503 for all, and then it goes on", async () => {
    const gate = Promise.withResolvers<void>();
    const server = await startServer({
      limits: { turns: 3, turnsPerConversation: 2 },
      understander: {
        async understand() {
          await gate.promise;
          return { commands: [{ type: "chitchat" }], confidence: 1 };
        },
      },
    });
    const [one, two] = [await server.begin(), await server.begin()];
    const first = [server.say(one, "a"), server.say(one, "b")];
    await expect.poll(() => server.app.context.gate.running).toBe(2);
    expectProblem(await server.say(one, "c"), 429, "request.too_many");
    const third = server.say(two, "a");
    await expect.poll(() => server.app.context.gate.running).toBe(3);
    const refused = await server.say(two, "b");
    expectProblem(refused, 503, "server.overloaded");
    expect(refused.headers.get("retry-after")).toBe("1");
    gate.resolve();
    for (const answer of await Promise.all([...first, third])) expect(answer.status).toBe(200);
    expect((await server.say(one, "c")).status).toBe(200);
  });
});
