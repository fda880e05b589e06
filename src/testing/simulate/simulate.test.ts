import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noModules } from "../../config/load-modules.ts";
import { parseAssistant } from "../../config/parse-assistant.ts";
import type { LoadedProject } from "../explore/world.ts";
import { type Script, scriptedUnderstander } from "../scripted-understander.ts";
import { simulate } from "./simulate.ts";
import { loadUsers } from "./users.ts";

const yaml = `version: "1.0"
slots:
  cups: { type: integer, label: number, prompt: "How many cups?" }
  size: { type: categorical, prompt: "Which size?", values: [small, large] }
actions:
  order: { inputs: [cups, size], outputs: [number], effect: true }
flows:
  order_coffee:
    description: Order coffee
    trigger: { intents: ["{cups} cups", I want coffee] }
    steps:
      - { step: ask_cups, type: collect, slot: cups }
      - { step: ask_size, type: collect, slot: size }
      - { step: sure, type: confirm, message: "{cups} {size}?" }
      - { step: order, type: action, call: order }
      - { step: done, type: say, message: "Done." }
`;
const script: Script = {
  "I want coffee": [{ type: "start_flow", flow: "order_coffee" }],
  "3 cups": [{ type: "start_flow", flow: "order_coffee", slots: { cups: 3 } }],
  "3": [{ type: "set_slot", slot: "cups", value: 3 }],
  "4": [{ type: "set_slot", slot: "cups", value: 4 }],
  "change the number to 3": [{ type: "correct_slot", slot: "cups", value: 3 }],
  small: [{ type: "set_slot", slot: "size", value: "small" }],
  yes: [{ type: "affirm" }],
  "forget it": [{ type: "cancel_flow" }],
};

function project(text: string): LoadedProject {
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text }]);
  if (assistant === null) throw new Error(JSON.stringify(findings));
  return { ...noModules, findings, assistant };
}

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "soni-users-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function talked(deviations: string, { text = yaml, understood = script } = {}) {
  const file = join(folder, "users.yaml");
  writeFileSync(
    file,
    `users: { u: { flow: order_coffee, slots: { cups: 3, size: small }, deviations: [${deviations}] } }\n`,
  );
  const loaded = project(text);
  const users = await loadUsers(file, loaded.assistant);
  const [one] = await simulate(loaded, users, { understander: scriptedUnderstander(understood), now: () => 0 });
  return { ...one, said: one?.turns.map(({ said }) => said) };
}

describe("a simulated user", () => {
  it("opens, answers, confirms, and gets what they want", async () => {
    expect(await talked("")).toMatchObject({
      succeeded: true,
      missed: null,
      harm: [],
      said: ["I want coffee", "3", "small", "yes"],
    });
  });

  it.each([
    ["overinforms", ["3 cups", "small", "yes"]],
    ["corrects", ["I want coffee", "4", "change the number to 3", "small", "yes"]],
    ["changes_mind", ["I want coffee", "3", "small", "forget it"]],
    ["hesitates", ["I want coffee", "hmm, let me think", "3", "small", "yes"]],
    ["digresses", ["I want coffee", "what can you do?", "3", "small", "yes"]],
    ["repeats_yes", ["I want coffee", "3", "small", "yes", "yes"]],
  ])("who %s still succeeds", async (deviation, said) => {
    expect(await talked(deviation)).toMatchObject({ succeeded: true, harm: [], said });
  });

  it("goes round in a circle three times and no more", async () => {
    const text = `${yaml}  other:
    description: Other
    trigger: { intents: [other] }
    steps: [{ step: ask_note, type: collect, slot: note }]
`.replace("actions:", '  note: { type: string, prompt: "A note?" }\nactions:');
    const understood: Script = { ...script, small: [{ type: "start_flow", flow: "other" }] };
    expect(await talked("", { text, understood })).toMatchObject({
      succeeded: false,
      said: ["I want coffee", "3", "small", "forget it", "small", "forget it", "small"],
    });
  });

  it("is harmed by an effect with another value than they had in mind", async () => {
    const text = yaml.replace("call: order }", "call: order, inputs: { cups: 30 } }");
    expect(await talked("", { text })).toMatchObject({
      succeeded: false,
      harm: ["order ran with cups 30 instead of 3."],
    });
  });

  it("is harmed by an effect after they gave up", async () => {
    const understood = { ...script, "forget it": script["yes"] ?? [] };
    expect(await talked("changes_mind", { understood })).toMatchObject({
      succeeded: false,
      harm: ["order ran, though the user gave up."],
    });
  });

  it("who gives up is content with a flow that has its own words for a no", async () => {
    const text = yaml
      .replace('message: "{cups} {size}?" }', 'message: "{cups} {size}?", on_deny: kept }')
      .replace(
        'message: "Done." }',
        'message: "Done.", jump_to: end }\n      - { step: kept, type: say, message: "As you like." }',
      );
    const understood: Script = { ...script, "forget it": [{ type: "deny" }] };
    expect(await talked("changes_mind", { text, understood })).toMatchObject({
      succeeded: true,
      missed: null,
      harm: [],
    });
  });

  it("who wants to give up at the confirmation is harmed by an effect that comes without one", async () => {
    const text = yaml.replace(/ {6}- \{ step: sure.*\n/, "");
    expect(await talked("changes_mind", { text })).toMatchObject({
      succeeded: false,
      harm: ["order ran, and the user was not asked."],
    });
  });

  it.each([
    ["asks something", "{ step: ask_tea, type: collect, slot: tea }"],
    ["wants a yes", '{ step: sure_tea, type: confirm, message: "Tea?" }'],
  ])("who interrupts gives up the other task that %s, and comes back to their own", async (_, step) => {
    const text = `${yaml.replace("slots:\n", 'slots:\n  tea: { type: string, prompt: "Which tea?" }\n').replace("actions:\n", "actions:\n  brew: { inputs: [], outputs: [], effect: true }\n")}  order_tea:
    description: Order tea
    trigger: { intents: [I want tea] }
    steps:
      - ${step}
      - { step: brew, type: action, call: brew }
`;
    const understood: Script = { ...script, "I want tea": [{ type: "start_flow", flow: "order_tea" }] };
    expect(await talked("interrupts", { text, understood })).toMatchObject({
      succeeded: true,
      harm: [],
      said: ["I want coffee", "I want tea", "forget it", "3", "small", "yes"],
    });
  });

  it("gives up on an assistant that keeps asking the same", async () => {
    const understood = Object.fromEntries(Object.entries(script).filter(([text]) => text !== "small"));
    expect(await talked("", { understood })).toMatchObject({
      succeeded: false,
      missed: "order_coffee is not over in the end",
      harm: [],
      said: ["I want coffee", "3", "small", "small"],
    });
  });
});

it("a file of users with mistakes says where they are", async () => {
  const file = join(folder, "users.yaml");
  writeFileSync(file, "users:\n  u: { flow: order_cofee, deviations: [dances] }\n");
  await expect(loadUsers(file, project(yaml).assistant)).rejects.toThrow(/users\.yaml:2:/);
});
