import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EvaluationResult } from "../../src/understand/evaluate.ts";
import { startScriptedServer } from "../model/scripted-server.ts";
import { examples, runCli, temporaryFolder } from "./run-cli.ts";

const oneLine = /^soni: [^\n]+\n$/;
const yaml = `version: "1.0"
settings:
  timezone: UTC
  models: { nlu: { provider: openai, model: gpt-4.1-mini, base_url_env: MODEL_URL, api_key_env: MODEL_KEY } }
slots: { city: { type: string, description: City, prompt: "Where?" } }
flows:
  travel:
    description: Travel somewhere
    trigger: { intents: [I want to travel] }
    steps: [{ step: ask, type: collect, slot: city }]
  complain:
    description: Complain about something
    trigger: { intents: [I want to complain] }
    steps: [{ step: sorry, type: say, message: Sorry. }]
`;
const labelled = `now: "2026-11-16T10:00:00Z"
contexts: { idle: { awaiting: message }, ask: { awaiting: slot city, active: travel, last: "Where?" } }
cases:
  - [ask, to Rome, [set_slot city=Rome]]
  - [idle, your trips are terrible, [start_flow complain]]
`;

async function travelAgency(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "soni.yaml"), yaml);
  await mkdir(join(folder, "tests/understanding"), { recursive: true });
  await writeFile(join(folder, "tests/understanding/messages.yaml"), labelled);
  return folder;
}

/** Understands cities, and takes everything else for the wish to travel. */
async function travelModel(): Promise<Readonly<Record<string, string>>> {
  const server = await startScriptedServer(({ prompt, pass }) => {
    const message = prompt.split("<message>").at(-1) ?? "";
    const command = message.includes("Rome")
      ? { type: "set_slot", slot: "city", value: "Rome" }
      : { type: "start_flow", flow: "travel" };
    return { kind: "text", text: pass === "commands" ? JSON.stringify({ commands: [command] }) : '{"values":[]}' };
  });
  onTestFinished(server.close);
  return { MODEL_URL: server.url, MODEL_KEY: "key" };
}

describe("soni eval", () => {
  it.each(["banking", "flight_booking"])("understands the labelled messages of %s", async (example) => {
    const { code, output, errors } = await runCli(["eval", join(examples, example), "--json"]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const result: EvaluationResult = JSON.parse(output);
    expect(result).toMatchObject({ messages: 10, sources: { embedded: 10 } });
    expect(result.exact).toBeGreaterThanOrEqual(0.9);
    expect(result.latency.p50).toBeGreaterThan(0);
    expect(result.cost).toBeUndefined();
  });

  it("prints scores, flows that were confused, what a model used and what it cost", async () => {
    const { code, output, errors } = await runCli(["eval", "."], {
      folder: await travelAgency(),
      environment: await travelModel(),
    });
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const lines = output.split("\n").map((line) => line.trim().split(/ {2,}/));
    const row = (start: string) => lines.find(([first]) => first === start);
    expect(lines[1]).toEqual(expect.arrayContaining(["messages", "exact", "f1", "p50 ms", "p95 ms", "cost $"]));
    expect(lines[2]?.slice(0, 3)).toEqual(["2", "50.0%", "50.0%"]);
    // 2 messages with one question each: 2 x 1,000 tokens in, 20 out.
    expect(lines[2]?.slice(5, 8)).toEqual(["2000", "1600", "40"]);
    expect(Number(lines[2]?.[8])).toBeGreaterThan(0);
    expect(row("openai:gpt-4.1-mini")).toEqual(["openai:gpt-4.1-mini", "2"]);
    expect(row("set_slot")).toEqual(["set_slot", "1", "1", "1", "100.0%", "100.0%", "100.0%"]);
    expect(row("start_flow")).toEqual(["start_flow", "1", "1", "0", "0.0%", "0.0%", "0.0%"]);
    expect(row("complain")).toEqual(["complain", "travel", "1"]);
    expect(output).toContain(
      "[idle] your trips are terrible\n    wanted start_flow complain\n    got    start_flow travel\n",
    );
  });

  it("takes the understander and the data that it is told", async () => {
    const folder = await travelAgency();
    await writeFile(join(folder, "one.yaml.txt"), labelled.split("\n").slice(0, -2).join("\n"));
    const { output } = await runCli(["eval", folder, "-d", join(folder, "one.yaml.txt"), "-u", "embedded", "--json"]);
    expect(JSON.parse(output)).toMatchObject({ messages: 1, exact: 1, sources: { embedded: 1 } });
  });

  it("says in one line that there is nothing to measure", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "soni.yaml"), yaml);
    const { code, output, errors } = await runCli(["eval", folder]);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(oneLine);
    expect(errors).toContain(`There are no labelled messages in '${join(folder, "tests/understanding")}'.`);
  });

  it.each([
    ["[[idle, hi, [fly]]]", "'fly' is not a command"],
    ["[[nowhere, hi, [repeat]]]", "No context named 'nowhere'. Known: idle."],
    ["[[idle, hi", "Flow sequence"],
  ])("names the file and the mistake of the cases %s", async (cases, problem) => {
    const folder = await travelAgency();
    const file = join(folder, "tests/understanding/messages.yaml");
    await writeFile(file, `now: "2026-11-16T10:00:00Z"\ncontexts: { idle: { awaiting: message } }\ncases: ${cases}\n`);
    const { code, errors } = await runCli(["eval", folder]);
    expect(code).toBe(1);
    expect(errors).toMatch(oneLine);
    expect(errors).toContain(`soni: ${file}: `);
    expect(errors).toContain(problem);
  });

  it.each([
    ["opnai", 2, "No understander named 'opnai'. Use embedded, openai"],
    ["anthropic:claude-haiku-4-5", 1, "is not set"],
  ])("refuses the understander %s in one line", async (name, expected, problem) => {
    const { code, errors } = await runCli(["eval", await travelAgency(), "--understander", name]);
    expect(code).toBe(expected);
    expect(errors).toMatch(oneLine);
    expect(errors).toContain(problem);
  });
});
