import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { callJson } from "../support/call-json.ts";
import { runCli, startCli, temporaryFolder } from "./run-cli.ts";

const yaml = `version: "1.0"
slots:
  pin: { type: string, description: Pin, prompt: "Pin?", sensitive: true }
  total: { type: integer, description: The total, set_by: action }
  town: { type: string, description: Town, prompt: "Town?", validator: known_town }
actions:
  throwing: { description: A, inputs: [pin], outputs: [total] }
  rejecting: { description: A, outputs: [total] }
  missing: { description: A, outputs: [total] }
  hanging: { description: A, outputs: [total] }
  mistyped: { description: A, outputs: [total] }
flows:
  throwing:
    description: One
    trigger: { intents: [throw it] }
    steps: [{ step: pin, type: collect, slot: pin }, { step: call, type: action, call: throwing }]
  rejecting: { description: Two, trigger: { intents: [reject it] }, steps: [{ step: call, type: action, call: rejecting }] }
  missing: { description: Three, trigger: { intents: [miss it] }, steps: [{ step: call, type: action, call: missing }] }
  hanging: { description: Four, trigger: { intents: [hang it] }, steps: [{ step: call, type: action, call: hanging, timeout: 0.2 }] }
  mistyped: { description: Five, trigger: { intents: [mistype it] }, steps: [{ step: call, type: action, call: mistyped }] }
  validate: { description: Six, trigger: { intents: [town] }, steps: [{ step: town, type: collect, slot: town }] }
`;
const actions = `import { charge } from "./charge.ts";

export const actions = {
  async throwing({ pin }: { pin: string }) {
    await Promise.resolve();
    return charge(pin);
  },
  rejecting: () => Promise.reject(new Error("The till is closed.")),
  missing: () => ({ totl: 1 }),
  hanging: () => new Promise(() => undefined),
  mistyped: () => ({ total: "a lot" }),
};
`;
const charge = `export function charge(pin: string): never {
  throw new Error(\`No card has the pin \${pin}.\`);
}
`;
const validators = `export const validators = {
  known_town(value: string) {
    throw new Error("The list of towns is away.");
  },
};
`;

async function failingFolder(settings = ""): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "soni.yaml"), yaml + settings);
  await writeFile(join(folder, "actions.ts"), actions);
  await writeFile(join(folder, "charge.ts"), charge);
  await writeFile(join(folder, "validators.ts"), validators);
  return folder;
}

const pin = "a1b2c3d4";
/** What is sent, and what the author must see of it. */
const failures = [
  [`/start_flow throwing ; /set_slot pin=${pin}`, "charge.ts:2:9", "No card has the"],
  ["/start_flow rejecting", "actions.ts:8:35", "The till is closed."],
  ["/start_flow missing", "actions.ts:9:3", "The action did not return total."],
  ["/start_flow hanging", "actions.ts:10:3", "nswer"],
  ["/start_flow mistyped", "actions.ts:11:3", "total is not of type integer"],
  ["/start_flow validate ; /set_slot town=Rome", "validators.ts:3:11", "The list of towns is away."],
] as const;

const served = async (command: string, folder: string) => {
  const child = startCli([command, ".", "--port", "0", "--store", "memory"], { folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr.on("data", (part) => {
    errors += String(part);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (part) => {
      const [address] = /http:\/\/[\d.:]+/.exec(String(part)) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("close", () => reject(new Error(`it ended before it listened: ${errors}`)));
  });
  return { url, errors: () => errors };
};

/** The commands of a typed line, as a client sends them. */
const commandsOf = (line: string) =>
  line.split(" ; ").map((typed) => {
    const [name = "", rest = ""] = typed.slice(1).split(" ");
    const [slot, value] = rest.split("=");
    return name === "start_flow" ? { type: name, flow: rest } : { type: name, slot, value };
  });

async function sayAll(url: string) {
  await callJson(`${url}/v1/conversations`, { json: { conversationId: "c" } });
  for (const [line] of failures)
    await callJson(`${url}/v1/conversations/c/messages`, { json: { command: commandsOf(line) } });
  return callJson(`${url}/v1/conversations/c/audit`);
}

describe("code of a project that fails", () => {
  it("is told in the chat with file, line, reason and input, without secrets", async () => {
    const folder = await failingFolder();
    for (const [line, place, reason] of failures) {
      const { errors, output } = await runCli(["chat", ".", "--store", "memory"], { lines: [line, "/why"], folder });
      expect(errors).toContain(place);
      expect(errors).toContain(reason);
      expect(output.split("events")[1]).toContain(place);
      expect(errors + output).not.toContain(pin);
    }
  });

  it("that runs in a process of its own is told in the same way", async () => {
    const folder = await failingFolder("settings: { actions: { isolate: true } }\n");
    const { errors } = await runCli(["chat", ".", "--store", "memory"], {
      lines: failures.map(([line]) => line),
      folder,
    });
    for (const [, place, reason] of failures) {
      expect(errors).toContain(place);
      expect(errors).toContain(reason);
    }
    expect(errors).not.toContain(pin);
  });

  it("is told on the screen of soni dev, and in the inspector", async () => {
    const { url, errors } = await served("dev", await failingFolder());
    const { body } = await sayAll(url);
    for (const [, place, reason] of failures) {
      await expect.poll(errors).toContain(place);
      expect(errors()).toContain(reason);
      expect(JSON.stringify(body)).toContain(place);
    }
    expect(errors() + JSON.stringify(body)).not.toContain(pin);
  });

  it("is told in the log of soni serve, at the level of errors", async () => {
    const { url, errors } = await served("serve", await failingFolder());
    await sayAll(url);
    for (const [, place, reason] of failures) {
      await expect.poll(errors).toContain(place);
      const line = errors()
        .split("\n")
        .find((each) => each.includes(place));
      expect(JSON.parse(line ?? "")).toMatchObject({ level: 50, error: expect.stringContaining(reason) });
    }
    expect(errors()).not.toContain(pin);
  });
});

describe("code of a project that can't be imported", () => {
  it.each([
    ["an expression that is wrong", "export const actions = {\n  pay() { return {; },\n};\n", "actions.ts:2:19"],
    ["a name that is taken", "const a = 1;\nconst a = 2;\nexport const actions = {};\n", "actions.ts:2:7"],
    ["an enum", "export const actions = {};\nenum Colour { Red }\n", "actions.ts:2:1"],
    ["an error while it is imported", "export const actions = {};\nnothing.at.all();\n", "actions.ts:2:1"],
    ["a file that is not there", 'export const actions = {};\nimport "./away.ts";\n', "actions.ts:2:1"],
    [
      "an export that is not there",
      'import { nobody } from "./charge.ts";\nexport const actions = {};\n',
      "actions.ts:1:10",
    ],
    ["a mistake in a file it imports", 'import "./broken.ts";\nexport const actions = {};\n', "broken.ts:2:7"],
  ])("is found at its line: %s", async (_, code, place) => {
    const folder = await failingFolder();
    await writeFile(join(folder, "actions.ts"), code);
    await writeFile(join(folder, "broken.ts"), "export {};\nconst x = ;\n".replace("= ;", "y;"));
    const { output, errors } = await runCli(["check", "."], { folder });
    expect(output + errors).toContain(`${place} error The file can't be imported.`);
    expect(output + errors).not.toContain("action.not_registered");
  });
});
