import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SoniError } from "../../domain/errors.ts";
import { keyInMemory, newKey, type OwnKey } from "../own-key.ts";

const inMemory = ":memory:";

/** A key in `.soni/key` beside the database, for those who set none. Only the user of the process can read it. */
export const keyFile = (databasePath: string): OwnKey => {
  if (databasePath === inMemory || databasePath === "") return keyInMemory();
  const folder = join(dirname(databasePath), ".soni");
  const path = join(folder, "key");
  return {
    find: () => read(path),
    make() {
      const known = read(path);
      if (known !== null) return known;
      try {
        return write(folder, path);
      } catch (error) {
        throw new SoniError(
          "store.no_key",
          `The assistant has a sensitive slot, and '${path}' could not be made to encrypt it with: ${(error as Error).message}. Make the folder writable, or set SONI_ENCRYPTION_KEY (openssl rand -base64 32).`,
        );
      }
    },
  };
};

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" || (error as NodeJS.ErrnoException).code === "ENOTDIR")
      return null;
    throw new SoniError("store.no_key", `'${path}' cannot be read: ${(error as Error).message}.`);
  }
}

/** It appears whole or not at all, and of two processes that make one at the same time both use the first. */
function write(folder: string, path: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${newKey()}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}
