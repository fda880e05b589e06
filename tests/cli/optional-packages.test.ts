import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { type OptionalPackage, optionalPackages } from "../../src/engine/optional-packages.ts";
import { examples, runCli, temporaryFolder } from "./run-cli.ts";

/** Options of Node under which packages are not installed. Node's own words: they are what is recognised. */
const without = (...hidden: readonly OptionalPackage[]): readonly string[] => {
  const code = `import { registerHooks } from "node:module";
    const hidden = ${JSON.stringify(hidden)};
    registerHooks({ resolve: (name, context, next) => {
      if (!hidden.includes(name)) return next(name, context);
      return next(name, { ...context, parentURL: "file:///nowhere/at/all.js" });
    } });`;
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
};

const environment = {
  DATABASE_URL: "postgres://127.0.0.1:1/soni",
  REDIS_URL: "redis://127.0.0.1:1",
  KEY: "k",
  URL: "u",
};

async function assistantWith(settings: string): Promise<string> {
  const folder = await temporaryFolder();
  const steps = "[{ step: hello, type: say, message: Hello. }]";
  const flows = `flows:\n  greet: { description: Say hello, trigger: { intents: [hello] }, steps: ${steps} }\n`;
  await writeFile(join(folder, "soni.yaml"), `version: "1.0"\nsettings: ${settings}\n${flows}`);
  return folder;
}

describe("a package that the settings need and that is not installed", () => {
  it.each([
    ["{ persistence: { backend: postgres, url_env: DATABASE_URL } }", ["pg"], "npm install pg@8"],
    ["{ persistence: { backend: redis, url_env: REDIS_URL } }", ["ioredis"], "npm install ioredis@6"],
    [
      "{ models: { nlu: { provider: openai, model: m, api_key_env: KEY } } }",
      ["ai", "@ai-sdk/openai"],
      "npm install ai@7 @ai-sdk/openai@4",
    ],
    [
      "{ models: { nlu: { provider: embedded }, generate: { provider: anthropic, model: m, api_key_env: KEY } } }",
      ["@ai-sdk/anthropic"],
      "npm install @ai-sdk/anthropic@4",
    ],
    [
      "{ models: { nlu: { provider: openai_compatible, model: m, base_url_env: URL, fallback: [{ provider: openai, model: m, api_key_env: KEY }] } } }",
      ["@ai-sdk/openai"],
      "npm install @ai-sdk/openai@4",
    ],
  ] as const)("is found by soni check: %s", async (settings, hidden, command) => {
    const folder = await assistantWith(settings);
    const { code, output } = await runCli(["check", folder], { nodeOptions: without(...hidden), environment });
    expect(output).toContain(`${command} (settings.missing_package)`);
    expect(code).toBe(1);
    expect(await runCli(["check", folder], { environment })).toMatchObject({ code: 0, errors: "" });
  });

  it.each([
    ["postgres://127.0.0.1:1/soni", "pg", "npm install pg@8"],
    ["redis://127.0.0.1:1", "ioredis", "npm install ioredis@6"],
  ] as const)("is named when the command line asks for %s", async (store, hidden, command) => {
    const chat = ["chat", join(examples, "banking"), "--store", store];
    const { code, errors } = await runCli(chat, { nodeOptions: without(hidden), lines: ["hello"] });
    expect(errors).toMatch(new RegExp(`^soni: .* ${command}\\n$`));
    expect(code).toBe(1);
  });

  it("is named by the failure of a model, which is not tried again", async () => {
    const folder = await temporaryFolder();
    const url = pathToFileURL(join(examples, "../src/model/sdk-model.ts")).href;
    const main = join(folder, "main.ts");
    await writeFile(
      main,
      `import { createSdkModel } from ${JSON.stringify(url)};
      const model = createSdkModel({ provider: "anthropic", model: "m", apiKey: "k" });
      const { code, message, attempts } = await model.generate({ messages: [{ role: "user", text: "x" }] });
      console.log(JSON.stringify({ code, message, attempts }));`,
    );
    const { output, errors } = await runCli([], { main, nodeOptions: without("ai") });
    expect(errors).toBe("");
    expect(JSON.parse(output)).toEqual({
      code: "model.misconfigured",
      message: expect.stringContaining("npm install ai@7 @ai-sdk/anthropic@4"),
      attempts: 1,
    });
  });

  it("is named by a background channel", async () => {
    const folder = await temporaryFolder();
    const url = pathToFileURL(join(examples, "../src/server/background/queues.ts")).href;
    const main = join(folder, "main.ts");
    await writeFile(
      main,
      `import { openQueues } from ${JSON.stringify(url)};
      const place = { url: "postgres://127.0.0.1:1/soni", schema: "soni_queue" };
      await openQueues(place, () => undefined).catch(({ code, message }) => console.log(code, message));`,
    );
    const { output } = await runCli([], { main, nodeOptions: without("pg-boss") });
    expect(output).toContain("package.not_installed 'background' needs");
    expect(output).toContain("npm install pg-boss@12");
  });
});

it("without any of them an assistant on the embedded understander and SQLite talks", async () => {
  const nodeOptions = without(...optionalPackages);
  const store = join(await temporaryFolder(), "soni.db");
  const chat = ["chat", join(examples, "banking"), "--store", store];
  const { code, output, errors } = await runCli(chat, { nodeOptions, lines: ["what can you do?"] });
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toContain("Here is what I can do");
});
