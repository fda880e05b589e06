import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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

describe("soni check", () => {
  it("says what a sound assistant has, and nothing else", async () => {
    const { code, output, errors } = await runCli(["check", join(examples, "banking")]);
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
    const sound = await runCli(["check", join(examples, "banking"), "--json"]);
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
});
