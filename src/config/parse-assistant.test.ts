import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { formatFinding } from "./finding.ts";
import { parseAssistant } from "./parse-assistant.ts";
import { assistantJsonSchema } from "./schema/assistant.ts";

const text = `version: "1.0"
slots:
  name: { type: string, description: Name }
  age: { type: integer, description: Age }
actions:
  search: { description: Find, inputs: [name], outputs: [found] }
flows:
  greet:
    description: Say hello
    trigger: { intents: ["I am {name}"] }
    steps:
      - { step: ask, type: collect, slot: name }
      - { step: look, type: action, call: search }
      - { step: hello, type: say, message: "Hello {name}, {found}.", when: name != null }
`;
const load = (yaml: string) => parseAssistant([{ file: "soni.yaml", text: yaml }]);
const told = (yaml: string): readonly string[] => load(yaml).findings.map(formatFinding);

describe("slips from other languages", () => {
  it.each([
    ["type: string", "type: str", "No slot type named 'str'. Did you mean 'string'?"],
    ["type: integer", "type: int", "No slot type named 'int'. Did you mean 'integer'?"],
    ["type: integer", "type: bool", "No slot type named 'bool'. Did you mean 'boolean'?"],
    ["step: ask", "name: ask", "Unknown key 'name'. Did you mean 'step'?"],
    ["slot: name", "slot_name: name", "Unknown key 'slot_name'. Did you mean 'slot'?"],
    [
      "call: search",
      "call: actions.search",
      "Actions are called by their name alone, not 'actions.search'. Did you mean 'search'?",
    ],
    ["call: search", "action: search", "Unknown key 'action'. Did you mean 'call'?"],
    ["Hello {name}", "Hello {{name}}", "Messages take single braces. Did you mean '{name}'?"],
    ["name != null", "name != None", "No slot named 'None' here. Did you mean 'null'?"],
    ["name != null", "slots.name != null", "No slot named 'slots' here. Did you mean 'name'?"],
    ["name != null", "name && age", "Write 'and' instead of '&&'."],
    ["name != null", "len(name) = 3", "Write '==' instead of '='."],
    ["type: say", "type: utter", "No step type named 'utter'. Did you mean 'say'?"],
    ["description: Age", "required: yes", "'required' must be true or false, not 'yes'. Write true without quotes."],
    ["description: Age", "optional: true", "Unknown key 'optional'. A slot that may stay empty has 'required: false'."],
    [
      "description: Age",
      "default: None",
      "'age' is an integer and can't be 'None'. Write a whole number, without quotes.",
    ],
    ['version: "1.0"', "version: 1.0", 'The version is a text. Write it in quotes: "1.0"'],
  ])("%s written as %s is told the way out", (right, wrong, message) => {
    expect(text).toContain(right);
    const findings = load(text.replace(right, wrong)).findings.map((finding) => finding.message);
    expect(findings).toContain(message);
  });

  it("steps as a map are told to be a list", () => {
    const [finding] = told(
      'version: "1.0"\nflows:\n  greet:\n    description: Hi\n    steps:\n      hello: { type: say, message: Hi }\n',
    );
    expect(finding).toBe(
      "soni.yaml:6:7 error config.invalid_value: steps is a list: each begins with '- step: name', in the order in which they run.",
    );
  });

  it("'and', 'or', AND and OR are fine", () => {
    expect(
      told(text.replace("name != null", "name != null AND (len(name) > 3 OR NOT name) and name != 'y' or name == 'x'")),
    ).toEqual([]);
  });
});

describe("all errors at once", () => {
  it("a mistake in one part hides none in another", () => {
    const broken = text
      .replace("type: integer", "type: number")
      .replace("outputs: [found]", "outputs: [found], retries: 3")
      .replace("slot: name }", "slot: nam }")
      .replace("{found}", "{fond}")
      .concat(
        "  other:\n    steps: [{ step: a, type: sey }, { step: b, type: say, mesage: B }, { step: c, type: say, message: '{nme}' }]\n",
      );
    expect(told(broken).map((line) => line.replace(/: .*/, ""))).toEqual([
      "soni.yaml:4:16 error slot.unknown_type",
      "soni.yaml:6:66 error config.unknown_key",
      "soni.yaml:12:43 error slot.unknown",
      "soni.yaml:14:60 error template.unknown_name",
      "soni.yaml:16:30 error step.unknown_type",
      "soni.yaml:16:59 error config.unknown_key",
      "soni.yaml:16:105 error template.unknown_name",
    ]);
  });

  it("names that a broken part declares are not unknown elsewhere", () => {
    expect(told(text.replace("type: string", "tipe: string")).map((line) => line.split(" ")[2])).toEqual([
      "config.unknown_key:",
    ]);
  });
});

