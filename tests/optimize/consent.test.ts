import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { scopeOf } from "../../src/cli/eval/data-files.ts";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { JsonObject } from "../../src/engine/json.ts";
import { type LeftOut, rowsFromTurns } from "../../src/optimize/datasets/from-turns.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { scriptedUnderstander } from "../../src/testing/scripted-understander.ts";
import { temporaryFolder } from "../cli/run-cli.ts";

const yaml = `version: "1.0"
settings: { timezone: UTC }
slots:
  city: { type: string, description: City, prompt: "Where?" }
  nights: { type: integer, description: Nights, prompt: "How long?" }
  pin: { type: string, description: Secret, prompt: "Your PIN?", sensitive: true }
actions:
  book: { description: Book, inputs: [city, nights, pin], outputs: [], effect: true }
flows:
  room:
    description: Book a room
    trigger: { intents: [I need a room] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: long, type: collect, slot: nights }
      - { step: secret, type: collect, slot: pin }
      - { step: check, type: confirm, message: "{city}?" }
      - { step: book, type: action, call: book }
  help:
    description: Help
    trigger: { intents: [help] }
    steps: [{ step: say, type: say, message: Here. }]
`;
const { assistant } = parseAssistant([{ file: "soni.yaml", text: yaml }]);
if (assistant === null) throw new Error("the assistant has mistakes");
const scope = scopeOf(assistant);

const understander = scriptedUnderstander({
  "a room": [{ type: "start_flow", flow: "room" }],
  "in Rome, write to ana@example.org": [{ type: "set_slot", slot: "city", value: "Rome" }],
  "three nights": [{ type: "set_slot", slot: "nights", value: "three" }],
  "no, Paris": [{ type: "correct_slot", slot: "city", value: "Paris" }],
  "4711": [{ type: "set_slot", slot: "pin", value: "4711" }],
  "many nights": [{ type: "set_slot", slot: "nights", value: "many" }],
  yes: [{ type: "affirm" }],
});

async function open() {
  const folder = await temporaryFolder();
  const store = await createSqliteStore({ path: join(folder, "soni.db") });
  const soni = createSoni({ assistant: assistant as never, actions: { book: () => ({}) }, understander, store });
  onTestFinished(() => soni.close());
  const say = (text: string, session?: JsonObject) =>
    soni.processMessage({ conversationId: "ana", text, ...(session === undefined ? {} : { session }) });
  const stored = async () => ({
    conversationId: "ana",
    transcript: await soni.transcript("ana"),
    audit: await soni.audit("ana"),
  });
  return { soni, say, stored };
}

const yes = { consent: { training: true } };

describe("consent to learn from a turn", () => {
  it("is not given unless the channel says so, and is kept with each turn", async () => {
    const { say, stored } = await open();
    await say("a room");
    await say("in Rome, write to ana@example.org", { ...yes, user: "ana" });
    await say("three nights", { user: "ana" });
    await say("4711", { consent: { training: "yes" } });
    const { audit } = await stored();
    expect(audit.map(({ training }) => training)).toEqual([undefined, true, undefined, undefined]);
  });

  it("counts for the whole conversation if it was given at its beginning and the channel says nothing later", async () => {
    const { say, stored } = await open();
    await say("a room", yes);
    await say("in Rome, write to ana@example.org");
    await say("three nights", { user: "ana" });
    expect((await stored()).audit.map(({ training }) => training)).toEqual([true, true, undefined]);
  });

  it("is what rows are made of: with their place, without secrets", async () => {
    const { say, stored } = await open();
    for (const text of ["a room", "in Rome, write to ana@example.org", "three nights", "4711", "yes"])
      await say(text, yes);
    const { rows, leftOut } = rowsFromTurns(await stored(), { assistant: assistant as never, scope });
    expect(leftOut).toEqual({ noConsent: 0, doubtful: 0, unusable: 0 } satisfies LeftOut);
    expect(rows.map(({ message, where, expected }) => [where, message, expected])).toMatchObject([
      ["message", "a room", [{ type: "start_flow", flow: "room" }]],
      ["room: slot city", "in Rome, write to ***", [{ type: "set_slot", slot: "city", value: "Rome" }]],
      ["room: slot nights", "three nights", [{ type: "set_slot", slot: "nights" }]],
      ["room: slot pin", "***", [{ type: "set_slot", slot: "pin", value: "***" }]],
      ["room: confirmation", "yes", [{ type: "affirm" }]],
    ]);
    expect(rows[2]?.situation.known).toEqual({ city: "Rome" });
    expect(rows[4]?.situation.known).toEqual({ city: "Rome", nights: 3, pin: "***" });
    expect(rows[2]?.situation.history?.at(-1)).toEqual({ role: "assistant", text: "How long?" });
    expect(JSON.stringify(rows)).not.toMatch(/4711|example\.org/);
  });

  it("leaves out what is in doubt: refused, not understood, or taken back", async () => {
    const { say, stored } = await open();
    for (const text of ["a room", "in Rome, write to ana@example.org", "no, Paris", "many nights", "blah"])
      await say(text, yes);
    const { rows, leftOut } = rowsFromTurns(await stored(), { assistant: assistant as never, scope });
    expect(rows.map(({ message }) => message)).toEqual(["a room", "no, Paris"]);
    expect(leftOut).toEqual({ noConsent: 0, doubtful: 3, unusable: 0 });
  });

  it("leaves out buttons: nobody read their words", async () => {
    const { soni, stored } = await open();
    await soni.processMessage({
      conversationId: "ana",
      text: "a room",
      command: { type: "start_flow", flow: "room" },
      session: yes,
    });
    const { rows, leftOut } = rowsFromTurns(await stored(), { assistant: assistant as never, scope });
    expect({ rows, leftOut }).toEqual({ rows: [], leftOut: { noConsent: 0, doubtful: 0, unusable: 1 } });
  });
});
