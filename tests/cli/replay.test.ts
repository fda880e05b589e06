import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSoni, createSqliteStore, loadAssistant } from "../../src/index.ts";
import { offlineAt, runCli, temporaryFolder } from "./run-cli.ts";

const yaml = `version: "1.0"
settings: { persistence: { backend: sqlite, path: soni.db } }
slots:
  cups: { type: integer, description: How many cups, prompt: "How many cups?", constraints: [{ rule: cups < 50, message: "Too many." }] }
  code: { type: string, description: A code, prompt: "Your code?", sensitive: true }
actions:
  price: { description: The price, inputs: [cups], outputs: [total] }
  place_order: { description: Place the order, inputs: [cups, total, code], outputs: [number], effect: true }
flows:
  order_coffee:
    description: Order coffee
    trigger: { intents: [I want coffee, order coffee, "{cups} cups of coffee"] }
    steps:
      - { step: ask_cups, type: collect, slot: cups }
      - { step: ask_code, type: collect, slot: code }
      - { step: price, type: action, call: price }
      - { step: check, type: confirm, message: "{cups} cups for {total}?" }
      - { step: order, type: action, call: place_order }
      - { step: done, type: say, message: "Number {number}." }
`;
/** Every call leaves a line behind. */
const actions = `import { appendFileSync } from "node:fs";
const count = (name) => appendFileSync(new URL("calls.txt", import.meta.url), name + "\\n");
export const actions = {
  price: ({ cups }) => { count("price"); return { total: cups * 3 }; },
  place_order: ({ cups }) => { count("place_order"); if (cups === 13) throw new Error("no thirteen"); return { number: 7 }; },
};
`;
const nodeOptions = offlineAt("2026-11-16T10:00:00+01:00");

/** Held once with the old version, by the real actions. */
const shared = mkdtempSync(join(tmpdir(), "soni-replay-"));
const old = join(shared, "old");
let callsThen = "";
beforeAll(async () => {
  await writeVersion(old);
  const chat = (conversation: string, ...lines: readonly string[]) =>
    runCli(["chat", old, "--conversation", conversation], { folder: shared, lines, nodeOptions });
  await chat("plain", "order coffee", "3", "secret-77", "yes");
  await chat(
    "changed",
    "/start_flow order_coffee cups=4",
    "/set_slot code=secret-78",
    "/correct_slot cups=5",
    "/affirm",
  );
  await chat("unlucky", "/start_flow order_coffee cups=13 code=x99", "/affirm");
  await chat("refused", "/start_flow order_coffee", "/set_slot cups=60", "/set_slot cups=49");
  callsThen = await calls(old);
});
afterAll(() => rmSync(shared, { recursive: true, force: true }));

async function writeVersion(folder: string, change: (text: string) => string = (text) => text): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, "soni.yaml"), change(yaml));
  await writeFile(join(folder, "actions.js"), actions);
}

const calls = (version: string) => readFile(join(version, "calls.txt"), "utf8").catch(() => "");

/** Replays with another version, whose actions count their calls too. */
async function replay(change: (text: string) => string, ...more: readonly string[]) {
  const now = join(await temporaryFolder(), "now");
  await writeVersion(now, change);
  const { code, output, errors } = await runCli(["replay", now, ...more], { folder: shared, nodeOptions });
  return { code, output, errors, calls: await calls(now) };
}
const same = (text: string): string => text;

