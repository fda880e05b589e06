import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Script } from "../../src/testing/index.ts";
import { answerByScript } from "../model/script-answers.ts";
import { type ReceivedRequest, type ScriptedReply, startScriptedServer } from "../model/scripted-server.ts";
import { runCli, temporaryFolder } from "./run-cli.ts";

const yaml = `version: "1.0"
settings:
  persistence: { backend: sqlite, path: soni.db }
  models: { nlu: { provider: openai_compatible, model: settled, base_url_env: MODEL_URL } }
slots:
  cups: { type: integer, label: number of cups, description: How many cups, prompt: "How many cups?" }
actions:
  place_order: { description: Place the order, inputs: [cups], outputs: [number], effect: true }
flows:
  order_coffee:
    description: Order coffee
    trigger: { intents: [order coffee, I want coffee] }
    steps:
      - { step: ask_cups, type: collect, slot: cups }
      - { step: check, type: confirm, message: "{cups} cups?" }
      - { step: order, type: action, call: place_order }
      - { step: done, type: say, message: "Thanks." }
`;
/** Every call leaves a line behind. */
const actions = `import { appendFileSync } from "node:fs";
export const actions = {
  place_order: () => { appendFileSync(new URL("calls.txt", import.meta.url), "order\\n"); return { number: 7 }; },
};
`;
const script: Script = {
  "order coffee": [{ type: "start_flow", flow: "order_coffee" }],
  "3": [{ type: "set_slot", slot: "cups", value: 3 }],
  yes: [{ type: "affirm" }],
  "Coffee would be lovely": [{ type: "start_flow", flow: "order_coffee" }],
  "Make it three": [{ type: "set_slot", slot: "cups", value: 3 }],
  "Go ahead": [{ type: "affirm" }],
};

async function coffee(users = ""): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "soni.yaml"), yaml);
  await writeFile(join(folder, "actions.js"), actions);
  await mkdir(join(folder, "tests/users"), { recursive: true });
  await writeFile(join(folder, "tests/users/people.yaml"), users);
  return folder;
}

/** A model behind HTTP, and surroundings in which nothing was answered before. */
async function startModel(answer: (request: ReceivedRequest) => ScriptedReply) {
  const server = await startScriptedServer(answer);
  onTestFinished(server.close);
  return { server, environment: { MODEL_URL: server.url, SONI_CACHE: await temporaryFolder() } };
}
const modelOf = ({ body }: ReceivedRequest): unknown => body["model"];

describe("soni replay --model", () => {
  async function recorded(answer: (request: ReceivedRequest) => ScriptedReply) {
    const folder = await coffee();
    const { server, environment } = await startModel(answer);
    const lines = ["order coffee", "3", "yes"];
    const talk = await runCli(["chat", ".", "--conversation", "ana"], { folder, lines, environment });
    expect(talk.output).toContain("Thanks.");
    const asked = server.requests.length;
    const replay = (...more: readonly string[]) => runCli(["replay", ".", ...more], { folder, environment });
    return { folder, replay, requests: () => server.requests.slice(asked) };
  }

  it("has another model read every message, and calls no action", async () => {
    const { folder, replay, requests } = await recorded((request) => answerByScript(script, request));
    expect(await replay()).toMatchObject({ code: 0, output: "same  ana, 3 turns\n1 of 1 went as recorded.\n" });
    expect(requests()).toHaveLength(0);
    const { code, output } = await replay("--model", "openai_compatible:another");
    expect({ code, output }).toEqual({ code: 0, output: "same  ana, 3 turns\n1 of 1 went as recorded.\n" });
    expect(new Set(requests().map(modelOf))).toEqual(new Set(["another"]));
    expect(await readFile(join(folder, "calls.txt"), "utf8")).toBe("order\n");
  });

  it("tells the first message that the other model reads otherwise", async () => {
    const deaf: Script = { ...script, "3": [{ type: "set_slot", slot: "cups", value: 13 }] };
    const { folder, replay } = await recorded((request) =>
      answerByScript(modelOf(request) === "deaf" ? deaf : script, request),
    );
    const { code, output } = await replay("--model", "openai_compatible:deaf", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      counts: { understanding: 1 },
      conversations: [{ conversationId: "ana", divergence: { kind: "understanding", turn: 2 } }],
    });
    expect(await readFile(join(folder, "calls.txt"), "utf8")).toBe("order\n");
  });
});

