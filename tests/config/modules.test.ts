import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadModules } from "../../src/config/load-modules.ts";
import { loadProject } from "../../src/config/load-project.ts";

const yaml = `version: "1.0"
slots:
  city: { type: string, description: A city, validator: known_city, normalizer: city_name }
actions:
  weather: { description: The weather, inputs: [city], outputs: [sky] }
flows:
  ask_weather:
    description: Tell the weather
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: look, type: action, call: weather }
      - { step: tell, type: say, message: "{sky}" }
`;
const actions =
  'export const actions = { weather: async ({ city }: { city: string }) => ({ sky: city === "Rome" ? "blue" : "grey" }) };\n';
const validators = `export const validators = { known_city: (value: string) => value !== "Atlantis" };
export const normalizers = { city_name: (value: string) => value.trim() };
`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "soni-modules-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const codes = (findings: readonly { readonly code: string }[]): readonly string[] => findings.map(({ code }) => code);

describe("a project", () => {
  it("is its YAML and its code", async () => {
    write("soni.yaml", yaml);
    write("actions.ts", actions);
    write("validators.ts", validators);
    const project = await loadProject(folder);
    expect(project.findings).toEqual([]);
    expect(project.assistant?.flows.has("ask_weather")).toBe(true);
    expect(Object.keys(project.actions)).toEqual(["weather"]);
    expect(Object.keys(project.validators)).toEqual(["known_city"]);
    expect(Object.keys(project.normalizers)).toEqual(["city_name"]);
  });

  it("without code misses every name that its YAML expects", async () => {
    write("soni.yaml", yaml);
    const { assistant, findings } = await loadProject(folder);
    expect(assistant).toBeNull();
    expect(codes(findings)).toEqual(["validator.unknown", "normalizer.unknown", "action.not_registered"]);
  });

  it("warns of code that its YAML never asks for, at its line, with the nearest name", async () => {
    write("soni.yaml", yaml);
    write("actions.ts", `${actions.replace("= {", "= {\n  wether: () => ({}),\n")}`);
    write(
      "validators.ts",
      validators.replaceAll("= {", "= {\n  async other(value: string) {\n    return value;\n  },\n"),
    );
    const { assistant, findings } = await loadProject(folder);
    expect(assistant).not.toBeNull();
    expect(
      findings.map(({ code, severity, line, column, message }) => ({ code, severity, line, column, message })),
    ).toEqual([
      {
        code: "action.not_declared",
        severity: "warning",
        line: 2,
        column: 3,
        message: "The YAML declares no action 'wether'. Did you mean 'weather'?",
      },
      {
        code: "validator.unused",
        severity: "warning",
        line: 2,
        column: 9,
        message: "The YAML uses no validator 'other'.",
      },
      {
        code: "normalizer.unused",
        severity: "warning",
        line: 2,
        column: 9,
        message: "The YAML uses no normalizer 'other'.",
      },
    ]);
  });

  it("may have its code in JavaScript", async () => {
    write("actions.mjs", "export const actions = { weather: { run: () => ({ sky: 'grey' }) } };\n");
    const modules = await loadModules(folder);
    expect(modules.findings).toEqual([]);
    expect(Object.keys(modules.actions)).toEqual(["weather"]);
  });
});

describe("a module", () => {
  it("that throws is named, and nothing is said about what it would have exported", async () => {
    write("soni.yaml", yaml);
    write("actions.ts", "throw new TypeError('no database');\n");
    write("validators.ts", validators);
    const { assistant, findings } = await loadProject(folder);
    expect(assistant).toBeNull();
    expect(codes(findings)).toEqual(["module.failed_import"]);
    expect(findings[0]).toMatchObject({ file: join(folder, "actions.ts"), line: 1, column: 7 });
    expect(findings[0]?.message).toContain("TypeError: no database");
  });

  it.each(["export const handlers = {};\n", "export const actions = 5;\n", "export default {};\n"])(
    "without its record is told what to export: %j",
    async (text) => {
      write("actions.ts", text);
      const { findings } = await loadModules(folder);
      expect(codes(findings)).toEqual(["module.missing_export"]);
      expect(findings[0]?.message).toContain("export const actions");
    },
  );

  it("needs no validators if it has normalizers", async () => {
    write("validators.ts", "export const normalizers = {};\n");
    expect((await loadModules(folder)).findings).toEqual([]);
  });

  it("with an entry that can't be called is told which", async () => {
    write(
      "actions.ts",
      "export const actions = { weather: 'sunny', time: { ran: () => ({}) }, day: { run: () => ({}) } };\n",
    );
    const { findings } = await loadModules(folder);
    expect(codes(findings)).toEqual(["module.invalid_entry", "module.invalid_entry"]);
    expect(findings.map(({ message }) => message.split("'")[1])).toEqual(["weather", "time"]);
  });
});

describe("types of a project's own", () => {
  const own = `version: "1.0"
slots:
  weight: { type: weight, description: Weight, default: heavy }
  size: { type: wieght, description: Size }
flows:
  send:
    description: Send
    steps:
      - { step: price, type: tariff, weigth: weight, result: price, too_heavy: nowhere, on_error: end }
      - { step: again, type: tarif, weight: weight }
      - { step: tell, type: say, message: "{price}" }
`;
  const steps = `export const steps = {
  tariff: { keys: { weight: { kind: "value" }, result: { kind: "output" }, too_heavy: { kind: "target" } }, run: () => ({}) },
};
`;
  const slotTypes = `export const slotTypes = { weight: { conforms: "integer", parse: () => 1 } };\n`;

  it("are checked like built-in ones: keys, targets, values and names", async () => {
    write("soni.yaml", own);
    write("steps.ts", steps);
    write("slot-types.ts", slotTypes);
    const { assistant, findings } = await loadProject(folder);
    expect(assistant).toBeNull();
    expect(findings.map(({ code, line, suggestion }) => [code, line, suggestion])).toEqual([
      ["slot.bad_default", 3, undefined],
      ["slot.unknown_type", 4, "weight"],
      ["config.unknown_key", 9, "weight"],
      ["flow.unknown_target", 9, undefined],
      ["step.unknown_type", 10, "tariff"],
    ]);
  });

  it("are told what they lack, and that a name is taken", async () => {
    write("soni.yaml", yaml);
    write("actions.ts", actions);
    write("validators.ts", validators);
    write(
      "steps.ts",
      `export const steps = { say: { keys: {}, run() {} }, odd: { keys: { a: { kind: "ui" } }, run() {} }, twice: { keys: { when: { kind: "text" } }, run() {} } };\n`,
    );
    write(
      "slot-types.ts",
      `export const slotTypes = { date: { conforms: "string", parse() {} }, own: { conforms: "any", parse() {} } };\n`,
    );
    write("commands.ts", `export const commands = { mute: { description: "Mute" } };\n`);
    const { assistant, findings } = await loadProject(folder);
    expect(assistant).toBeNull();
    expect(codes(findings)).toEqual(Array.from({ length: 6 }, () => "module.invalid_entry"));
    expect(findings.map(({ message }) => message.split(" must be ")[0])).toEqual([
      "'mute' of 'commands'",
      "'say' of 'steps'",
      "'odd' of 'steps'",
      "'twice' of 'steps'",
      "'date' of 'slotTypes'",
      "'own' of 'slotTypes'",
    ]);
  });
});
