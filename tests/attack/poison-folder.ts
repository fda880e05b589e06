import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cli/run-cli.ts";

/** The poison assistant, or a copy of it with more settings and flows: files of a folder merge. */
export async function poisonFolder(more: string | null): Promise<string> {
  const original = join(import.meta.dirname, "poison-assistant");
  if (more === null) return original;
  const folder = join(await temporaryFolder(), "poison-assistant");
  cpSync(original, folder, { recursive: true });
  writeFileSync(join(folder, "more.yaml"), `version: "1.0"\n${more}`);
  return folder;
}
