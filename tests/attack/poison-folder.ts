import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cli/run-cli.ts";

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
