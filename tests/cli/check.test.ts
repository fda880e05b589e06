import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startScriptedServer } from "../model/scripted-server.ts";
import { examples, runCli, temporaryFolder } from "./run-cli.ts";

const broken = `version: "1.0"
slots:
  origin: { type: string, description: City }
actions:
  search: { description: Search, inputs: [origin], outputs: [flights] }
flows:
  book_flight:
    description: Book a flight
    trigger: { intents: [book] }
    steps:
      - { step: ask, type: collect, slot: orgin, jump_to: serch }
      - { step: search, type: action, call: search }
`;

async function brokenAssistant(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "soni.yaml"), broken);
  await writeFile(join(folder, "actions.ts"), "export const actions = { search: () => ({ flights: [] }) };\n");
  return folder;
}

const pizzas = `version: "1.0"
slots:
  size: { type: categorical, description: Size, prompt: "Which size?", values: [small, large], examples: [large, the weather] }
flows:
  order_pizza:
    description: Order a pizza
    trigger: { intents: [order a pizza] }
    steps:
      - { step: ask, type: collect, slot: size }
  cancel_pizza:
    description: Cancel the order of a pizza
    trigger: { intents: [order a pizza] }
    steps:
      - { step: ask, type: collect, slot: size }
`;

describe("the own words of an assistant", () => {
  it("are tried: the same words for two flows, and an example that is none", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "soni.yaml"), pizzas);
    const { code, output } = await runCli(["check", folder]);
    expect(code).toBe(0);
    expect(output).toMatch(/^ok /);
    expect(output).toMatch(/soni\.yaml:12:26 warning 'order a pizza' of the flow '.*\(words\.collision\)/);
    expect(output).toMatch(
      /soni\.yaml:3:.* warning 'the weather' is an example of the slot 'size'.*\(words\.not_read\)/,
    );
    expect(output).not.toContain("'large'");
    const { words } = JSON.parse((await runCli(["check", folder, "--json"])).output);
    expect(words).toContainEqual(expect.objectContaining({ code: "words.not_read", severity: "warning", line: 3 }));
    expect((await runCli(["check", folder, "--no-words"])).output).not.toContain("warning");
  });
});

describe("soni check", () => {
  it("says what a sound assistant has, and nothing else", async () => {
    const { code, output, errors } = await runCli(["check", join(examples, "banking"), "--no-words"]);
    expect(code).toBe(0);
    expect(output).toMatch(/^ok .*banking: 4 flows, \d+ slots, \d+ actions\.\n$/);
    expect(errors).toBe("");
  });

  it("reports every mistake at once, with its place and the nearest valid name", async () => {
    const folder = await brokenAssistant();
    const { code, output } = await runCli(["check", folder]);
    expect(code).toBe(1);
    expect(output).toContain(`${join(folder, "soni.yaml")}:11:43 error`);
    expect(output).toContain("Did you mean 'origin'?");
    expect(output).toContain(`${join(folder, "soni.yaml")}:11:59 error`);
    expect(output).toContain("Did you mean 'search'?");
    expect(output).toMatch(/\n\d+ errors, \d+ warnings?\.\n$/);
    expect(output).not.toContain("    at ");
  });

  it("prints the findings as JSON for other programs", async () => {
    const { code, output } = await runCli(["check", await brokenAssistant(), "--json"]);
    expect(code).toBe(1);
    const { ok, findings } = JSON.parse(output);
    expect(ok).toBe(false);
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "flow.unknown_target", severity: "error", line: 11, suggestion: "search" }),
    );
    const sound = await runCli(["check", join(examples, "banking"), "--json", "--no-words"]);
    expect(JSON.parse(sound.output)).toEqual({ ok: true, findings: [] });
  });

  it("names the file whose code does not load", async () => {
    const folder = await brokenAssistant();
    await writeFile(join(folder, "actions.ts"), "throw new Error('no database here');\n");
    const { code, output } = await runCli(["check", folder]);
    expect(code).toBe(1);
    expect(output).toContain("actions.ts:1:1 error");
    expect(output).toContain("no database here");
  });

  it("never loads LangGraph, which takes a second", async () => {
    const hook = `import { registerHooks } from "node:module";
      registerHooks({ resolve(name, context, next) {
        if (name.includes("@langchain")) throw new Error("loaded " + name);
        return next(name, context);
      } });`;
    const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`];
    const sound = await runCli(["check", join(examples, "banking")], { nodeOptions });
    expect(sound).toMatchObject({ code: 0, errors: "" });
    // The hook does see it where a turn is taken.
    const chat = await runCli(["chat", join(examples, "banking"), "--store", "memory"], {
      nodeOptions,
      lines: ["Hello"],
    });
    expect(chat).toMatchObject({ code: 1 });
    expect(chat.errors).toContain("loaded @langchain");
  });

  it("asks each model of the settings one question, if that is wanted", async () => {
    const model = await startScriptedServer(({ body }) =>
      body["model"] === "gone"
        ? { kind: "status", status: 404, body: '{"error":{"message":"The model `gone` does not exist"}}' }
        : { kind: "text", text: '{"ok":true}' },
    );
    onTestFinished(model.close);
    const environment = { MODEL_URL: model.url, MODEL_KEY: "key" };
    const connection = "base_url_env: MODEL_URL, api_key_env: MODEL_KEY";
    const assistantWith = async (fallback: string): Promise<string> => {
      const folder = await temporaryFolder();
      await writeFile(
        join(folder, "soni.yaml"),
        `version: "1.0"
settings:
  models:
    nlu: { provider: openai, model: gpt-5-mini, ${connection}, fallback: [${fallback}] }
    generate: { provider: openai, model: gpt-5-mini, ${connection} }
flows: { hi: { description: Greet, trigger: { intents: [hi] }, steps: [{ step: hi, type: say, message: Hi. }] } }
`,
      );
      return folder;
    };
    const sound = await assistantWith(`{ provider: openai_compatible, model: local, ${connection} }`);
    expect((await runCli(["check", sound], { environment })).output).not.toContain("answered");
    expect(model.requests).toHaveLength(0);
    const asked = await runCli(["check", sound, "--online"], { environment });
    expect(asked).toMatchObject({ code: 0, errors: "" });
    expect(asked.output).toMatch(
      /ok openai:gpt-5-mini answered in \d+ ms\.\nok openai_compatible:local answered in \d+ ms, its price is not in the list of [-\d]+\.\n$/,
    );
    // The model that writes is the one that understands: it is asked once.
    expect(model.requests.map(({ body }) => body["model"])).toEqual(["gpt-5-mini", "local"]);
    const broken = await assistantWith(`{ provider: anthropic, model: gone, ${connection} }`);
    const failed = await runCli(["check", broken, "--online"], { environment });
    expect(failed.code).toBe(1);
    expect(failed.output).toMatch(/failed anthropic:gone: .*\(model\.misconfigured\) .*does not exist/);
    const { output } = await runCli(["check", broken, "--online", "--json"], { environment });
    expect(JSON.parse(output)).toMatchObject({
      ok: false,
      models: [{ ok: true }, { model: "anthropic:gone", ok: false }],
    });
  });
});
