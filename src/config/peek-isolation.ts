import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { type ActionsContent, actionsSettings } from "./schema/settings.ts";

/**
 * Whether a folder wants its code in a process of its own. This must be known before any of that code is imported, so it
 * is read from the YAML alone, mistakes in which are found later. Null: it does not.
 */
export async function peekIsolation(folder: string): Promise<ActionsContent | null> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => /\.ya?ml$/.test(each)).sort()) {
    const found = actionsSettings.safeParse(await settingsIn(join(folder, name)));
    if (found.success && found.data.isolate) return found.data;
  }
  return null;
}

async function settingsIn(file: string): Promise<unknown> {
  try {
    const found: unknown = parseDocument(await readFile(file, "utf8")).getIn(["settings", "actions"], true);
    return found !== null && typeof found === "object" && "toJSON" in found ? (found.toJSON as () => unknown)() : null;
  } catch {
    // A file that can't be read here is reported by the full load.
    return null;
  }
}
