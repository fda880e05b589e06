import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { examples, runCli, temporaryFolder } from "./run-cli.ts";

async function versions(change: (yaml: string) => string) {
  const folder = await temporaryFolder();
  const [old, now, store] = [join(folder, "old"), join(folder, "now"), join(folder, "soni.db")];
  for (const version of [old, now]) await cp(join(examples, "banking"), version, { recursive: true });
  const file = join(now, "flows.yaml");
  const edited = change(await readFile(file, "utf8"));
  await writeFile(file, edited);
  const chat = (conversation: string, ...lines: readonly string[]) =>
    runCli(["chat", old, "--store", store, "--conversation", conversation], { folder, lines });
  await chat("asks", "/start_flow transfer_money recipient=ana");
  await chat("waits", "/start_flow transfer_money");
  await chat("done", "/chitchat");
  return { folder, diff: (...more: readonly string[]) => runCli(["diff", old, now, ...more], { folder }), store, now };
}

it("two versions that differ only in words leave every conversation safe", async () => {
  const { diff, store } = await versions((yaml) => yaml.replaceAll("Sent.", "It is sent."));
  expect(await diff()).toEqual({ code: 0, output: "No flow, step or slot changed.\n", errors: "" });
  const { code, output } = await diff("--store", store);
  expect(code).toBe(0);
  expect(output).toContain("3 safe, 0 migrated, 0 stranded, 0 unreadable.");
});

it("a step that is gone strands whoever waits there, until a migration says where it went", async () => {
  const { diff, store, now } = await versions((yaml) => yaml.replaceAll("ask_amount", "ask_sum"));
  const stranded = await diff("--store", store);
  expect(stranded.code).toBe(1);
  expect(stranded.output).toContain("transfer_money: changed (+ask_sum, -ask_amount)");
  expect(stranded.output).toMatch(/stranded +asks {2}transfer_money at ask_amount: step_gone/);
  expect(stranded.output).toContain("2 safe, 0 migrated, 1 stranded, 0 unreadable.");
  await writeFile(
    join(now, "migrations.ts"),
    'export const migrations = [{ from: { flow: "transfer_money", step: "ask_amount" }, to: { step: "ask_sum" } }];\n',
  );
  const { code, output } = await diff("--store", store, "--json");
  expect(code).toBe(0);
  expect(JSON.parse(output).conversations).toContainEqual({
    conversationId: "asks",
    verdict: "migrated",
    why: ["transfer_money_1: goes on elsewhere, or without a value"],
  });
});

it("migrations that are none are an error with their file", async () => {
  const { diff, now } = await versions((yaml) => yaml);
  await writeFile(join(now, "migrations.ts"), "export const migrations = [{ from: {}, to: {} }];\n");
  const { code, errors } = await diff();
  expect(code).toBe(1);
  expect(errors).toContain("Entry 1 of 'migrations' must be");
  await writeFile(join(now, "migrations.ts"), "export const nothing = 1;\n");
  expect((await diff()).errors).toContain("It must export a list");
});
