import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { isRecord } from "../config/source.ts";
import type { Conversation } from "./conversation.ts";
import { loadConversations } from "./load-conversations.ts";

/** How a conversation tells what its users mean. */
export type Way = "words" | "commands";

/** The test files of an assistant: every YAML below `tests` that has conversations. Other data may lie beside them. */
export async function findTestFiles(folder: string): Promise<readonly string[]> {
  if ((await stat(folder)).isFile()) return [folder];
  const place = join(folder, "tests");
  const names = await readdir(place, { recursive: true }).catch(() => []);
  const files = names
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(place, name));
  const kept = await Promise.all(files.map(async (file) => ((await hasConversations(file)) ? [file] : [])));
  return kept.flat();
}

/** A file that can't be parsed is kept: reading it says what is wrong. */
async function hasConversations(file: string): Promise<boolean> {
  try {
    const data: unknown = parse(await readFile(file, "utf8"));
    return isRecord(data) && "conversations" in data;
  } catch {
    return true;
  }
}

/** All conversations of these files. A file that names no assistant is about the one in this folder. */
export async function loadSuite(files: readonly string[], folder: string): Promise<readonly Conversation[]> {
  return (await Promise.all(files.map((file) => loadConversations(file, { assistant: folder })))).flat();
}

/** In words: somebody has to understand a turn. In commands: every turn says what it means. */
export const wayOf = ({ turns, script }: Conversation): Way =>
  turns.some(
    ({ input }) => input.kind === "message" && input.commands === undefined && !Object.hasOwn(script, input.text),
  )
    ? "words"
    : "commands";
