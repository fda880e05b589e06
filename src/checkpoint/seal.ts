import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject, randomBytes } from "node:crypto";
import { SoniError } from "../domain/errors.ts";

/** Encrypts what is stored. The name of the key stands in front, so that a new one can be used while old texts stay. */
export interface Seal {
  seal(text: string, conversationId: string): string;
  /** A text that was stored without a key comes back as it is, and so does one whose key is not here. */
  open(text: string, conversationId: string): string;
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

/** The first key seals; all of them open. */
export const createSeal = (texts: readonly string[]): Seal => {
  const keys = texts.map(readKey);
  const [first] = keys;
  if (first === undefined) throw badKey();
  const byName = new Map(keys.map((key) => [key.name, key]));
  return {
    seal(text, conversationId) {
      const vector = randomBytes(vectorBytes);
      const cipher = createCipheriv(cipherName, first.secret, vector);
      // A text that is moved to another conversation cannot be opened there.
      cipher.setAAD(Buffer.from(conversationId));
      const sealed = [vector, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
      return `${mark}${first.name}.${Buffer.concat(sealed).toString("base64")}`;
    },
    open(text, conversationId) {
      if (!isSealed(text)) return text;
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
        const opened = [decipher.update(bytes.subarray(vectorBytes, -tagBytes)), decipher.final()];
        return Buffer.concat(opened).toString("utf8");
      } catch {
        return text;
      }
    },
  };
};

export const isSealed = (text: string): boolean => text.startsWith(mark);

const keyNameOf = (text: string): string => text.split(".", 2)[1] ?? "";

/** Stops its own conversation only; the row stays as it is for whoever has the key. */
export const sealedError = (text: string, conversationId: string): SoniError =>
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
