import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { seed } from "../chaos/seed.ts";
import { runCli, temporaryFolder } from "../cli/run-cli.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { attackClient } from "./attack-client.ts";
import { size, tableOf } from "./attack-size.ts";
import { type LoopingFlows, loopingFlows } from "./looping-flows.ts";
import { poisonFolder, programSettings } from "./poison-folder.ts";
import { startSoniServer } from "./soni-server.ts";

/** JSON is YAML. */
function writeAssistant(folder: string, flows: Readonly<Record<string, object>>): string {
  mkdirSync(folder, { recursive: true });
  const assistant = {
    version: "1.0",
    settings: { runtime: { host: "direct" } },
    slots: { count: { type: "integer", description: "Rounds", default: 0, prompt: "How many?" } },
    actions: { fail: { description: "Fails", inputs: [], outputs: [] } },
    flows,
  };
  writeFileSync(join(folder, "soni.yaml"), JSON.stringify(assistant, null, 1));
  writeFileSync(
    join(folder, "actions.ts"),
    'export const actions = { fail: () => { throw new Error("as always"); } };\n',
  );
  return folder;
}

/** Milliseconds after which work counts as stuck. */
const patience = size("SONI_ATTACK_PATIENCE", 30_000, 60_000);
const inTime = <Value>(work: Promise<Value>): Promise<Value | null> =>
  Promise.race([work, sleep(patience, null, { ref: false })]);

it("flows that go round for ever are found by the check, or end with loop_detected", {
  timeout: 3_600_000,
}, async () => {
  const table = tableOf("Loops");
  const made = loopingFlows(randomNumbers(seed), size("SONI_ATTACK_LOOPS", 9, 90));
  const root = await temporaryFolder();
  const problems: string[] = [];
  const loadable: LoopingFlows[] = [];
  const found = new Map<string, string>();
  for (const [index, each] of made.entries()) {
    const folder = writeAssistant(join(root, `loop-${index}`), each.flows);
    const checked = await inTime(runCli(["check", folder, "--json"]));
    const codes: readonly string[] = JSON.parse(checked?.output || '{"findings":[]}').findings.map(
      ({ code }: { readonly code: string }) => code,
    );
    found.set(each.name, codes.join(", "));
    if (checked === null) problems.push(`${each.name}: the check does not end`);
    else if (checked.code === 0) loadable.push(each);
    if (each.isPlain && checked?.code === 0) problems.push(`${each.name}: the check finds nothing`);
  }
  const plain = loadable.filter((each) => each.isPlain);
  const rest = loadable.filter((each) => !each.isPlain);
  const ends = new Map<string, string>();
  // Those that the check should have found come last: they may be the end of the server.
  const tried = [...rest, ...plain];
  const folder = writeAssistant(join(root, "all"), Object.assign({}, ...tried.map(({ flows }) => flows)));
  let server = await startSoniServer({ folder, store: "memory" });
  for (const { name, start } of tried) {
    const client = attackClient(server.url);
    await client.begin("loop");
    const answer = await inTime(client.say("loop", { command: { type: "start_flow", flow: start } }));
    const isDetected = JSON.stringify(answer?.body ?? "").includes("loop_detected");
    ends.set(name, answer === null ? "no answer" : isDetected ? "loop_detected" : `status ${answer.status}`);
    if (answer?.status !== 200 || !isDetected) problems.push(`${name}: ${ends.get(name)}`);
    const isGone = answer === null && (await inTime(client.call("DELETE", "/v1/conversations/loop"))) === null;
    if (isGone) {
      await server.kill();
      server = await startSoniServer({ folder, store: "memory" });
    } else await client.call("DELETE", "/v1/conversations/loop");
  }
  const kindOf = (name: string): string => name.replace(/ \d+$/, "");
  for (const kind of new Set(made.map(({ name }) => kindOf(name)))) {
    const names = made.map(({ name }) => name).filter((name) => kindOf(name) === kind);
    table.push({
      kind,
      assistants: names.length,
      "findings of the check": [...new Set(names.map((name) => found.get(name) ?? ""))].filter(Boolean).join("; "),
      "ends in the server": [...new Set(names.map((name) => ends.get(name) ?? ""))].filter(Boolean).join("; "),
    });
  }
  expect.soft(problems).toEqual([]);
  expect.soft(await server.isReady()).toBe(true);
  expect(await server.stop()).toBe("0");
});

it("commands of a program that lead to themselves end, and the next message is answered", {
  timeout: 600_000,
}, async () => {
  const folder = await poisonFolder(programSettings);
  const server = await startSoniServer({ folder, store: "memory", program: "program-server.ts" });
  const [before, client] = [server.listeners(), attackClient(server.url)];
  await client.begin("loop");
  for (const name of ["itself", "there"]) {
    const answer = await inTime(client.say("loop", { command: { type: "custom", name, arguments: {} } }));
    expect.soft({ name, status: answer?.status ?? null }).toEqual({ name, status: 200 });
    const next = await inTime(client.say("loop", { text: "echo hello" }));
    expect.soft(JSON.stringify(next?.body.messages ?? "")).toContain("Heard hello.");
  }
  expect.soft(server.listeners()).toEqual(before);
  expect(await server.stop()).toBe("0");
});
