import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createServer } from "../../src/server/app.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { assistantOf } from "../support/dialogue.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { request, type Said } from "./chat-client.ts";
import { count, report, seed } from "./seed.ts";

const walks = count("SONI_RESUME_WALKS", 2);
const stepsPerWalk = 20;

const yaml = `
settings: { runtime: { host: direct } }
patterns:
  cancellation: { confirm: true }
slots:
  payee: { type: string, prompt: "To whom?" }
  amount: { type: float, prompt: "How much?" }
actions:
  pay: { inputs: [payee, amount], outputs: [receipt], effect: true }
flows:
  transfer:
    description: send money
    trigger: { intents: [send money] }
    steps:
      - { step: ask_payee, type: collect, slot: payee }
      - { step: ask_amount, type: collect, slot: amount }
      - { step: check, type: confirm, message: "Send {amount} to {payee}?" }
      - { step: send, type: action, call: pay }
      - { step: sent, type: say, message: "Sent: {receipt}." }
`;

interface Server {
  readonly url: string;
  readonly payments: () => number;
  close(): Promise<void>;
}

async function startServer(store: Store): Promise<Server> {
  const assistant = assistantOf(yaml);
  let payments = 0;
  const pay = () => {
    payments += 1;
    return { receipt: `R-${payments}` };
  };
  const understander = { understand: async () => ({ commands: [{ type: "chitchat" as const }], confidence: 1 }) };
  const soni = createSoni({
    assistant,
    store: { ...store, close: async () => undefined },
    actions: { pay },
    understander,
  });
  const app = await createServer({ soni, assistant, web: null });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    payments: () => payments,
    async close() {
      await app.close();
      await soni.close();
    },
  };
}

/** What users do, some of which makes questions stale. Those without a type press the button that is open. */
const moves = [
  { command: { type: "start_flow", flow: "transfer" } },
  { command: { type: "start_flow", flow: "transfer", slots: { payee: "Ann", amount: 10 } } },
  { command: { type: "start_flow", flow: "transfer", slots: { payee: "Eve", amount: 1 }, newInstance: true } },
  { command: { type: "set_slot", slot: "payee", value: "Bob" } },
  { command: { type: "set_slot", slot: "amount", value: 20 } },
  { command: { type: "correct_slot", slot: "amount", value: 30 } },
  { command: { type: "deny", slot: "amount" } },
  { command: { type: "deny" } },
  { command: { type: "cancel_flow" } },
  { command: { type: "repeat" } },
  { text: "how are you?" },
  { press: "affirm" },
  { press: "affirm" },
  { press: "deny" },
] as const;

/** Ids that were never given to anybody. */
const unknown = [
  "nothing",
  "",
  " ",
  "transfer_1.check.0",
  "transfer_1.check.999",
  "transfer_99.check.1",
  "cancel.999",
  "__proto__",
  "constructor",
  "transfer_1.check.1 ",
  "TRANSFER_1.CHECK.1",
  "x".repeat(10_000),
  "\uFFFD",
  "🙂",
];

const promptsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"promptId":"([^"]*)"/g)].map(([, id = ""]) => id);

/** Everything stored of a conversation. */
async function hashOf(store: Store, conversationId: string): Promise<string> {
  const kept = await Promise.all([
    store.read(`local:${conversationId}`),
    store.transcript(`local:${conversationId}`),
    store.audit(`local:${conversationId}`),
    store.openMessages(`local:${conversationId}`),
    store.conversations(),
  ]);
  return createHash("sha256").update(JSON.stringify(kept)).digest("hex");
}

