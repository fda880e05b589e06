import { randomBytes } from "node:crypto";

/** Where a store has a key of its own, for assistants with secrets whose operator set none. */
export interface OwnKey {
  /** The one that was made before, by any process; null: none was. */
  find(): string | null;
  make(): string;
}

export const newKey = (): string => randomBytes(32).toString("base64");

/** Lives as long as what it encrypts. */
export const keyInMemory = (): OwnKey => {
  let key: string | null = null;
  return {
    find: () => key,
    make() {
      key ??= newKey();
      return key;
    },
  };
};
