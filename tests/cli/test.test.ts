import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startScriptedServer } from "../model/scripted-server.ts";
import { ended, examples, runCli, startCli, temporaryFolder } from "./run-cli.ts";

const yaml = `version: "1.0"
slots:
  cups: { type: integer, description: How many cups, prompt: "How many cups?" }
  total: { type: integer, description: The total, set_by: action }
responses:
  thanks: { default: "Thank you.", variations: ["Thanks."] }
actions:
  count: { description: Count, inputs: [cups], outputs: [total] }
flows:
  order_coffee:
    description: Order coffee
    trigger: { intents: [I want coffee, order coffee, a coffee please] }
    steps:
      - { step: ask_cups, type: collect, slot: cups }
      - { step: work, type: action, call: count, timeout: 0.2 }
      - step: many
        type: branch
        when: [{ condition: total > 5, then: lots }, { else: continue }]
      - { step: done, type: say, response: thanks, jump_to: end }
      - { step: lots, type: say, message: "{total} cups are a lot." }
`;
const good = "export const actions = {\n  count: ({ cups }: { cups: number }) => ({ total: cups }),\n};\n";
const conversations = `conversations:
  in commands:
    - { commands: [start_flow: order_coffee], bot: How many cups? }
    - { commands: [set_slot: { cups: 2 }], bot: { any_of: [Hello., { response: thanks }] }, calls: [count: { cups: 2 }] }
  in words, from the middle:
    start: [order_coffee]
    turns:
      - { user: "7", bot: 7 cups are a lot. }
`;

async function coffee({ actions = good, tests = conversations } = {}): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "soni.yaml"), yaml);
  await writeFile(join(folder, "actions.ts"), actions);
  await mkdir(join(folder, "tests"));
  await writeFile(join(folder, "tests/orders.yaml"), tests);
  return folder;
}

