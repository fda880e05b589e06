import type { Encryption } from "./encryption.ts";
import type {
  InsertedMessage,
  LeaseAnswer,
  LeaseRow,
  QuarantineRow,
  QuarantineRows,
  StoreRows,
  TurnRow,
} from "./rows.ts";

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
    finishAction: (id, key, result) => rows.finishAction(id, key, encrypt(result, id)),
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
