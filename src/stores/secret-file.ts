import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The place of a secret that is stored beside a database, in a folder `.soni`; the database may be in one already. */
export function secretFileBeside(databasePath: string, name: string): string {
  const folder = dirname(databasePath);
  return basename(folder) === ".soni" ? join(folder, name) : join(folder, ".soni", name);
}

/** Null if there is no such file. */
export function readSecretFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

/**
 * Returns the secret in the file, and writes it first if there is none. Only the user of the process can read the file. It
 * appears whole or not at all, and two processes that write it at the same time both get the secret of the first.
 */
export function secretInFile(path: string, newSecret: () => string): string {
  return readSecretFile(path) ?? write(path, newSecret());
}

function write(path: string, secret: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}
