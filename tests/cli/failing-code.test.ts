import { mkdir, writeFile } from "node:fs/promises";
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
  ["/start_flow missing", "actions.ts:9:3", "The action did not return total. It returned totl."],
  ["/start_flow hanging", "actions.ts:10:3", "0.2 s"],
  ["/start_flow mistyped", "actions.ts:11:3", 'total is not of type integer: "a lot"'],
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

describe("code of a project that fails when its call is over", () => {
  const late = `const never = async () => { throw new Error("Nobody awaits this."); };
export const actions = {
  throwing: () => ({ total: 1 }),
  rejecting: () => {
    void never();
    return { total: 1 };
  },
  missing: () => ({ total: 1 }),
  hanging: () => ({ total: 1 }),
  mistyped: () => {
    setTimeout(() => {
      throw new Error("The timer is late.");
    }, 50);
    return { total: 1 };
  },
};
`;
  const conversations = (flow: string): string =>
    `conversations: { it ends: [{ commands: [start_flow: ${flow}], events: [flow_ended: ${flow}] }] }\n`;
  const each = [
    ["a promise that nobody awaits", "rejecting", "actions.ts:1:35", "Nobody awaits this."],
    ["a timer", "mistyped", "actions.ts:12:13", "The timer is late."],
  ] as const;
  const lateFolder = async (): Promise<string> => {
    const folder = await failingFolder();
    await writeFile(join(folder, "actions.ts"), late);
    await mkdir(join(folder, "tests"));
    return folder;
  };

  it.each(each)(
    "is told in the chat, and fails the tests, also after their end: %s",
    async (_, flow, place, reason) => {
      const folder = await lateFolder();
      const { errors } = await runCli(["chat", ".", "--store", "memory"], { lines: [`/start_flow ${flow}`], folder });
      await writeFile(join(folder, "tests/t.yaml"), conversations(flow));
      const tested = await runCli(["test", "."], { folder });
      expect(tested).toMatchObject({ code: 1, output: expect.stringContaining("1 conversation passed") });
      for (const told of [errors, tested.errors]) {
        expect(told).toContain(`${place} project code failed after its call '${flow}': ${reason}`);
        expect(told).not.toContain("edition=");
      }
    },
  );

  it.each(["dev", "serve"])("is told by soni %s with its place", async (command) => {
    const { url, errors } = await served(command, await lateFolder());
    await callJson(`${url}/v1/conversations`, { json: { conversationId: "c" } });
    for (const [, flow, place, reason] of each) {
      await callJson(`${url}/v1/conversations/c/messages`, { json: { command: commandsOf(`/start_flow ${flow}`) } });
      await expect.poll(errors).toContain(place);
      expect(errors()).toContain(reason);
    }
  });

  it("is told with its place where the file itself began it, by a command without a guard of its own", async () => {
    const folder = await failingFolder();
    await writeFile(
      join(folder, "charge.ts"),
      `${charge}void (async () => {\n  throw new Error("No rates.");\n})();\n`,
    );
    const { code, errors } = await runCli(["check", "."], { folder });
    expect(errors).toContain("charge.ts:5:9 unhandled rejection: No rates.\n");
    expect(code).toBe(1);
  });
});

describe("code of a project that can't be imported", () => {
  it("is told once by soni test, without what is missing for that reason", async () => {
    const folder = await failingFolder();
    await writeFile(join(folder, "actions.ts"), "export const actions = {\n  pay() { return {; },\n};\n");
    await mkdir(join(folder, "tests"));
    const conversation = "[{ commands: [start_flow: hanging] }]";
    await writeFile(join(folder, "tests/t.yaml"), `conversations: { one: ${conversation}, two: ${conversation} }\n`);
    const { code, output } = await runCli(["test", "."], { folder });
    expect(code).toBe(1);
    expect(output.split("actions.ts:2:19")).toHaveLength(2);
    expect(output).toContain("'two': The assistant has mistakes: They are listed above.");
    expect(output).not.toContain("action.not_registered");
  });

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
