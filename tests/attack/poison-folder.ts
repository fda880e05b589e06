import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cli/run-cli.ts";
import { faults } from "./poison-assistant/misbehave.ts";

/** Additional parts of the assistant of program-server.ts: flows that reach the ports which only a program fills. */
export const programSettings = `
settings:
  flow_management: { max_stack_depth: 1, on_limit_reached: watched }
  # The program gives its own model; the check wants one to be named.
  models: { generate: { provider: openai, model: none, api_key_env: ATTACK_API } }
slots: { written: { type: string, set_by: action } }
flows:
  write:
    description: Write about an item
    trigger: { intents: [write about an item] }
    steps:
      - { step: ask, type: collect, slot: item }
      - { step: write, type: generate, instruction: Praise it, context: [item], store_as: written, on_error: sorry }
      - { step: tell, type: say, message: "Written.", jump_to: end }
      - { step: sorry, type: say, message: "Not written: {_error_code}.", jump_to: end }
${faults
  .map(
    (fault) => `  hold_poison_stack_limit_${fault}:
    description: Hold the place for ${fault}
    trigger: { intents: [hold ${fault}] }
    steps: [{ step: ask, type: collect, slot: item }]`,
  )
  .join("\n")}
`;

/** The poison assistant, or a copy of it with more settings and flows: files of a folder merge. */
export async function poisonFolder(more: string | null): Promise<string> {
  const original = join(import.meta.dirname, "poison-assistant");
  if (more === null) return original;
  const folder = join(await temporaryFolder(), "poison-assistant");
  cpSync(original, folder, { recursive: true });
  if (more !== "") writeFileSync(join(folder, "more.yaml"), `version: "1.0"\n${more}`);
  return folder;
}

/** The next version: a flow has another name, and code says what its slots become. */
export async function migratedFolder(): Promise<string> {
  const folder = await poisonFolder("");
  const file = join(folder, "soni.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("\n  wait:\n", "\n  stay:\n"));
  writeFileSync(
    join(folder, "migrations.ts"),
    `import { misbehaveIf } from "./misbehave.ts";
export const migrations = [
  { from: { flow: "wait" }, to: { flow: "stay" }, slots: (slots) => misbehaveIf("migration", slots, slots) },
];
`,
  );
  return folder;
}
