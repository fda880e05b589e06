import { SoniError } from "../../engine/errors.ts";
import { keyInMemory, newKey, type OwnKey } from "../encryption.ts";
import { readSecretFile, secretFileBeside, secretInFile } from "../secret-file.ts";

const inMemory = ":memory:";

/** A key in `.soni/key` beside the database, for those who set none. */
export const keyFile = (databasePath: string): OwnKey => {
  if (databasePath === inMemory || databasePath === "") return keyInMemory();
  const path = secretFileBeside(databasePath, "key");
  const find = (): string | null => {
    try {
      return readSecretFile(path);
    } catch (error) {
      throw new SoniError("store.no_key", `'${path}' cannot be read: ${(error as Error).message}.`);
    }
  };
  return {
    find,
    make() {
      const known = find();
      if (known !== null) return known;
      try {
        return secretInFile(path, newKey);
      } catch (error) {
        throw new SoniError(
          "store.no_key",
          `The assistant has a sensitive slot, and '${path}' could not be made to encrypt it with: ${(error as Error).message}. Make the folder writable, or set SONI_ENCRYPTION_KEY (openssl rand -base64 32).`,
        );
      }
    },
  };
};
