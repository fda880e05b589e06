import { request } from "node:http";
import { join } from "node:path";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { seed } from "../chaos/seed.ts";
import { nastyStrings, nastyValues } from "../support/nasty-strings.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { type AttackClient, attackClient } from "./attack-client.ts";
import { isFull, size, tableOf } from "./attack-size.ts";
import { type NastyRequest, nastyRequests, type OpenApi } from "./nasty-requests.ts";
import { onAttackedStores } from "./on-attacked-stores.ts";
import { startSoniServer } from "./soni-server.ts";

const folder = join(import.meta.dirname, "talk-assistant");

/** The status, or why there is none. */
function send(url: string, { method, path, headers, body }: NastyRequest): Promise<number | string> {
  return new Promise((resolve) => {
    try {
      const { hostname, port } = new URL(url);
      const sent = request({ hostname, port, method, path, headers, agent: false, timeout: 60_000 }, (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode ?? "no status"));
      });
      sent.once("timeout", () => sent.destroy(new Error("no answer in 60 s")));
      sent.once("error", (error) => resolve(error.message));
      sent.end(body);
    } catch {
      // The client refuses to send such a line.
      resolve("not sent");
    }
  });
}

/** Commands of every kind with something nasty in every field. */
const nastyCommands = (): readonly object[] =>
  [...nastyStrings, ...nastyValues].flatMap((nasty) => [
    { type: nasty },
    { type: "start_flow", flow: nasty },
    { type: "start_flow", flow: "book_table", slots: nasty },
    { type: "start_flow", flow: "book_table", slots: { guest: nasty, people: nasty, day: nasty } },
    { type: "set_slot", slot: nasty, value: nasty },
    { type: "set_slot", slot: "guest", value: nasty },
    { type: "set_slot", slot: "allergies", value: [nasty] },
    { type: "correct_slot", slot: "guest", value: nasty, flow: nasty },
    { type: "affirm", promptId: nasty },
    { type: "clarify", topic: nasty, kind: "question", text: nasty },
    { type: "chitchat", hint: nasty },
    { type: "out_of_scope", topic: nasty },
    { type: "cancel_flow", reason: nasty },
    { type: "choose_flow", flows: [nasty] },
    { type: "custom", name: nasty, arguments: { a: nasty } },
  ]);

/** Sends them on one socket after the other; those that the server closes for good reason are opened again. */
async function attackSocket(url: string, frames: readonly (string | Buffer)[]): Promise<readonly string[]> {
  const problems: string[] = [];
  const left = [...frames];
  while (left.length > 0) {
    const socket = new WebSocket(`${url.replace("http", "ws")}/v1/conversations/fuzz/socket`);
    await new Promise<void>((resolve) => {
      socket.once("error", (error) => {
        problems.push(`socket: ${error.message}`);
        left.length = 0;
        resolve();
      });
      socket.once("close", (code) => {
        if (code === 1011) problems.push(`socket closed with ${code}`);
        resolve();
      });
      let last = "";
      const next = (): void => {
        const frame = left.shift();
        if (frame === undefined) {
          socket.close();
          return;
        }
        last = String(frame).slice(0, 80);
        socket.send(frame);
        // The answer to this says that the frame before it was read.
        socket.send(JSON.stringify({ type: "ping" }));
      };
      socket.once("open", next);
      socket.on("message", (data) => {
        const frame = JSON.parse(String(data));
        if (frame.type === "error" && frame.problem?.status >= 500)
          problems.push(`frame ${frame.problem.code}: ${last}`);
        if (frame.type === "pong") next();
      });
    });
  }
  return problems;
}

async function renew(client: AttackClient): Promise<void> {
  await client.call("POST", "/v1/conversations", { conversationId: "fuzz" });
}

await onAttackedStores(isFull ? ["memory", "sqlite", "postgres", "redis"] : ["postgres"], {
  name: "no string from outside, wherever it stands, is more than a bad request",
  timeout: 3_600_000,
  async run(store, kind) {
    const table = tableOf("Strings from outside");
    const server = await startSoniServer({ folder, store });
    const listeners = server.listeners();
    const client = attackClient(server.url);
    const random = randomNumbers(seed);
    const api = (await client.call("GET", "/openapi.json"))?.body as OpenApi;
    const problems: string[] = [];
    const statuses = new Map<string, number>();
    const note = (status: number | string, what: string): void => {
      statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
      if (typeof status === "number" && status >= 500) problems.push(`${status}: ${what}`);
      if (status === "no answer in 60 s") problems.push(`${status}: ${what}`);
    };
    const requests = nastyRequests(api, random, size("SONI_ATTACK_STRINGS", 1, 1_000));
    for (const [index, each] of requests.entries()) {
      // Some of them delete it.
      if (index % 20 === 0) await renew(client);
      note(
        await send(server.url, each),
        `${each.method} ${each.path.slice(0, 80)} ${each.place} ${each.body?.slice(0, 200) ?? ""}`,
      );
    }
    await renew(client);
    const commands = nastyCommands().filter(() => isFull || random(10) === 0);
    for (const command of commands) {
      const answer = await client.say("fuzz", { command });
      note(answer?.status ?? "no answer", `command ${JSON.stringify(command).slice(0, 200)}`);
    }
    const frames = [...nastyStrings, ...nastyValues].flatMap((nasty, index): readonly (string | Buffer)[] => [
      typeof nasty === "string" ? nasty : (JSON.stringify(nasty) ?? ""),
      JSON.stringify({ type: nasty }),
      JSON.stringify({ type: "message", messageId: nasty, text: "hello" }),
      JSON.stringify({ type: "message", messageId: `socket-${index}`, text: nasty }),
      JSON.stringify({
        type: "message",
        messageId: `command-${index}`,
        command: { type: "set_slot", slot: "guest", value: nasty },
      }),
      JSON.stringify({ type: "authenticate", token: nasty }),
      Buffer.from(typeof nasty === "string" ? nasty : "x"),
    ]);
    const sent = frames.filter(() => isFull || random(5) === 0);
    await renew(client);
    problems.push(...(await attackSocket(server.url, sent)));
    table.push({
      store: kind,
      requests: requests.length,
      commands: commands.length,
      frames: sent.length,
      answers: [...statuses]
        .toSorted()
        .map(([status, count]) => `${status}: ${count}`)
        .join(", "),
      problems: problems.length,
    });
    expect.soft(problems).toEqual([]);
    expect.soft(server.listeners()).toEqual(listeners);
    expect.soft(await server.isReady()).toBe(true);
    expect(await server.stop()).toBe("0");
  },
});