describe("soni test", () => {
  it("holds conversations in words and in commands, and says what they cover", async () => {
    const folder = await coffee();
    const run = await runCli(["test", ".", "--coverage", "--require", "steps>=1,branches>=100%"], { folder });
    expect(run).toMatchObject({ code: 0, errors: "" });
    expect(run.output).toContain("2 conversations passed, 0 failed");
    expect(run.output).toMatch(/steps +100\.0 % +5 of 5/);
    expect(run.output).toContain("not met: cups");
  });

  it("ends with 3 where less is covered than required, and with 2 where the figure is unknown", async () => {
    const folder = await coffee();
    const only = await runCli(["test", ".", "--in", "commands", "--require", "steps>=0.95"], { folder });
    expect(only).toMatchObject({ code: 3, errors: "The tests cover 80.0 % of steps; 95.0 % are required.\n" });
    expect((await runCli(["test", ".", "--require", "lines>=1"], { folder })).code).toBe(2);
  });

  it("shows a failure beside the reasons of its turn, with file and line", async () => {
    const folder = await coffee({ tests: conversations.replace("7 cups are a lot.", "Seven?") });
    const { code, output } = await runCli(["test", "."], { folder });
    expect(code).toBe(1);
    expect(output).toContain("tests/orders.yaml:8 'in words, from the middle', turn 1 (\"7\"), bot:");
    expect(output).toContain('- "Seven?"');
    expect(output).toMatch(/│ {3}step order_coffee\.many done/);
  });

  it.each([
    [
      "throws",
      "export const actions = {\n  count() {\n    throw new Error('No beans.');\n  },\n};\n",
      "actions.ts:3:11",
      "No beans.",
    ],
    [
      "misses an output",
      "export const actions = {\n  count: () => ({}),\n};\n",
      "actions.ts:2:3",
      "did not return total",
    ],
    [
      "hangs",
      "export const actions = {\n  count: () => new Promise(() => 1),\n};\n",
      "actions.ts:2:3",
      "did not answer in time",
    ],
    [
      "has a wrong output",
      "export const actions = {\n  count: () => ({ total: 'x' }),\n};\n",
      "actions.ts:2:3",
      "not of type integer",
    ],
  ])("shows file and line of an action that %s", async (_, actions, place, reason) => {
    const { code, output } = await runCli(["test", "."], { folder: await coffee({ actions }) });
    expect(code).toBe(1);
    expect(output).toContain(place);
    // Lines are wrapped beside what was expected.
    expect(output.replaceAll(/\s+│?\s*/g, " ")).toContain(reason);
  });

  it("writes JUnit XML, JSON and a page with the flows", async () => {
    const folder = await coffee({ tests: conversations.replace("7 cups are a lot.", "<Seven>") });
    await runCli(["test", ".", "--junit", "out/j.xml", "--json", "out/j.json", "--html", "out/j.html"], { folder });
    const read = (name: string) => readFile(join(folder, "out", name), "utf8");
    expect(await read("j.xml")).toContain('tests="2" failures="1"');
    expect(await read("j.xml")).toContain("&lt;Seven&gt;");
    expect(JSON.parse(await read("j.json"))).toMatchObject({
      passed: 1,
      failed: 1,
      coverage: { flows: { missed: [] } },
    });
    const page = await read("j.html");
    expect(page).toContain("<svg");
    expect(page).not.toContain("<script");
    expect(page).not.toContain("<Seven>");
  });

  it("runs again after an edit", async () => {
    const folder = await coffee({ tests: conversations.replace("7 cups are a lot.", "Seven?") });
    const child = startCli(["test", ".", "--watch", "--in", "commands"], { folder });
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    child.stdout.on("data", (part) => {
      output += String(part);
    });
    await expect.poll(() => output).toContain("Waiting for an edit");
    const before = output.length;
    await writeFile(join(folder, "tests/orders.yaml"), conversations.replace("How many cups?", "What?"));
    await expect.poll(() => output.slice(before)).toContain("1 failed");
    const end = ended(child);
    child.kill("SIGINT");
    expect((await end).code).toBe(130);
  });

  it("holds again what was talked in the chat and saved", async () => {
    const folder = await coffee();
    const store = ["--store", "c.db"];
    const lines = ["/start_flow order_coffee", "/set_slot cups=2", "/save"];
    const talked = await runCli(["chat", ".", "--conversation", "c1", ...store], { lines, folder });
    expect(talked.output).toContain("Saved as tests/c1.yaml.");
    expect((await runCli(["test", ".", "--name", "c1"], { folder })).output).toContain(
      "1 conversation passed, 0 failed",
    );
    const { output } = await runCli(["conversations", "to-test", "c1", ".", ...store], { folder });
    expect(output).toBe(await readFile(join(folder, "tests/c1.yaml"), "utf8"));
  });

  it("holds again a saved conversation whose texts have variations", async () => {
    const folder = await coffee();
    const ids = ["a", "b", "c", "d"];
    for (const id of ids)
      await runCli(["chat", ".", "--conversation", id, "--store", "memory"], {
        lines: ["/chitchat greeting", "/save"],
        folder,
      });
    const greetings = await Promise.all(ids.map((id) => readFile(join(folder, `tests/${id}.yaml`), "utf8")));
    expect(new Set(greetings.map((text) => /Hello!|Hi!/.exec(text)?.[0])).size).toBe(2);
    const run = await runCli(["test", ".", "--name", "conversation "], { folder });
    expect(run.output).toContain("4 conversations passed, 0 failed");
  });

  it("asks the model once to record its answers, and then no more", async () => {
    const answer = { commands: [{ type: "set_slot", slot: "cups", value: 9 }] };
    const server = await startScriptedServer(() => ({ kind: "text", text: JSON.stringify(answer) }));
    onTestFinished(server.close);
    const folder = await coffee({ tests: conversations.replace("7 cups", "9 cups") });
    const model = "models: { nlu: { provider: openai_compatible, model: scripted, base_url_env: MODEL_URL } }";
    await writeFile(join(folder, "soni.yaml"), `${yaml}settings: { ${model} }\n`);
    const environment = { MODEL_URL: server.url };
    const passed = { code: 0, output: expect.stringContaining("2 conversations passed, 0 failed") };
    expect(await runCli(["test", ".", "--record"], { folder, environment })).toMatchObject(passed);
    const asked = server.requests.length;
    expect(asked).toBeGreaterThan(0);
    expect(await runCli(["test", ".", "--recorded"], { folder })).toMatchObject(passed);
    expect(server.requests).toHaveLength(asked);
    expect(await runCli(["test", ".", "--live"], { folder, environment })).toMatchObject(passed);
    expect(server.requests.length).toBeGreaterThan(asked);
  });

  it("uses recorded answers, and says how to record one that is missing", async () => {
    const folder = await coffee();
    const without = await runCli(["test", ".", "--recorded"], { folder });
    expect(without.errors).toContain("Record answers with 'soni test --record' first.");
    await writeFile(join(folder, "tests/recorded.json"), "{}");
    const missing = await runCli(["test", ".", "--recorded"], { folder });
    expect(missing.output.replaceAll(/\s+│?\s*/g, " ")).toContain('No answer is recorded for "7" here.');
    const none = await runCli(["test", ".", "--record"], { folder });
    expect(none).toMatchObject({ code: 2, errors: expect.stringContaining("The settings name no model") });
  });
});

describe.each(["banking", "flight_booking"])("the tests of examples/%s", (name) => {
  it.each(["words", "commands"])("meet 95 % of its steps in %s", async (way) => {
    const run = await runCli(["test", join(examples, name), "--in", way, "--require", "steps>=0.95"]);
    expect(run).toMatchObject({ code: 0, errors: "" });
  });
});
