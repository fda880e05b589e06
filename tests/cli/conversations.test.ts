import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ownerOf } from "../../src/server/access/principal.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { exampleCopy, runCli, temporaryFolder } from "./run-cli.ts";

async function withTwo() {
  const folder = await temporaryFolder();
  const banking = await exampleCopy("banking");
  const run = (...given: readonly string[]) => runCli(given, { folder });
  for (const conversation of ["ana", "bob"])
    await runCli(["chat", banking, "--conversation", conversation], {
      folder,
      lines: ["/start_flow transfer_money recipient=ana"],
    });
  return { run, banking };
}

it("stored conversations are listed, shown, exported and deleted", async () => {
  const { run, banking } = await withTwo();
  const list = await run("conversations", "list", banking);
  expect(list).toMatchObject({ code: 0, errors: "" });
  expect(list.output).toMatch(/^bob {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}1 turn\nana .* 1 turn\n$/);
  expect((await run("conversations", "list", banking, "--limit", "1")).output).toMatch(/^bob .*\n$/);
  expect(JSON.parse((await run("conversations", "list", banking, "--json")).output)).toMatchObject([
    { conversationId: "bob", turns: 1 },
    { conversationId: "ana", turns: 1 },
  ]);

  expect((await run("conversations", "show", "ana", banking)).output).toMatch(
    /^[\d: -]+ > \/start_flow transfer_money recipient=ana\nHow much\?\n$/,
  );
  const trace = await run("conversations", "show", "ana", banking, "--trace");
  expect(trace.output).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z 1 flow_started flow=transfer_money flowId=\S+ by=user$/m);
  expect(trace.output).toMatch(/Z 1 slot_set flow=transfer_money slot=recipient value=Ana by=user$/m);
  expect((await run("conversations", "show", "ana", banking, "--trace", "--at", "1")).code).toBe(2);
  expect(JSON.parse((await run("conversations", "export", "ana", banking)).output)).toMatchObject({
    conversationId: "ana",
    transcript: [{ turn: 1, messages: [{ text: "How much?" }] }],
    audit: [{ turn: 1, commands: [{ result: "done" }] }],
  });

  const asked = await run("conversations", "delete", "ana", banking);
  expect(asked).toMatchObject({ code: 2, output: "" });
  expect(asked.errors).toContain("add --yes");
  expect((await run("conversations", "delete", "ana", banking, "--yes")).output).toBe("Deleted 'ana' (1 turn).\n");
  expect((await run("conversations", "list", banking)).output).not.toContain("ana");
});

it("one that is not there is named, with the way to find others", async () => {
  const { run, banking } = await withTwo();
  for (const verb of ["show", "export", "delete"]) {
    const { code, output, errors } = await run("conversations", verb, "eve", banking);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toBe("soni: There is no conversation 'eve' in this store. 'soni conversations list' shows them.\n");
  }
  const wrong = await run("conversations", "list", banking, "--limit", "none");
  expect(wrong.code).toBe(2);
  expect(wrong.errors).toContain("See 'soni conversations list --help'");
  expect((await run("conversations", "lst", banking)).errors).toContain("Did you mean list?");
});

it("all of a user of the server is deleted at once, and what is old enough is forgotten", async () => {
  const folder = await temporaryFolder();
  const banking = await exampleCopy("banking");
  const run = (...given: readonly string[]) => runCli(given, { folder });
  await mkdir(join(banking, ".soni"));
  const store = createSqliteStore({ path: join(banking, ".soni/soni.db") });
  const owned = (user: string, conversation: string): string => `${ownerOf("token", user)}:${conversation}`;
  for (const id of [owned("ana", "1"), owned("ana", "2"), owned("bob", "1")])
    await store.accept(id, { messageId: "m1", text: "hello", at: Date.now(), origin: "user" });
  await store.accept("old", { messageId: "m1", text: "hello", at: 0, origin: "user" });
  await store.close();

  expect(await run("conversations", "delete", "--user", "ana", banking)).toMatchObject({ code: 2, output: "" });
  const deleted = await run("conversations", "delete", "--user", "ana", banking, "--yes");
  expect(deleted).toMatchObject({ code: 0, output: "Deleted 2 conversations of 'ana'.\n", errors: "" });
  expect((await run("conversations", "delete", "--yes")).errors).toContain(
    "Name a conversation, or a user with --user.",
  );
  expect((await run("conversations", "prune", banking)).output).toBe(
    "Forgotten what is older than 90 days: 1 conversation and 0 turns of others.\n",
  );
  const left = createSqliteStore({ path: join(banking, ".soni/soni.db") });
  expect(await left.conversationIds("")).toEqual([owned("bob", "1")]);
  await left.close();
});

