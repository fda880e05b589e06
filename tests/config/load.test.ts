import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatFinding } from "../../src/config/finding.ts";
import { loadAssistant } from "../../src/config/load.ts";
import { parseAssistant } from "../../src/config/parse-assistant.ts";

const assistants = join(import.meta.dirname, "assistants");
const greet = `version: "1.0"
flows:
  greet: { description: Say hello, steps: [{ step: hello, type: say, message: Hello. }] }
`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "soni-load-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe("whole assistants", () => {
  it.each(readdirSync(assistants))("%s loads without findings", async (name) => {
    const { assistant, findings } = await loadAssistant(join(assistants, name));
    expect(findings.map(formatFinding)).toEqual([]);
    expect(assistant?.flows.size).toBeGreaterThan(0);
  });

  const services = join(import.meta.dirname, "../../../shared/data/sgd/yaml");
  it.skipIf(!existsSync(services))("services written by others load once their own words are translated", () => {
    for (const name of readdirSync(services)) {
      const text = readFileSync(join(services, name), "utf8");
      const before = parseAssistant([{ file: name, text }]);
      const codes = new Set(before.findings.map(({ code }) => code));
      codes.delete("config.unknown_key");
      codes.delete("slot.bad_default");
      expect([...codes]).toEqual([]);
      const translated = text.replaceAll(/ +transactional: .*\n/g, "").replaceAll(/ +default: dontcare\n/g, "");
      expect(parseAssistant([{ file: name, text: translated }]).assistant).not.toBeNull();
    }
  });
});

describe("a folder", () => {
  it("merges its files, whichever way they are split", async () => {
    write(
      "flows.yaml",
      greet
        .replace("Hello.", '"Hello {name}."')
        .replace("steps: [", "steps: [{ step: ask, type: collect, slot: name }, "),
    );
    write("slots.yml", "slots:\n  name: { type: string, description: Name }\n");
    write("settings.yaml", 'version: "1.0"\nsettings: { models: { nlu: { history_messages: 3 } } }\n');
    write("more-settings.yaml", "settings: { language: es, models: { rephrase: { enabled: true } } }\n");
    const { assistant, findings } = await loadAssistant(folder);
    expect(findings.map(formatFinding)).toEqual([]);
    expect(assistant?.settings).toMatchObject({
      language: "es",
      models: { nlu: { historyMessages: 3 }, rephrase: { enabled: true } },
    });
    expect(assistant?.flows.get("greet")?.owned).toEqual(new Set(["name"]));
  });

  it("shows both places of a name that two files declare", async () => {
    const first = write("a.yaml", greet);
    const second = write("b.yaml", "flows:\n  greet: { description: Again, steps: [] }\n");
    const { assistant, findings } = await loadAssistant(folder);
    expect(assistant).toBeNull();
    expect(findings.map(formatFinding)).toEqual([
      `${second}:2:3 error config.duplicate_name: 'flows.greet' is also at ${first}:3:3; keep one of them.`,
    ]);
  });

  it("refuses the same setting in two files, not two parts of one section", async () => {
    write("a.yaml", `${greet}settings: { language: en, timezone: UTC }\n`);
    write("b.yaml", "settings: { language: es, limits: { call_depth: 5 } }\n");
    const { findings } = await loadAssistant(folder);
    expect(findings.map(({ code, line, column }) => ({ code, line, column }))).toEqual([
      { code: "config.duplicate_name", line: 1, column: 13 },
    ]);
  });

  it("leaves YAML in its subfolders and other files alone", async () => {
    write("soni.yaml", greet);
    write("notes.txt", "not: [yaml");
    expect((await loadAssistant(folder)).findings).toEqual([]);
  });

  it("without YAML is not found", async () => {
    const { findings } = await loadAssistant(folder);
    expect(findings.map(({ code, file }) => ({ code, file }))).toEqual([{ code: "config.not_found", file: folder }]);
  });

  it("that does not exist is not found", async () => {
    const { findings } = await loadAssistant(join(folder, "nowhere"));
    expect(findings.map(({ code }) => code)).toEqual(["config.not_found"]);
  });
});

describe("a file", () => {
  it.each(["", "  \n", "# only a comment\n", "null\n", "---\n"])("is empty: %j", async (text) => {
    const { findings } = await loadAssistant(write("soni.yaml", text));
    expect(findings.map(({ code }) => code)).toEqual(["config.empty"]);
  });

  it("over 1 MB is refused unread", async () => {
    const file = write("soni.yaml", `${greet}# ${"x".repeat(1024 * 1024)}\n`);
    const { findings } = await loadAssistant(file);
    expect(findings.map(({ code, line }) => ({ code, line }))).toEqual([{ code: "config.too_large", line: 1 }]);
  });

  it("of just under 1 MB is read", async () => {
    const { assistant } = await loadAssistant(write("soni.yaml", `${greet}# ${"x".repeat(1024 * 1024 - 500)}\n`));
    expect(assistant).not.toBeNull();
  });

  it.each(["- a\n- b\n", "hello\n", "42\n"])("that is no map is told so: %j", async (text) => {
    const { findings } = await loadAssistant(write("soni.yaml", text));
    expect(findings.map(({ code }) => code)).toEqual(["config.invalid_value"]);
  });

  it.each([
    ["a text with a colon", "flows:\n  greet: Say: hello\n", 2, 10, "quotes"],
    ["a tab", "flows:\n\tgreet: {}\n", 2, 1, "spaces"],
    ["a text that starts with a brace", "flows: {{ greet }}\n", 1, 9, "quotes"],
    ["an open quote", "flows: 'greet\n", 2, 1, "quote"],
    ["an alias without anchor", "flows: *greet\n", 1, 8, "&greet"],
    ["a tag", "flows: !!python/object:os.system ls\n", 1, 8, "Tags"],
    ["two documents", `${greet}---\n${greet}`, 4, 1, "two files"],
    ["a slip that upsets the rest of its line", "flows: { a: Hi {name}! }\n", 1, 16, "YAML"],
  ])("is no YAML because of %s", async (_, text, line, column, word) => {
    const { findings } = await loadAssistant(write("soni.yaml", text));
    expect(findings.map(({ message, file, ...rest }) => rest)).toEqual([
      { code: "config.syntax", severity: "error", line, column },
    ]);
    expect(findings[0]?.message).toContain(word);
  });

  it("that contains itself is refused", async () => {
    const { findings } = await loadAssistant(write("soni.yaml", "slots: &all\n  more: *all\n"));
    expect(findings.map(({ code, line, column }) => ({ code, line, column }))).toEqual([
      { code: "config.alias_bomb", line: 2, column: 9 },
    ]);
  });

  it("is refused together with the others, so that what they take from it does not seem unknown", async () => {
    write("a.yaml", greet.replace("hello, type: say, message: Hello.", "ask, type: collect, slot: name"));
    write("b.yaml", "slots: [\n");
    write("c.yaml", "settings: 'en\n");
    const { findings } = await loadAssistant(folder);
    expect(findings.map(({ code }) => code)).toEqual(["config.syntax", "config.syntax"]);
  });
});