/** By JSON, as a stream, and on a socket: whichever door, the answer is the same. */
const doors = {
  async json(url: string, conversationId: string, command: unknown) {
    const said = await request(`${url}/v1/conversations/${conversationId}/messages`, { command });
    return { status: said?.status, code: said?.body.code };
  },
  async stream(url: string, conversationId: string, command: unknown) {
    const response = await fetch(`${url}/v1/conversations/${conversationId}/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ command }),
    });
    const text = await response.text();
    const problem = JSON.parse(/(\{.*\})/.exec(text)?.[1] ?? "{}");
    const { status, code } = problem.problem ?? problem;
    return { status, code };
  },
  async socket(url: string, conversationId: string, command: unknown) {
    const socket = new WebSocket(`${url.replace("http", "ws")}/v1/conversations/${conversationId}/socket?after=0`);
    const frame = await new Promise<Said["body"]>((resolve, reject) => {
      socket.on("error", reject);
      socket.on("message", (data) => {
        const came = JSON.parse(String(data));
        if (came.type === "ready") socket.send(JSON.stringify({ type: "message", messageId: "stale", command }));
        if (came.type === "error" || came.type === "ack") resolve(came);
      });
    });
    socket.terminate();
    return { status: frame.problem?.status, code: frame.problem?.code };
  },
};

const refused = { status: 409, code: "prompt.stale" };

it(`a stale, used or unknown answer is refused and changes nothing (${walks} walks)`, {
  timeout: 300_000 + walks * 20_000,
}, async () => {
  const random = randomNumbers(seed);
  const store = createMemoryStore();
  let server = await startServer(store);
  const sums = { steps: 0, "stale or used": 0, unknown: 0, "double clicks": 0, payments: 0 };
  const anyDoor = () => Object.values(doors)[random(3)] ?? doors.json;
  for (let walk = 0; walk < walks; walk += 1) {
    const id = `walk-${walk}`;
    const shown = new Set<string>();
    await request(`${server.url}/v1/conversations`, { conversationId: id });
    const openPrompt = async (): Promise<string | null> => {
      const pending = (await store.read(`local:${id}`))?.state.pending;
      return pending != null && "promptId" in pending ? pending.promptId : null;
    };
    for (let step = 0; step < stepsPerWalk; step += 1) {
      sums.steps += 1;
      const move = moves[random(moves.length)] ?? moves[0];
      const open = await openPrompt();
      if ("press" in move && open !== null) {
        // Pressed twice at once: once it counts.
        const command = { type: move.press, promptId: open };
        const twice = await Promise.all([doors.json(server.url, id, command), doors.json(server.url, id, command)]);
        expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
        sums["double clicks"] += 1;
      } else if (!("press" in move)) {
        const said = await request(`${server.url}/v1/conversations/${id}/messages`, move);
        expect(said?.status).toBe(200);
      }
      const transcript = await store.transcript(`local:${id}`);
      for (const prompt of promptsIn(JSON.stringify(transcript))) shown.add(prompt);
      const now = await openPrompt();
      if (now !== null) expect(shown).toContain(now);
      const before = await hashOf(store, id);
      const payments = server.payments();
      for (const [kind, ids] of [
        ["stale or used", [...shown].filter((prompt) => prompt !== now)],
        ["unknown", unknown.filter((prompt, index) => prompt !== now && (index + step) % 7 === 0)],
      ] as const) {
        for (const promptId of ids) {
          const type = random(2) === 0 ? "affirm" : "deny";
          const alone = { type, promptId };
          // Nor does what comes along with it.
          const command = random(4) === 0 ? [{ type: "set_slot", slot: "amount", value: 99 }, alone] : alone;
          expect(await anyDoor()(server.url, id, command), JSON.stringify({ promptId, now })).toEqual(refused);
          sums[kind] += 1;
        }
      }
      expect(server.payments()).toBe(payments);
      expect(await hashOf(store, id)).toBe(before);
    }
    // What is stale stays so in the next process.
    sums.payments += server.payments();
    await server.close();
    server = await startServer(store);
  }
  await server.close();
  report("resume", { walks, ...sums });
  expect(sums["stale or used"]).toBeGreaterThan(walks * stepsPerWalk);
  expect(sums["double clicks"]).toBeGreaterThan(0);
  expect(sums.payments).toBeGreaterThan(0);
});
