import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadProject } from "../../config/load-project.ts";
import { peekIsolation } from "../../config/peek-isolation.ts";
import { openDev } from "../../server/dev/open-dev.ts";
import { scriptedUnderstander } from "../../testing/scripted-understander.ts";
import { openSoni } from "../open-soni.ts";
import { openProject } from "./open-project.ts";

const yaml = (settings = "actions: { isolate: true }"): string => `version: "1.0"
settings: { runtime: { host: direct }, ${settings} }
slots:
  city: { type: string, description: A city, validator: known_city, normalizer: city_name }
actions:
  weather: { description: The weather, inputs: [city], outputs: [sky, place], idempotent: true }
  pay: { description: Pays, outputs: [sky, place] }
flows:
  ask_weather:
    description: Tell the weather
    trigger: { intents: [weather] }
    steps:
      - { step: ask, type: collect, slot: city, message: Where? }
      - { step: look, type: action, call: weather }
      - { step: tell, type: say, message: "{sky} in {city}, by {place}" }
  pay_now:
    description: Pay
    trigger: { intents: [pay] }
    steps:
      - { step: look, type: action, call: pay, on_error: sorry }
      - { step: done, type: say, message: Paid, jump_to: end }
      - { step: sorry, type: say, message: "{_error_code}", jump_to: end }
`;
/** Says which process it runs in. The first process that is asked about "Rome" dies of it. */
const actions = (sky: string): string => `
import { existsSync, writeFileSync } from "node:fs";
(globalThis as { imported?: true }).imported = true;
const mark = new URL("./mark", import.meta.url);
export const actions = {
  weather: ({ city }: { city: string }) => {
    if (city === "Rome" && !existsSync(mark)) { writeFileSync(mark, ""); process.exit(5); }
    return { sky: "${sky}", place: String(process.pid) };
  },
  pay: () => process.exit(6),
};`;
const validators = `
export const validators = { known_city: (city: string) => city !== "atlantis" || "It sank." };
export const normalizers = { city_name: (city: string) => city.charAt(0).toUpperCase() + city.slice(1) };`;

function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "soni-open-project-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
const whole = (sky = "blue") => ({ "soni.yaml": yaml(), "actions.ts": actions(sky), "validators.ts": validators });

const understander = scriptedUnderstander({
  weather: [{ type: "start_flow", flow: "ask_weather" }],
  pay: [{ type: "start_flow", flow: "pay_now" }],
  ...Object.fromEntries(
    ["oslo", "rome", "atlantis"].map((value) => [value, [{ type: "set_slot" as const, slot: "city", value }]]),
  ),
});
type Talker = Pick<Awaited<ReturnType<typeof openSoni>>["soni"], "processMessage">;
const say = async (soni: Talker, text: string): Promise<string> => {
  const { messages } = await soni.processMessage({ conversationId: "c", text });
  return messages.map((message) => message.text).join(" ");
};

describe("an assistant with isolated code", { timeout: 120_000 }, () => {
  it("never has it in the server's process, and says what it always said", async () => {
    const { soni } = await openSoni(makeFolder(whole()), { store: "memory", understander });
    onTestFinished(() => soni.close());
    await say(soni, "weather");
    expect(await say(soni, "atlantis")).toContain("It sank.");
    const [, place] = /blue in Oslo, by (\d+)/.exec(await say(soni, "oslo")) ?? [];
    expect(Number(place)).toBeGreaterThan(0);
    expect(place).not.toBe(String(process.pid));
    expect("imported" in globalThis).toBe(false);
  });

  it("repeats an idempotent action that ended its process, and no other", async () => {
    const { soni } = await openSoni(makeFolder(whole()), { store: "memory", understander });
    onTestFinished(() => soni.close());
    await say(soni, "weather");
    expect(await say(soni, "rome")).toContain("blue in Rome");
    expect(await say(soni, "pay")).toContain("action.outcome_unknown");
  });

  it("migrates conversations of an older version", async () => {
    const folder = makeFolder(whole());
    const store = join(folder, "soni.db");
    const older = await openSoni(folder, { store, understander });
    await say(older.soni, "weather");
    await older.soni.close();
    writeFileSync(join(folder, "soni.yaml"), yaml().replace("ask_weather:", "forecast:"));
    const migrations = `export const migrations = [
      { from: { flow: "ask_weather" }, to: { flow: "forecast" }, slots: () => ({ city: "Lima " + (process.pid === ${process.pid} ? "here" : "there") }) },
    ];`;
    writeFileSync(join(folder, "migrations.ts"), migrations);
    const newer = await openSoni(folder, { store, understander });
    onTestFinished(() => newer.soni.close());
    expect(await say(newer.soni, "what?")).toContain("blue in Lima there");
  });

  it("follows edits while it is being built", async () => {
    const folder = makeFolder(whole("grey"));
    const built = await openDev(folder, { store: "memory", understander });
    onTestFinished(() => built.close());
    const edited = new Promise<unknown>((resolve) => built.onChange(resolve));
    writeFileSync(join(folder, "actions.ts"), actions("red"));
    await edited;
    await say(built.soni, "weather");
    expect(await say(built.soni, "oslo")).toContain("red in Oslo");
  });

  it.each([
    ["is missing", {}],
    ["throws", { "actions.ts": "throw new TypeError('no database');", "validators.ts": validators }],
    [
      "has other names",
      { "actions.ts": "export const actions = { wether: () => ({}) };", "validators.ts": validators },
    ],
  ])("has the same findings as elsewhere when its code %s", async (_, files) => {
    const folder = makeFolder({ "soni.yaml": yaml(), ...files });
    const project = await openProject(folder);
    const here = await loadProject(folder);
    expect(here.findings).not.toEqual([]);
    expect(project.findings).toEqual(here.findings);
    expect(project.assistant).toBeNull();
  });

  it("has a finding for a file that ends the process, and none for what that file would have had", async () => {
    const folder = makeFolder({ ...whole(), "actions.ts": "process.exit(0);" });
    const { assistant, findings } = await openProject(folder);
    expect(assistant).toBeNull();
    expect(findings.filter(({ file }) => file.endsWith("actions.ts"))).toMatchObject([
      { code: "module.failed_import" },
    ]);
  });
});

describe("whether code is isolated", () => {
  it.each([
    ["not said", { "a.yaml": 'version: "1.0"' }, null],
    ["said no", { "a.yaml": "settings: { actions: { isolate: false } }" }, null],
    ["said in the second file", { "a.yaml": "flows: {}", "b.yml": "settings: { actions: { isolate: true } }" }, 512],
    [
      "said beside a mistake",
      { "a.yaml": "flows: [\nsettings: {", "b.yaml": "settings: { actions: { isolate: true, max_heap: 99 } }" },
      99,
    ],
    ["said badly", { "a.yaml": "settings: { actions: { isolate: maybe } }" }, null],
  ])("is read before anything else: %s", async (_, files, heap) => {
    expect((await peekIsolation(makeFolder(files)))?.max_heap ?? null).toBe(heap);
  });

  it("is no where there is no folder", async () => expect(await peekIsolation("/nowhere")).toBeNull());
});
