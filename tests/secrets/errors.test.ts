import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, it, onTestFinished, vi } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { assistantOf } from "../support/dialogue.ts";

it("an error that an action raises after its call is logged without the secret", async () => {
  const program = join(import.meta.dirname, "escaping-secret.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", program]);
  expect(stdout).toContain("project code failed after its call");
  expect(stdout).toContain("lost ***");
  expect(stdout).not.toMatch(/quetzal|zephyr/i);
});

it.each(["direct", "langgraph"])(
  "an action's error that quotes the secret is in the events without it (%s)",
  async (host) => {
    const soni = createSoni({
      assistant: assistantOf(`
settings: { runtime: { host: ${host} } }
slots: { card: { type: string, prompt: "Card?", sensitive: true } }
actions: { charge: { description: Charge it, inputs: [card] } }
flows:
  pay:
    description: Pay
    trigger: { intents: [pay] }
    steps: [{ step: ask, type: collect, slot: card }, { step: charge, type: action, call: charge }]
`),
      understander: { understand: async () => ({ commands: [], confidence: 1 }) },
      actions: {
        charge: ({ card }) => {
          throw new Error(`${card} was refused`);
        },
      },
    });
    onTestFinished(() => soni.close());
    const command = { type: "start_flow", flow: "pay", slots: { card: "Quetzal Zephyr" } } as const;
    const { events } = await soni.processMessage({ conversationId: "c", text: "pay", command });
    const failed = {
      type: "step_failed",
      flow: "pay",
      step: "charge",
      code: "action.failed",
      message: "*** was refused",
    };
    expect(events).toContainEqual(failed);
    const { type, ...data } = failed;
    expect(await soni.trace("c")).toContainEqual({ turn: 1, at: expect.any(Number), event: type, data });
    expect(JSON.stringify([events, await soni.audit("c")])).not.toMatch(/quetzal|zephyr/i);
  },
);

it("a model's refusal that quotes the prompt is logged in our words; its own are for debugging, without what may be a secret", async () => {
  const asked: string[] = [];
  const provider = createServer(async (request, response) => {
    asked.push(await text(request));
    const message = "No answer to: pay by Quetzal Zephyr please";
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error: { message } }));
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void provider.close());
  vi.stubEnv("SONI_TEST_MODEL", `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const logged: string[] = [];
  const debugged: string[] = [];
  const soni = createSoni({
    assistant: assistantOf(`
settings:
  runtime: { host: direct }
  models: { nlu: { provider: openai_compatible, model: scripted, base_url_env: SONI_TEST_MODEL } }
slots: { card: { type: string, description: Card, prompt: "Card?", sensitive: true } }
flows: { pay: { description: Pay, trigger: { intents: [pay] }, steps: [{ step: ask, type: collect, slot: card }] } }
`),
    log: (message, data) => logged.push(`${message} ${JSON.stringify(data)}`),
    debug: (message, data) => debugged.push(`${message} ${JSON.stringify(data)}`),
  });
  onTestFinished(() => soni.close());
  await soni.processMessage({ conversationId: "c", text: "pay by Quetzal Zephyr please" });
  expect(asked.join()).toContain("Quetzal Zephyr");
  expect(logged.join()).toContain("model failed");
  expect(logged.join()).toContain("The provider refused the request.");
  expect(logged.join()).not.toMatch(/No answer to|quetzal|zephyr/i);
  expect(debugged.join()).toContain("No answer to:");
  expect(debugged.join()).not.toMatch(/quetzal|zephyr/i);
});
