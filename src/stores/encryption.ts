import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject, randomBytes } from "node:crypto";
import { SoniError } from "../engine/errors.ts";

/** Encrypts what is stored. The name of the key stands in front, so that a new one can be used while old texts stay. */
export interface Encryption {
  encrypt(text: string, conversationId: string): string;
  /** A text that was stored without a key comes back as it is, and so does one whose key is not here. */
  decrypt(text: string, conversationId: string): string;
}

/** Where a store has a key of its own, for assistants with secrets whose operator set none. */
export interface OwnKey {
  /** The one that was made before, by any process; null: none was. */
  find(): string | null;
  make(): string;
}

interface Key {
  readonly name: string;
  readonly secret: KeyObject;
}

const cipherName = "aes-256-gcm";
const keyBytes = 32;
const vectorBytes = 12;
const tagBytes = 16;
/** No JSON and no hash begins so. */
const mark = "sealed1.";

/** The first key encrypts; all of them decrypt. */
export const createEncryption = (texts: readonly string[]): Encryption => {
  const keys = texts.map(readKey);
  const [first] = keys;
  if (first === undefined) throw badKey();
  return { encrypt: encryptWith(first), decrypt: decryptWith(keys) };
};

interface StoreEncryption extends Encryption {
  /** From now on everything is encrypted, if need be with a key that the store makes. */
  require(): void;
}

/**
 * With keys, everything is encrypted. With none, nothing is until it is required, and what the store's own key once encrypted
 * can still be read. A key that is set later does not hide what the own key encrypted either.
 */
export const storeEncryption = (keys: readonly string[], ownKey: OwnKey | undefined): StoreEncryption => {
  const own = ownKey?.find() ?? null;
  const known = own === null || keys.includes(own) ? keys : [...keys, own];
  let current: Encryption =
    keys.length > 0
      ? createEncryption(known)
      : { encrypt: (text) => text, decrypt: known.length === 0 ? (text) => text : createEncryption(known).decrypt };
  return {
    encrypt: (text, conversationId) => current.encrypt(text, conversationId),
    decrypt: (text, conversationId) => current.decrypt(text, conversationId),
    require() {
      if (keys.length > 0) return;
      if (ownKey === undefined) throw noKey();
      current = createEncryption([ownKey.make()]);
    },
  };
};

export const newKey = (): string => randomBytes(keyBytes).toString("base64");

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

const encryptWith =
  ({ name, secret }: Key): Encryption["encrypt"] =>
  (text, conversationId) => {
    const vector = randomBytes(vectorBytes);
    const cipher = createCipheriv(cipherName, secret, vector);
    // A text that is moved to another conversation cannot be decrypted there.
    cipher.setAAD(Buffer.from(conversationId));
    const encrypted = [vector, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return `${mark}${name}.${Buffer.concat(encrypted).toString("base64")}`;
  };

const decryptWith = (keys: readonly Key[]): Encryption["decrypt"] => {
  const byName = new Map(keys.map((key) => [key.name, key]));
  return (text, conversationId) => {
    if (!isEncrypted(text)) return text;
    const key = byName.get(keyNameOf(text));
    if (key === undefined) return text;
    const bytes = Buffer.from(text.slice(text.lastIndexOf(".") + 1), "base64");
    if (bytes.length < vectorBytes + tagBytes) return text;
    const decipher = createDecipheriv(cipherName, key.secret, bytes.subarray(0, vectorBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(conversationId));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    try {
      const decrypted = [decipher.update(bytes.subarray(vectorBytes, -tagBytes)), decipher.final()];
      return Buffer.concat(decrypted).toString("utf8");
    } catch {
      return text;
    }
  };
};

export const isEncrypted = (text: string): boolean => text.startsWith(mark);

const keyNameOf = (text: string): string => text.split(".", 2)[1] ?? "";

/** Stops its own conversation only; the row stays as it is for whoever has the key. */
export const encryptedError = (text: string, conversationId: string): SoniError =>
  new SoniError(
    "store.sealed",
    `What is stored of conversation '${conversationId}' is encrypted with key '${keyNameOf(text)}', which is not among those of this process, or it was changed since; the row was left as it is. Add that key behind the first one, or delete the conversation.`,
  );

const readKey = (text: string): Key => {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== keyBytes) throw badKey();
  return {
    name: hash("sha256", `soni key ${bytes.toString("hex")}`, "base64url").slice(0, 8),
    secret: createSecretKey(bytes),
  };
};

/** Never with the key in it. */
const badKey = (): SoniError =>
  new SoniError(
    "store.bad_key",
    "A key to encrypt with is 32 random bytes in base64, such as 'openssl rand -base64 32' prints; several are separated by commas, the one to use first.",
  );

const noKey = (): SoniError =>
  new SoniError(
    "store.no_key",
    "The assistant has a sensitive slot, and this store has no key to encrypt it with. Set SONI_ENCRYPTION_KEY (openssl rand -base64 32), or the variable that retention.encrypt_sensitive_key_env names; in code, pass 'keys'.",
  );
