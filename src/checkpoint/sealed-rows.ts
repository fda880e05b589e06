import type { QuarantineRow, QuarantineRows } from "../stores/quarantine-rows.ts";
import type { HistoryRow, HistoryRows } from "./history-rows.ts";
import type { LeaseAnswer, LeaseRow } from "./lease-rows.ts";
import type { Seal } from "./seal.ts";
import type { InsertedMessage, StoreRows } from "./store-rows.ts";
import type { TurnRow } from "./stored-turn.ts";

/**
 * Rows in which everything that was said, and all that came of it, is encrypted. Ids, times and numbers are not: the
 * database finds and orders by them. Whatever cannot be opened goes through as it is: whoever reads it says so, and only
 * that conversation stops.
 */
export const sealedRows = (rows: StoreRows, { seal, open }: Seal): StoreRows => {
  const openOrNull = (text: string | null, id: string): string | null => (text === null ? null : open(text, id));
  const openTurn = (turn: TurnRow, id: string): TurnRow => ({
    ...turn,
    bodyHash: open(turn.bodyHash, id),
    transcript: open(turn.transcript, id),
    audit: open(turn.audit, id),
  });
  // A hash of a short text is as good as the text: all that can be said in it can be tried.
  const sealTurn = (turn: TurnRow, id: string): TurnRow => ({
    ...turn,
    bodyHash: seal(turn.bodyHash, id),
    transcript: seal(turn.transcript, id),
    audit: seal(turn.audit, id),
  });
  const openLease = (lease: LeaseRow, id: string): LeaseRow => ({
    ...lease,
    openBodies: lease.openBodies.map((body) => open(body, id)),
    checkpoint: openOrNull(lease.checkpoint, id),
  });
  const openInserted = ({ known, lease }: InsertedMessage, id: string): InsertedMessage => ({
    known:
      known === null || known.turn !== null
        ? known && { turn: openTurn(known.turn, id) }
        : { bodyHash: open(known.bodyHash, id), turn: null },
    lease: lease === null ? null : openLease(lease, id),
  });
  const openAnswer = (answer: LeaseAnswer, id: string): LeaseAnswer => {
    if (answer.kind === "taken") return { ...answer, lease: openLease(answer.lease, id) };
    return answer.kind === "finished" ? { ...answer, turn: openTurn(answer.turn, id) } : answer;
  };

  return {
    ...rows,
    async insertMessage(row, lease) {
      const { conversationId: id, bodyHash, body } = row;
      const sealed = { ...row, bodyHash: seal(bodyHash, id), body: seal(body, id) };
      return openInserted(await rows.insertMessage(sealed, lease), id);
    },
    openBodies: async (id) => (await rows.openBodies(id)).map((body) => open(body, id)),
    commit: ({ conversationId: id, point, turn, history, quarantine }, lease) =>
      rows.commit(
        {
          conversationId: id,
          point: point === null ? null : { ...point, checkpoint: seal(point.checkpoint, id) },
          turn: turn === null ? null : sealTurn(turn, id),
          history: history === null ? null : sealHistory(history, { seal, open }),
          quarantine: quarantine === null ? null : { ...quarantine, body: seal(quarantine.body, id) },
        },
        lease,
      ),
    checkpoint: async (id) => openOrNull(await rows.checkpoint(id), id),
    turns: async (id, query) => (await rows.turns(id, query)).map((turn) => openTurn(turn, id)),
    async beginAction(action) {
      const known = await rows.beginAction(action);
      return known === null ? null : { result: openOrNull(known.result, action.conversationId) };
    },
    finishAction: (id, key, result) => rows.finishAction(id, key, seal(result, id)),
    leases: {
      ...rows.leases,
      take: async (request) => openAnswer(await rows.leases.take(request), request.conversationId),
    },
    history: sealedHistory(rows.history, { seal, open }),
    quarantine: sealedQuarantine(rows.quarantine, { seal, open }),
  };
};

const sealedQuarantine = (rows: QuarantineRows, { seal, open }: Seal): QuarantineRows => {
  const openRow = (row: QuarantineRow): QuarantineRow => ({ ...row, body: open(row.body, row.conversationId) });
  return {
    ...rows,
    list: async (query) => (await rows.list(query)).map(openRow),
    async find(conversationId, messageId) {
      const row = await rows.find(conversationId, messageId);
      return row === null ? null : openRow(row);
    },
    reopen(key, message) {
      const { conversationId: id } = key;
      return rows.reopen(key, { ...message, bodyHash: seal(message.bodyHash, id), body: seal(message.body, id) });
    },
  };
};

const sealHistory = (row: HistoryRow, { seal }: Seal): HistoryRow => ({
  ...row,
  checkpoint: seal(row.checkpoint, row.conversationId),
  metadata: seal(row.metadata, row.conversationId),
});

const sealedHistory = (rows: HistoryRows, { seal, open }: Seal): HistoryRows => {
  const openRow = (row: HistoryRow): HistoryRow => ({
    ...row,
    checkpoint: open(row.checkpoint, row.conversationId),
    metadata: open(row.metadata, row.conversationId),
  });
  return {
    async find(key) {
      const row = await rows.find(key);
      return row === null ? null : openRow(row);
    },
    list: async (query) => (await rows.list(query)).map(openRow),
    writes: async (key) =>
      (await rows.writes(key)).map((row) => ({ ...row, value: open(row.value, key.conversationId) })),
    insertWrites: (key, written) =>
      rows.insertWrites(
        key,
        written.map((row) => ({ ...row, value: seal(row.value, key.conversationId) })),
      ),
  };
};
