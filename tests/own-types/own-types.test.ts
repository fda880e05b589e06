import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Flow } from "../../src/engine/assistant/flow.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import type { Usage } from "../../src/engine/state/turn.ts";
import type { Generation, LanguageModel } from "../../src/model/language-model.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { defineStep } from "../../src/runtime/define-own.ts";
import { openSoni } from "../../src/runtime/open-soni.ts";
import { createServer } from "../../src/server/app.ts";
import { flowGraph } from "../../src/server/flow-graph.ts";
import { assertConversation, loadConversations, scriptedUnderstander } from "../../src/testing/index.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import { runCli } from "../cli/run-cli.ts";
import { runs } from "./parcels/steps.ts";

const parcels = join(import.meta.dirname, "parcels");
const isolated = join(import.meta.dirname, "isolated");

/** What the test files say; `soni test` of a folder is this. */
describe("types of a project's own in a file of conversations", async () => {
  for (const conversation of await loadConversations(join(parcels, "tests/parcels.yaml")))
    it(conversation.name, () => assertConversation(conversation));
});

const open = async (folder: string, understander = scriptedUnderstander({})) => {
  const opened = await openSoni(folder, { understander, store: "memory" });
  onTestFinished(() => opened.soni.close());
  return opened;
};

describe.each([
  ["in the program", parcels],
  ["in a process of its own", isolated],
])("types of a project's own, %s,", (_, folder) => {
  it("are used in the chat", async () => {
    const { code, output, errors } = await runCli(["chat", folder, "--store", "memory"], {
      lines: ["/custom another_one weight=1.5kg", "/set_slot speed=standard", "/correct_slot weight=400g", "/affirm"],
    });
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toBe(
      [
        "Standard or express?",
        "1. standard",
        "2. express",
        "1.5 kg for 6 euros?",
        "Changed weight to 400 g.",
        "A light one: 10% off.",
        "400 g for 1.44 euros?",
        "On its way.",
        "",
      ].join("\n"),
    );
  });

  it("are used by HTTP, and shown in the diagram of the flow", async () => {
    const { soni, assistant } = await open(folder);
    const app = await createServer({ soni, assistant, web: null });
    onTestFinished(() => app.close());
    const post = async (url: string, payload: object) =>
      (await app.inject({ method: "POST", url, payload })).json() as {
        readonly conversationId: string;
        readonly messages: readonly { readonly text: string }[];
      };
    const { conversationId: id } = await post("/v1/conversations", {});
    const say = async (command: Command) =>
      (await post(`/v1/conversations/${id}/messages`, { command })).messages.map(({ text }) => text);
    expect(await say({ type: "custom", name: "another_one", arguments: { weight: "2 kilos", express: true } })).toEqual(
      ["2 kg for 16 euros?"],
    );
    // Arguments that do not fit the command's schema do nothing.
    expect(await say({ type: "custom", name: "another_one", arguments: { weight: 2 } })).toEqual([
      "2 kg for 16 euros?",
    ]);
    expect(flowGraph(assistant.flows.get("send_parcel") as Flow)).toMatchObject({
      nodes: expect.arrayContaining([{ id: "find_price", type: "tariff", detail: "tariff" }]),
      edges: expect.arrayContaining([
        { from: "find_price", to: "refuse", label: "too_heavy", aside: false },
        { from: "find_price", to: "apologise", label: "on_error", aside: true },
      ]),
    });
  });
});

it("an editor's schema knows them", async () => {
  const { code, output } = await runCli(["schema", parcels]);
  const schema = JSON.parse(output);
  expect(code).toBe(0);
  expect(schema.properties.slots.additionalProperties.properties.type.enum).toContain("weight");
  expect(output).toContain('"const": "tariff"');
  expect(output).toContain("In grams.");
});

it("a replay takes the result of a step, and does not run its code again", async () => {
  const { soni } = await open(parcels);
  const say = (command: Command) => soni.processMessage({ conversationId: "c", text: "", command });
  const slots = { weight: "2 kg", speed: "express" };
  await say({ type: "start_flow", flow: "send_parcel", slots });
  runs.count = 0;
  // The same weight in other words: nothing that the step reads has changed.
  await say({ type: "correct_slot", slot: "weight", value: "2000 g" });
  expect(runs.count).toBe(0);
  const changed = await say({ type: "correct_slot", slot: "weight", value: "3 kg" });
  expect(runs.count).toBe(1);
  expect(changed.messages.at(-1)?.text).toBe("3 kg for 24 euros?");
});

it("a step in a loop counts once a round, and its results are those of a run without a correction", async () => {
  const steps = {
    double: defineStep({
      keys: { number: { kind: "value" }, into: { kind: "output" } },
      run: ({ number }) => ({ output: { into: Number(number) * 2 } }),
    }),
  };
  const text = `
version: "1.0"
settings: { runtime: { host: direct }, limits: { step_repeats: 6 } }
slots:
  start: { type: integer, description: Start, prompt: "Start?" }
flows:
  grow:
    description: Grow
    trigger: { intents: [grow] }
    steps:
      - { step: ask, type: collect, slot: start }
      - { step: first, type: set, slots: { total: "{{ start }}" } }
      - { step: more, type: while, condition: total < 64, do: [twice] }
      - { step: twice, type: double, number: total, into: total }
      - { step: check, type: confirm, message: "{total}?" }
`;
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text }], { steps });
  if (assistant === null) throw new Error(JSON.stringify(findings));
  const soni = createSoni({ assistant, steps, understander: scriptedUnderstander({}) });
  onTestFinished(() => soni.close());
  const say = async (command: Command) =>
    (await soni.processMessage({ conversationId: "c", text: "", command })).messages.at(-1)?.text;
  expect(await say({ type: "start_flow", flow: "grow", slots: { start: 2 } })).toBe("64?");
  expect(await say({ type: "correct_slot", slot: "start", value: 3 })).toBe("96?");
  expect(await say({ type: "correct_slot", slot: "start", value: 2 })).toBe("64?");
});

it("a model is told of the command, of the type and of what users say for it", async () => {
  const prompts: string[] = [];
  const model: LanguageModel = {
    name: "scripted",
    samples: false,
    async generate(request): Promise<Generation> {
      prompts.push(request.messages.map(({ text }) => text).join("\n"));
      const commands = [{ type: "custom", name: "another_one", arguments: { weight: "750 g", express: true } }];
      const usage: Usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
      return { ok: true, text: JSON.stringify({ commands, confidence: 0.9 }), finish: "stop", usage, attempts: 1 };
    },
  };
  const { soni } = await open(parcels, createModelUnderstander({ model }));
  const { messages } = await soni.processMessage({ conversationId: "c", text: "One more of 750 g, express" });
  expect(messages.map(({ text }) => text)).toEqual(["750 g for 6 euros?"]);
  await soni.processMessage({ conversationId: "c", text: "make that two kilos" });
  expect(prompts[0]).toContain("The user wants to send one more parcel, of this weight");
  expect(prompts.at(-1)).toContain('"type":"weight"');
  expect(prompts.at(-1)).toContain("two kilos");
});
