import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Redis } from "ioredis";
import pg from "pg";
import type { Place } from "./place.ts";

/** The bytes that these texts may have in a file: as they are, and in base64 wherever they begin in it. */
const bytesOf = (texts: readonly string[]): readonly Buffer[] =>
  [...new Set(texts.flatMap((text) => [text, ...[0, 1, 2].map((before) => base64Of(text, before))]))].map((text) =>
    Buffer.from(text),
  );

/** Without the characters at both ends that depend on what is beside it. */
function base64Of(text: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
  return whole.toString("base64").slice(before === 0 ? 0 : 4);
}

/**
 * The files below a folder that hold one of the texts: tables, indexes and logs of a server, free space included. The server has
 * written everything that it holds in memory, without compression where it can be told so.
 */
export async function filesWith(
  texts: readonly string[],
  { place, folder }: { readonly place: Place; readonly folder: string },
): Promise<readonly string[]> {
  await writeOut(place);
  const wanted = bytesOf(texts);
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await hasBytes(path, wanted))) found.push(path);
  }
  return found;
}

async function writeOut({ kind, address }: Place): Promise<void> {
  if (kind === "sqlite") return;
  if (kind === "postgres") {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    // Of the log, a commit has written all that belongs to it; tables and indexes are written by a checkpoint.
    await client.query("CHECKPOINT").finally(() => client.end());
    return;
  }
  const client = new Redis(address);
  try {
    await client.config("SET", "rdbcompression", "no");
    await client.save();
  } finally {
    client.disconnect();
  }
}

async function hasBytes(path: string, wanted: readonly Buffer[]): Promise<boolean> {
  try {
    const bytes = await readFile(path);
    return wanted.some((each) => bytes.includes(each));
  } catch (error) {
    // A server removes and renames its files while others look on.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
}