describe("names", () => {
  it.each([
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "session",
    "outputs",
    "_hidden",
    "and",
    "true",
    "today",
  ])("%s is no slot", (name) => {
    const [finding] = load(text.replace("  age:", `  ${name}:`)).findings;
    expect(finding?.code).toBe("config.reserved_name");
  });

  it.each(["continue", "end", "error", "cancel", "__proto__"])("%s is no step", (name) => {
    const { findings } = load(text.replace("step: look", `step: ${name}`));
    expect(findings.map(({ code }) => code)).toContain("config.reserved_name");
  });

  it.each(["Banks_1__CheckBalance", "año", "days", "value"])("%s is a slot", (name) => {
    const renamed = text
      .replaceAll(/\bname\b(?=[:},\] ])/g, name)
      .replace(`type: string, description`, "type: string, description");
    expect(load(renamed.replace("{name}", `{${name}}`)).assistant?.slots.has(name)).toBe(true);
  });
});

describe("what could do harm", () => {
  it.each([
    [
      "a slot to set",
      'message: "Hello {name}, {found}."',
      "ui: { buttons: [{ label: A, command: { type: start_flow, flow: greet, slots: { __proto__: 1 } } }] }",
    ],
    ["a default", "description: Age", "default: { __proto__: { admin: true } }"],
    ["an input", "call: search", "call: search, inputs: { __proto__: 1 }"],
  ])("a prototype as %s is refused", (_, right, wrong) => {
    expect(load(text.replace(right, wrong)).findings.map(({ code }) => code)).toContain("config.reserved_name");
  });

  it.each([
    ["in brackets", `[`.repeat(200) + `]`.repeat(200)],
    ["beyond what the parser can follow", `[`.repeat(20_000)],
  ])("nesting %s is refused", (_, value) => {
    const { findings } = load(text.replace("description: Age", `default: ${value}`));
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["config.syntax"]));
    expect(findings[0]?.message).toBe("This is nested too deeply.");
  });

  it("nesting by way of aliases is refused", () => {
    const chain = Array.from({ length: 200 }, (_, index) => `  a${index + 1}: &a${index + 1} [*a${index}]\n`);
    const { findings } = load(`slots:\n  a0: &a0 [1]\n${chain.join("")}`);
    expect(findings.map(({ message }) => message)).toEqual(["This is nested too deeply."]);
  });
});

describe("the hash", () => {
  const hash = (yaml: string) => load(yaml).assistant?.hash;

  it("is the same however the content is written", () => {
    const rewritten = `# comment\n${stringify(Object.fromEntries(Object.entries(parse(text) as object).reverse()))}`;
    expect(hash(rewritten)).toBe(hash(text));
    expect(hash(text)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is the same however it is split over files", () => {
    const [slots = "", flows = ""] = text.split(/(?=^flows:)/m);
    const split = parseAssistant([
      { file: "b.yaml", text: flows },
      { file: "a.yaml", text: slots },
    ]);
    expect(split.assistant?.hash).toBe(hash(text));
  });

  it("changes with a word and with the order in which cases are tried", () => {
    expect(hash(text.replace("Hello", "Hi"))).not.toBe(hash(text));
    const branch = (cases: string) =>
      hash(`${text}      - { step: b, type: branch, slot: age, cases: { ${cases}, default: continue } }\n`);
    expect(branch('">5": end, ">9": cancel')).not.toBe(branch('">9": cancel, ">5": end'));
  });
});

describe("environment", () => {
  const model = (nlu: string) => text.replace("slots:", `settings: { models: { nlu: ${nlu} } }\nslots:`);
  const missing = (yaml: string, env?: Record<string, string>) =>
    parseAssistant([{ file: "soni.yaml", text: yaml }], env === undefined ? {} : { env }).findings.map(
      ({ code }) => code,
    );

  it("is only looked at where it is given and the provider needs it", () => {
    const openai = model("{ provider: openai, model: small, api_key_env: KEY }");
    expect(missing(openai)).toEqual([]);
    expect(missing(openai, {})).toEqual(["config.missing_environment"]);
    expect(missing(openai, { KEY: "" })).toEqual(["config.missing_environment"]);
    expect(missing(openai, { KEY: "secret" })).toEqual([]);
    expect(missing(model("{ provider: embedded, api_key_env: KEY }"), {})).toEqual([]);
    const usual = model("{ provider: anthropic, model: small }");
    expect(missing(usual, {})).toEqual(["config.missing_environment"]);
    expect(missing(usual, { ANTHROPIC_API_KEY: "secret" })).toEqual([]);
  });

  it("without a key is an error where a server would store secrets unencrypted", () => {
    const secret = (backend: string, sensitive: string) =>
      `version: "1.0"\nsettings: { persistence: { backend: ${backend}, url_env: URL } }\nslots: { pin: { type: string, prompt: "Pin?", sensitive: ${sensitive} } }\nflows: { f: { description: F, trigger: { intents: [f] }, steps: [{ step: s, type: collect, slot: pin }] } }`;
    for (const backend of ["postgres", "redis"]) {
      const [finding] = parseAssistant([{ file: "soni.yaml", text: secret(backend, "local") }], {
        env: { URL: "x" },
      }).findings;
      expect(finding).toMatchObject({ code: "config.missing_environment", severity: "error" });
      expect(finding?.message).toMatch(/'pin'.*'SONI_ENCRYPTION_KEY'/);
      expect(missing(secret(backend, "true"), { URL: "x", SONI_ENCRYPTION_KEY: "k" })).toEqual([]);
      expect(missing(secret(backend, "false"), { URL: "x" })).toEqual([]);
    }
    expect(missing(secret("sqlite", "true"), {})).toEqual([]);
  });

  it("without the key for sensitive values is a warning", () => {
    const { assistant, findings } = parseAssistant(
      [
        {
          file: "soni.yaml",
          text: text.replace("slots:", "settings: { retention: { encrypt_sensitive_key_env: KEY } }\nslots:"),
        },
      ],
      { env: {} },
    );
    expect(assistant).not.toBeNull();
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([["config.missing_environment", "warning"]]);
  });
});

it("registered stack limits are no unknown strategy", () => {
  const yaml = text.replace("slots:", "settings: { flow_management: { on_limit_reached: ask_boss } }\nslots:");
  expect(load(yaml).assistant).toBeNull();
  expect(parseAssistant([{ file: "soni.yaml", text: yaml }], { stackLimits: ["ask_boss"] }).assistant).not.toBeNull();
});

describe("whatever stands in the file", () => {
  const junk = fc.constantFrom<unknown>(
    null,
    -1,
    true,
    "",
    "{",
    "{{ 1 +",
    "continue",
    "name",
    [],
    {},
    [null],
    [[]],
    { a: 1 },
    ["a", "a"],
  );
  const words = fc.constantFrom("__proto__", "constructor", "type", "name", "a b", "steps", "when");

  it("it is told where, never by an exception", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), junk, fc.option(words)), { minLength: 1, maxLength: 3 }), (changes) => {
        const data: unknown = parse(text);
        for (const [at, value, key] of changes) change(data, { at, value, key });
        const { assistant, findings } = load(stringify(data, { aliasDuplicateObjects: false }));
        expect(assistant === null).toBe(findings.some(({ severity }) => severity === "error"));
        for (const { file, line, column } of findings)
          expect([file, line > 0, column > 0]).toEqual(["soni.yaml", true, true]);
      }),
      { numRuns: 300 },
    );
  });

  /** Replaces one value anywhere in the data, or gives it another key. */
  function change(data: unknown, { at, value, key }: { at: number; value: unknown; key: string | null }): void {
    const places: [Record<string, unknown>, string][] = [];
    const visit = (holder: unknown): void => {
      if (typeof holder !== "object" || holder === null) return;
      for (const [name, each] of Object.entries(holder)) {
        places.push([holder as Record<string, unknown>, name]);
        visit(each);
      }
    };
    visit(data);
    const [holder, name] = places[at % places.length] ?? [{}, ""];
    // A copy: put into the data twice, the same object could come to lie within itself.
    if (key === null || Array.isArray(holder)) holder[name] = structuredClone(value);
    else {
      Object.defineProperty(holder, key, { value: holder[name], enumerable: true, configurable: true, writable: true });
      if (key !== name) delete holder[name];
    }
  }
});