describe("soni simulate --model", () => {
  const users = `users:
  wants three cups: { flow: order_coffee, slots: { cups: 3 } }
`;
  const words: Readonly<Record<string, string>> = {
    "order coffee": "Coffee would be lovely",
    "3": "Make it three",
    yes: "Go ahead",
  };
  /** What the user is told to say; null: the model is asked what a message means. */
  const toSay = ({ prompt }: ReceivedRequest): string | null => /\nSay: (.*)/.exec(prompt)?.[1] ?? null;
  const saying = (request: ReceivedRequest): ScriptedReply => {
    const line = toSay(request);
    return line === null ? answerByScript(script, request) : { kind: "text", text: words[line] ?? line };
  };
  const given = ["simulate", ".", "--model", "openai_compatible:speaker"];

  it("says each line in the words of the model, and reports them", async () => {
    const folder = await coffee(users);
    const { server, environment } = await startModel(saying);
    const run = await runCli([...given, "--report", "users.html", "--json"], { folder, environment });
    expect(run).toMatchObject({ code: 0, errors: "" });
    const told = JSON.parse(run.output);
    expect(told.figures).toEqual({ users: 1, succeeded: 1, harmed: 0, turns: 3 });
    const said = told.users[0].turns.map((turn: { readonly said: string }) => turn.said);
    expect(said).toEqual(["Coffee would be lovely", "Make it three", "Go ahead"]);
    const spoken = server.requests.filter((request) => toSay(request) !== null);
    expect(new Set(spoken.map(modelOf))).toEqual(new Set(["speaker"]));
    const page = await readFile(join(folder, "users.html"), "utf8");
    for (const part of ["Simulated users of", "1 of 1", "wants three cups", "Make it three", "3 cups?", "Thanks."])
      expect(page).toContain(part);
    await expect(readFile(join(folder, "calls.txt"), "utf8")).rejects.toThrow("ENOENT");
  });

  it("keeps what the model said: the same users cost nothing again", async () => {
    const folder = await coffee(users);
    const { server, environment } = await startModel(saying);
    const spoken = () => server.requests.filter((request) => toSay(request) !== null).length;
    await runCli(given, { folder, environment });
    expect(spoken()).toBe(3);
    expect((await runCli(given, { folder, environment })).output).toContain("1 of 1 succeeded");
    expect(spoken()).toBe(3);
  });

  it("says a line as it is where the model can't", async () => {
    const folder = await coffee(users);
    const { environment } = await startModel((request) =>
      toSay(request) === null ? answerByScript(script, request) : { kind: "status", status: 400 },
    );
    const { code, output } = await runCli(given, { folder, environment });
    expect({ code, output }).toEqual({
      code: 0,
      output: "succeeded wants three cups, 3 messages\n1 of 1 succeeded, 0 harmed, 3 messages on average.\n",
    });
  });

  it("a report tells who was harmed and by what", async () => {
    const folder = await coffee(users);
    const file = join(folder, "soni.yaml");
    await writeFile(
      file,
      (await readFile(file, "utf8")).replace("call: place_order }", "call: place_order, inputs: { cups: 30 } }"),
    );
    const { environment } = await startModel(saying);
    const run = await runCli(["simulate", ".", "--report", "users.html"], { folder, environment });
    expect(run.code).toBe(1);
    expect(run.output).toContain("    place_order ran with cups 30 instead of 3.\n    > order coffee\n");
    expect(await readFile(join(folder, "users.html"), "utf8")).toContain("place_order ran with cups 30 instead of 3.");
  });
});