it("the state after a turn is shown, if it is kept", async () => {
  const folder = await temporaryFolder();
  const assistant = join(folder, "assistant");
  await mkdir(assistant);
  const yaml = (history: string) => `
version: "1.0"
settings: { persistence: { history: ${history} } }
slots:
  city: { type: string, prompt: "Where?" }
  pin: { type: string, prompt: "Your PIN?", sensitive: true }
flows:
  go:
    description: go somewhere
    trigger: { intents: [go] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: pin, type: collect, slot: pin }
      - { step: again, type: collect, slot: city, force: true }
`;
  await writeFile(join(assistant, "soni.yaml"), yaml("full"));
  const run = (...given: readonly string[]) => runCli(given, { folder });
  const say = (...lines: readonly string[]) => runCli(["chat", assistant, "--conversation", "ana"], { folder, lines });
  await say("/start_flow go", "/set_slot city=Rome", "/set_slot pin=773311");
  const stateAt = async (turn: number) => {
    const { output } = await run("conversations", "show", "ana", assistant, "--at", String(turn));
    return JSON.parse(output) as { readonly turnCount: number; readonly flowSlots: object };
  };
  expect(await stateAt(1)).toMatchObject({ turnCount: 1, flowSlots: {} });
  const [slots] = Object.values((await stateAt(2)).flowSlots);
  expect(slots).toEqual({ city: "Rome" });
  const [later] = Object.values((await stateAt(3)).flowSlots);
  expect(later).toEqual({ city: "Rome", pin: "***" });
  await writeFile(join(assistant, "soni.yaml"), yaml("off"));
  await say("/set_slot city=Oslo");
  const missing = await run("conversations", "show", "ana", assistant, "--at", "4");
  expect(missing).toMatchObject({ code: 2, output: "" });
  expect(missing.errors).toContain("after turn 4 is not kept");
  expect((await run("conversations", "show", "ana", assistant, "--at", "0")).code).toBe(2);
});

it("a conversation that a person has is shown as such, and given back by a command", async () => {
  const folder = await temporaryFolder();
  const banking = await exampleCopy("banking");
  const run = (...given: readonly string[]) => runCli(given, { folder });
  const chat = (...lines: readonly string[]) => runCli(["chat", banking, "--conversation", "ana"], { folder, lines });
  const handedOff = await chat("/start_flow transfer_money recipient=ana", "/human_handoff", "/state");
  expect(handedOff.output).toContain("handed_off, after turn 2");
  expect((await chat("hello?")).output).toBe("");
  const released = await run("conversations", "release", "ana", banking);
  expect(released).toMatchObject({ code: 0, errors: "" });
  expect(released.output).toMatch(/^I'm back\..*\nHow much\?\n$/);
  const again = await run("conversations", "release", "ana", banking);
  expect(again).toMatchObject({ code: 2, output: "" });
  expect(again.errors).toContain("has conversation 'ana' already");
  expect((await run("conversations", "release", "eve", banking)).errors).toContain("There is no conversation 'eve'");

  expect((await chat("/human_handoff", "/release")).output).toMatch(/\nI'm back\..*\nHow much\?\n$/);
  expect((await chat("/release")).errors).toContain("The assistant has this conversation.");
});