it("the JSON Schema describes the language, loops within loops included", () => {
  const schema = assistantJsonSchema();
  expect(schema).toMatchObject({ type: "object", additionalProperties: false });
  const written = JSON.stringify(schema);
  for (const word of ["map_outputs", "exit_to", "encrypt_sensitive_key_env", "quick_replies", "$ref"])
    expect(written).toContain(word);
});

describe("labels", () => {
  const labelled = (slot: string, flow = "Say hi"): string =>
    text
      .replace("description: Name }", `label: ${slot}, description: Name }`)
      .replace("    description: Say hello", `    label: ${flow}\n    description: Say hello`);

  it("are compiled where they are given, and only there: without one an assistant stays the same", () => {
    const { assistant } = load(labelled("'  first name '"));
    expect(assistant?.slots.get("name")?.label).toBe("first name");
    expect(assistant?.flows.get("greet")?.label).toBe("Say hi");
    expect(assistant?.slots.get("age")).not.toHaveProperty("label");
  });

  it.each(["' '", "'{name}'", `"two\\nlines"`, "x".repeat(61)])("are a few plain words, unlike %s", (label) => {
    expect(told(labelled(label))).toEqual([expect.stringMatching(/'label': a label is a few words/)]);
    expect(told(labelled("name", label))).toEqual([expect.stringMatching(/'label': a label is a few words/)]);
  });

  it("are in the schema for editors, for slots of all and of one flow, and for flows", () => {
    expect(
      JSON.stringify(assistantJsonSchema()).match(/"label":\{"description":"What texts[^"]*","type":"string"/g)?.length,
    ).toBeGreaterThanOrEqual(4);
  });
});

describe("a setting of before", () => {
  it("names the one that took its place", () => {
    const text = `version: "1.0"
settings: { models: { nlu: { min_confidence: 0.4 } } }
flows: { greet: { description: Greet, steps: [{ step: hello, type: say, message: Hello. }] } }
`;
    const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text }]);
    expect(assistant).toBeNull();
    expect(findings).toMatchObject([
      { code: "config.unknown_key", line: 2, message: expect.stringContaining("'caution: low', 'normal' or 'high'") },
    ]);
  });
});
