import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Argument } from "commander";
import { nearest } from "../config/suggest.ts";
import { SoniError } from "../engine/errors.ts";

export const folderArgument = (): Argument => new Argument("[folder]", "the assistant's folder").default(".");

/** Says at once that a folder is not there, before anything slow is loaded. */
export async function requireFolder(path: string): Promise<void> {
  try {
    await stat(path);
  } catch {
    const near = nearest(basename(path), await namesIn(dirname(path)));
    const hint = near === undefined ? "" : ` Did you mean '${join(dirname(path), near)}'?`;
    throw new SoniError("cli.no_such_folder", `There is no folder '${path}'.${hint}`);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
