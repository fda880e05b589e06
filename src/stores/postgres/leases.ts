import type { LeaseRow, LeaseRows, TurnRow } from "../rows.ts";
import { listenTo } from "./listener.ts";
import type { PostgresAccess } from "./pool.ts";

/** What `lead` and `accept` return: the lease, or the turn of a message that is finished. */
export interface LeadColumns {
  readonly token: string | null;
  readonly open_bodies: readonly string[] | null;
  readonly checkpoint: string | null;
  readonly is_open?: boolean;
  readonly body_hash: string | null;
  readonly turn: number | null;
  readonly at: number;
  readonly transcript: string;
  readonly audit: string;
}

/** Null if somebody else has it. Who has just accepted a message knows that it is open. */
export const leaseIn = ({ token, open_bodies, checkpoint, is_open = true }: LeadColumns): LeaseRow | null =>
  token === null ? null : { token, isOpen: is_open, openBodies: open_bodies ?? [], state: checkpoint };

export const turnIn = (row: LeadColumns, messageId: string): TurnRow | null => {
  const { turn, body_hash, at, transcript, audit } = row;
  return turn === null || body_hash === null ? null : { turn, messageId, at, bodyHash: body_hash, transcript, audit };
};

interface PostgresLeases extends LeaseRows {
  close(): Promise<void>;
}

export const createPostgresLeases = (access: PostgresAccess, schema: string): PostgresLeases => {
  const { query } = access;
  let listening: ReturnType<typeof listenTo> | null = null;
  return {
    pollMs: 250,
    async take({ conversationId, messageId, milliseconds }) {
      const row = await access.one<LeadColumns & { readonly milliseconds_left: number | null }>(
        "lead",
        `SELECT * FROM ${schema}.lead($1, $2, $3, true)`,
        [conversationId, messageId, milliseconds],
      );
      const turn = messageId === null ? null : turnIn(row, messageId);
      if (turn !== null) return { kind: "finished", turn };
      const lease = leaseIn(row);
      return lease === null ? { kind: "held", milliseconds: row.milliseconds_left ?? 0 } : { kind: "taken", lease };
    },
    async renew(leases, milliseconds) {
      // Who is busy must not lose its conversations because of that: others would do the work again, and be busier.
      await access.urgent(
        "renew_leases",
        `UPDATE ${schema}.lease SET since = clock_timestamp(), until = clock_timestamp() + $3 * interval '1 millisecond'
        FROM unnest($1::text[], $2::bigint[]) AS held (conversation_id, token)
        WHERE lease.conversation_id = held.conversation_id AND lease.token = held.token`,
        [leases.map(({ conversationId }) => conversationId), leases.map(({ token }) => token), milliseconds],
      );
    },
    async release({ conversationId, token }) {
      await query("release", `SELECT ${schema}.release($1, $2)`, [conversationId, token]);
    },
    watch(onRelease) {
      listening ??= listenTo(access, `${schema}_released`, onRelease);
    },
    close: async () => listening?.close(),
  };
};
