import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject, randomBytes } from "node:crypto";
import { SoniError } from "../engine/errors.ts";
import type {
  InsertedMessage,
  LeaseAnswer,
  LeaseRow,
  QuarantineRow,
  QuarantineRows,
  StoreRows,
  TurnRow,
} from "./rows.ts";

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

/**
 * Rows in which everything that was said, and all that came of it, is encrypted. Ids, times and numbers are not: the
 * database finds and orders by them. Whatever cannot be decrypted goes through as it is: whoever reads it says so, and only
 * that conversation stops.
 */
export const encryptedRows = (rows: StoreRows, encryption: Encryption): StoreRows => {
  const { encrypt, decrypt } = encryption;
  const decryptOrNull = (text: string | null, id: string): string | null => (text === null ? null : decrypt(text, id));
  const decryptTurn = (turn: TurnRow, id: string): TurnRow => ({
    ...turn,
    bodyHash: decrypt(turn.bodyHash, id),
    transcript: decrypt(turn.transcript, id),
    audit: decrypt(turn.audit, id),
  });
  // A hash of a short text is as good as the text: all that can be said in it can be tried.
  const encryptTurn = (turn: TurnRow, id: string): TurnRow => ({
    ...turn,
    bodyHash: encrypt(turn.bodyHash, id),
    transcript: encrypt(turn.transcript, id),
    audit: encrypt(turn.audit, id),
  });
  const decryptLease = (lease: LeaseRow, id: string): LeaseRow => ({
    ...lease,
    openBodies: lease.openBodies.map((body) => decrypt(body, id)),
    state: decryptOrNull(lease.state, id),
  });
  const decryptInserted = ({ known, lease }: InsertedMessage, id: string): InsertedMessage => ({
    known:
      known === null || known.turn !== null
        ? known && { turn: decryptTurn(known.turn, id) }
        : { bodyHash: decrypt(known.bodyHash, id), turn: null },
    lease: lease === null ? null : decryptLease(lease, id),
  });
  const decryptAnswer = (answer: LeaseAnswer, id: string): LeaseAnswer => {
    if (answer.kind === "taken") return { ...answer, lease: decryptLease(answer.lease, id) };
    return answer.kind === "finished" ? { ...answer, turn: decryptTurn(answer.turn, id) } : answer;
  };

  return {
    ...rows,
    async insertMessage(row, wish) {
      const { conversationId: id, bodyHash, body } = row;
      const encrypted = { ...row, bodyHash: encrypt(bodyHash, id), body: encrypt(body, id) };
      const inserted = await rows.insertMessage(encrypted, wish);
      return inserted === null ? null : decryptInserted(inserted, id);
    },
    openBodies: async (id) => (await rows.openBodies(id)).map((body) => decrypt(body, id)),
    commit: ({ conversationId: id, state, turn, quarantine, ...rest }, lease) =>
      rows.commit(
        {
          ...rest,
          conversationId: id,
          state: { ...state, text: encrypt(state.text, id) },
          turn: turn === null ? null : encryptTurn(turn, id),
          quarantine: quarantine === null ? null : { ...quarantine, body: encrypt(quarantine.body, id) },
        },
        lease,
      ),
    state: async (id) => decryptOrNull(await rows.state(id), id),
    turnState: async (id, turn) => decryptOrNull(await rows.turnState(id, turn), id),
    turns: async (id, query) => (await rows.turns(id, query)).map((turn) => decryptTurn(turn, id)),
    async beginAction(action) {
      const known = await rows.beginAction(action);
      return known === null ? null : { result: decryptOrNull(known.result, action.conversationId) };
    },
    async knownAction(id, key) {
      const known = await rows.knownAction(id, key);
      return known === null ? null : { result: decryptOrNull(known.result, id) };
    },
    finishAction: (id, key, result) => rows.finishAction(id, key, encrypt(result, id)),
    sentences: {
      append: (row) => rows.sentences.append({ ...row, text: encrypt(row.text, row.conversationId) }),
      ofMessage: async (id, messageId) =>
        (await rows.sentences.ofMessage(id, messageId)).map((text) => decrypt(text, id)),
    },
    leases: {
      ...rows.leases,
      take: async (request) => decryptAnswer(await rows.leases.take(request), request.conversationId),
    },
    quarantine: encryptedQuarantine(rows.quarantine, encryption),
  };
};

const encryptedQuarantine = (rows: QuarantineRows, { encrypt, decrypt }: Encryption): QuarantineRows => {
  const decryptRow = (row: QuarantineRow): QuarantineRow => ({ ...row, body: decrypt(row.body, row.conversationId) });
  return {
    ...rows,
    list: async (query) => (await rows.list(query)).map(decryptRow),
    async find(conversationId, messageId) {
      const row = await rows.find(conversationId, messageId);
      return row === null ? null : decryptRow(row);
    },
    reopen(key, message) {
      const { conversationId: id } = key;
      return rows.reopen(key, { ...message, bodyHash: encrypt(message.bodyHash, id), body: encrypt(message.body, id) });
    },
  };
};