describe("soni replay", () => {
  it("finds nothing where nothing has changed, and calls no action", async () => {
    expect(callsThen.trim().split("\n")).toHaveLength(7);
    const { output, ...ended } = await replay(same);
    expect(ended).toEqual({ code: 0, errors: "", calls: "" });
    expect(output).toContain("4 of 4 went as recorded.\n");
    expect(output).not.toContain("secret");
    expect(await calls(old)).toBe(callsThen);
  });

  it("finds the conversations in the assistant's own folder, and says if there are none", async () => {
    const folder = await temporaryFolder();
    const own = join(folder, "own");
    await writeVersion(own, (text) => text.replace(/^settings:.*\n/m, ""));
    const none = await runCli(["replay", "own"], { folder });
    expect(none).toMatchObject({ code: 2, errors: expect.stringContaining("no conversations in the store of 'own'") });
    await runCli(["chat", "own", "--conversation", "ana"], {
      folder,
      lines: ["/start_flow order_coffee", "/set_slot cups=2"],
    });
    expect(await runCli(["replay", "own"], { folder })).toMatchObject({
      code: 0,
      output: "same  ana, 2 turns\n1 of 1 went as recorded.\n",
    });
  });

  it("asks again what was meant, as it did then", async () => {
    const folder = await temporaryFolder();
    await writeVersion(
      join(folder, "own"),
      (text) => `${text}  tea:
    description: Order tea
    trigger: { intents: [tea] }
    steps: [{ step: ask, type: collect, slot: cups }]
`,
    );
    const { assistant } = await loadAssistant(join(folder, "own"));
    if (assistant === null) throw new Error("mistakes");
    const soni = createSoni({
      assistant,
      actions: { price: () => ({ total: 0 }), place_order: () => ({ number: 0 }) },
      store: createSqliteStore({ path: join(folder, "soni.db") }),
      understander: {
        understand: async () => ({
          commands: [{ type: "cancel_flow", confidence: 0.6 }],
          confidence: 0.6,
          rivals: [{ command: { type: "start_flow", flow: "tea" }, confidence: 0.3 }],
        }),
      },
    });
    await soni.processMessage({
      conversationId: "ana",
      text: "coffee",
      command: [{ type: "start_flow", flow: "order_coffee" }],
    });
    const { messages, commands } = await soni.processMessage({ conversationId: "ana", text: "stop with tea" });
    expect({ commands, source: messages[0]?.source }).toEqual({
      commands: [],
      source: { kind: "pattern", pattern: "ask_meaning" },
    });
    await soni.close();
    const { code, output } = await runCli(["replay", "own", "--store", "soni.db"], { folder });
    expect({ code, output }).toEqual({ code: 0, output: "same  ana, 2 turns\n1 of 1 went as recorded.\n" });
    const { output: test } = await runCli(["conversations", "to-test", "ana", "own", "--store", "soni.db"], { folder });
    expect(test).toMatch(/- user: stop with tea\n +bot:/);
  });

  it("understands every message anew on request, and still calls no action", async () => {
    const { output, ...ended } = await replay(same, "--understand", "--conversation", "plain");
    expect(output).toBe("same  plain, 4 turns\n1 of 1 went as recorded.\n");
    expect(ended.calls).toBe("");
  });

  const askCode = "      - { step: ask_code, type: collect, slot: code }\n";
  const askCups = "      - { step: ask_cups, type: collect, slot: cups }\n";
  it.each([
    ["wording", (text: string) => text.replace("Number {number}.", "It is number {number}."), 2],
    ["question", (text: string) => text.replace(askCups + askCode, askCode + askCups), 2],
    ["refusal", (text: string) => text.replace("cups < 50", "cups < 4"), 3],
    ["action", (text: string) => text.replace("inputs: [cups], outputs", "inputs: [cups, code], outputs"), 3],
    ["action", (text: string) => text.replace(askCode, ""), 3],
    ["flow", (text: string) => `${text}      - { step: again, type: link, flow: order_coffee }\n`, 2],
  ])("tells the first difference of each conversation: %s", async (kind, change, count) => {
    const { code, output, calls: made } = await replay(change, "--was", old);
    expect({ code, made }).toEqual({ code: 1, made: "" });
    expect(output).toMatch(new RegExp(`First difference: .*${kind} \\d`));
    expect(output).not.toContain("secret");
    expect(output.split("\n").filter((line) => /^\w+ {2}/.test(line) && !line.startsWith("same"))).toHaveLength(count);
  });

  it("an action that now gets another input is stubbed, and told with its input", async () => {
    const change = (text: string) => text.replace("call: price }", "call: price, inputs: { cups: 9 } }");
    const { code, output, calls: made } = await replay(change, "--was", old, "--conversation", "plain");
    expect({ code, made }).toEqual({ code: 1, made: "" });
    expect(output).toContain('+ price at price with {"cups":9}');
  });

  it("differences of kinds that do not matter are ignored, and JSON tells everything", async () => {
    const change = (text: string) => text.replace("Number {number}.", "It is number {number}.");
    expect((await replay(change, "--ignore", "wording")).code).toBe(0);
    const { output } = await replay(change, "--json");
    expect(JSON.parse(output).counts).toMatchObject({ wording: 2, action: 0 });
    expect(JSON.parse(output).conversations).toContainEqual(
      expect.objectContaining({
        conversationId: "plain",
        divergence: expect.objectContaining({ kind: "wording", turn: 4, was: ["Number 7."], is: ["It is number 7."] }),
      }),
    );
  });
});

describe("soni why", () => {
  const why = (...given: readonly string[]) => runCli(["why", ...given, old], { folder: shared, nodeOptions });

  it("follows a turn from the words to the message, with places in the YAML", async () => {
    const { output } = await why("plain", "2");
    const lines = output.split("\n").map((line) => line.trim().replaceAll(/ {2,}\S*soni\.yaml/g, " soni.yaml"));
    expect(lines).toEqual(
      expect.arrayContaining([
        'words    "3"',
        'span     "3" at 0 gives cups',
        expect.stringMatching(/^command {2}set_slot cups=3 {2}read/),
        "slot order_coffee.cups = 3 (by user)",
        "step order_coffee.ask_cups done soni.yaml:14",
        'message  "Your code?"  by step order_coffee.ask_code soni.yaml:15',
      ]),
    );
  });

  it("names the rule that refused a command, and the place of the slot", async () => {
    const { output } = await why("refused", "2");
    expect(output).toContain("refused by slot.constraint: the value breaks a rule between slots");
    expect(output).toMatch(/slot cups rejected: .*soni\.yaml:4/);
  });

  it("shows all turns without a number, and masks secrets", async () => {
    const { output } = await why("plain");
    expect(output.match(/^turn \d/gm)).toEqual(["turn 1", "turn 2", "turn 3", "turn 4"]);
    expect(output).not.toContain("secret-77");
  });

  it("says which turns there are", async () => {
    const { code, errors } = await why("plain", "9");
    expect(code).toBe(2);
    expect(errors).toContain("Conversation 'plain' has 4 turns, and no turn 9.");
    expect((await why("nobody", "1")).errors).toContain("There is no conversation 'nobody'");
  });
});
