import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import type { HeldLease, LeaseRequest, LeaseRow, LeaseRows, TurnRow } from "../rows.ts";
import type { SqliteAccess } from "./access.ts";

/** What a conversation's open messages and its lease are, at one moment. */
interface Standing {
  /** The place of a message that is accepted now. */
  readonly sequence: number;
  /** Null if nobody has one. It may have run out. */
  readonly lease: LeaseTerm | null;
}

/** In milliseconds since the machine was started. */
interface LeaseTerm {
  readonly since: number;
  readonly until: number;
  readonly holder: string;
}

interface SqliteLeases extends LeaseRows {
  /** All of these inside the caller's transaction. */
  standing(conversationId: string): Standing;
  /** A token for a lease that is written with its message; null if the conversation is held. */
  tokenFor(conversationId: string, standing: Standing): string | null;
  /** Of a lease that this process takes now. */
  termFor(milliseconds: number): LeaseTerm;
  /** The lease that was written with a new message. */
  written(token: string, message: { readonly conversationId: string; readonly sequence: number }): LeaseRow;
  tryTake(request: LeaseRequest): LeaseRow | null;
  isHeld(lease: HeldLease): boolean;
  /** Gives it back and forgets the message it was for. Whether it was still held. */
  close(lease: HeldLease, messageId: string): boolean;
  forgetMessage(conversationId: string, messageId: string): void;
}

/**
 * A lease lies with the open message that it was taken for, so that both come and go as one row; only a lease for no
 * message has a table of its own. All processes are on one machine, so that they share the clock that counts from its
 * start. The clock on the wall may be set to any time: it would block a conversation, or give it to two workers.
 */
export const createSqliteLeases = (
  { database, guarded, transaction }: SqliteAccess,
  finishedTurn: (conversationId: string, messageId: string) => TurnRow | null,
): SqliteLeases => {
  // A conversation has one lease at most, in one of the two tables.
  const standing = database.prepare(`
    SELECT coalesce(max(sequence), 0) + 1, max(since), max(until), max(holder) FROM (
      SELECT sequence, since, until, holder FROM open_message WHERE conversation_id = ?
      UNION ALL SELECT 0, since, until, holder FROM lease WHERE conversation_id = ?)`);
  const takeForMessage = database.prepare(
    "UPDATE open_message SET token = ?, since = ?, until = ?, holder = ? WHERE conversation_id = ? AND message_id = ?",
  );
  const takeForNone = database.prepare(
    "INSERT INTO lease (token, since, until, holder, conversation_id) VALUES (?, ?, ?, ?, ?)",
  );
  const holds = ["SELECT 1 FROM open_message", "SELECT 1 FROM lease"].map((select) =>
    database.prepare(`${select} WHERE conversation_id = ? AND token = ?`),
  );
  const renewals = ["UPDATE open_message", "UPDATE lease"].map((update) =>
    database.prepare(`${update} SET since = ?, until = ? WHERE conversation_id = ? AND token = ?`),
  );
  const free = "UPDATE open_message SET token = NULL, since = NULL, until = NULL, holder = NULL";
  const releases = [free, "DELETE FROM lease"].map((change) =>
    database.prepare(`${change} WHERE conversation_id = ? AND token = ?`),
  );
  const lapses = [`${free} WHERE token IS NOT NULL AND`, "DELETE FROM lease WHERE"].map((change) =>
    database.prepare(`${change} conversation_id = ?`),
  );
  const closeHeld = database.prepare(
    "DELETE FROM open_message WHERE conversation_id = ? AND message_id = ? AND token = ?",
  );
  const deleteMessage = database.prepare("DELETE FROM open_message WHERE conversation_id = ? AND message_id = ?");
  const state = database.prepare("SELECT checkpoint FROM conversation WHERE conversation_id = ?");
  const openBodies = database.prepare(
    "SELECT body FROM open_message WHERE conversation_id = ? AND sequence < ? ORDER BY sequence",
  );
  const sequenceOf = database.prepare("SELECT sequence FROM open_message WHERE conversation_id = ? AND message_id = ?");

  // On the way of every turn, where V8 would have to learn the shape of each row's object anew.
  for (const read of [standing, state]) read.setReturnArrays(true);
  const standingOf = (conversationId: string): Standing => {
    type Columns = [sequence: number, since: number, until: number | null, holder: string];
    const [sequence, since, until, holder] = standing.get(conversationId, conversationId) as unknown as Columns;
    return { sequence, lease: until === null ? null : { since, until, holder } };
  };
  const holder = createLeaseHolder();
  const termFor: SqliteLeases["termFor"] = (milliseconds) => {
    const since = sinceBoot();
    return { since, until: since + milliseconds, holder: holder.name };
  };
  /** Milliseconds. One that begins in the future is of an earlier start of the machine. */
  const left = ({ since, until, holder: name }: LeaseTerm): number => {
    const now = sinceBoot();
    return since > now || until <= now || holder.hasEnded(name) ? 0 : until - now;
  };
  /** A lease that ran out is taken away for good: whoever had it must not find it again. */
  const tokenFor = (conversationId: string, { lease }: Standing): string | null => {
    if (lease !== null) {
      if (left(lease) > 0) return null;
      for (const lapse of lapses) lapse.run(conversationId);
    }
    return randomUUID();
  };
  const row = (
    token: string,
    { conversationId, sequence, isOpen }: { conversationId: string; sequence: number; isOpen: boolean },
  ): LeaseRow => {
    const saved = (state.get(conversationId) as unknown as [string] | undefined)?.[0];
    const before = sequence === 1 ? [] : openBodies.all(conversationId, sequence);
    return {
      token,
      isOpen,
      openBodies: before.map((message) => String(message["body"])),
      state: saved === undefined ? null : String(saved),
    };
  };
  const tryTake: SqliteLeases["tryTake"] = ({ conversationId, messageId, milliseconds }) => {
    const token = tokenFor(conversationId, standingOf(conversationId));
    if (token === null) return null;
    const { since, until, holder: name } = termFor(milliseconds);
    const sequence = messageId === null ? undefined : sequenceOf.get(conversationId, messageId)?.["sequence"];
    if (sequence === undefined) takeForNone.run(token, since, until, name, conversationId);
    else takeForMessage.run(token, since, until, name, conversationId, messageId);
    const isOpen = sequence !== undefined;
    return row(token, { conversationId, isOpen, sequence: isOpen ? Number(sequence) : Number.MAX_SAFE_INTEGER });
  };
  const isHeld: SqliteLeases["isHeld"] = ({ conversationId, token }) =>
    holds.some((hold) => hold.get(conversationId, token) !== undefined);
  const forgetMessage: SqliteLeases["forgetMessage"] = (conversationId, messageId) => {
    deleteMessage.run(conversationId, messageId);
  };
  const release = ({ conversationId, token }: HeldLease): void => {
    for (const statement of releases) statement.run(conversationId, token);
  };

  return {
    pollMs: 25,
    standing: standingOf,
    tokenFor,
    termFor,
    written: (token, message) => row(token, { ...message, isOpen: true }),
    tryTake,
    isHeld,
    close(lease, messageId) {
      const { conversationId, token } = lease;
      if (closeHeld.run(conversationId, messageId, token).changes === 1) return true;
      // It was taken before its message was stored.
      const wasHeld = isHeld(lease);
      release(lease);
      forgetMessage(conversationId, messageId);
      return wasHeld;
    },
    forgetMessage,
    take: guarded((request) =>
      transaction(() => {
        const { conversationId, messageId } = request;
        const turn = messageId === null ? null : finishedTurn(conversationId, messageId);
        if (turn !== null) return { kind: "finished", turn } as const;
        const lease = tryTake(request);
        if (lease !== null) return { kind: "taken", lease } as const;
        const { lease: held } = standingOf(conversationId);
        return { kind: "held", milliseconds: held === null ? 0 : left(held) } as const;
      }),
    ),
    renew: guarded((leases, milliseconds) =>
      transaction(() => {
        for (const { conversationId, token } of leases) {
          const { since, until } = termFor(milliseconds);
          for (const renew of renewals) renew.run(since, until, conversationId, token);
        }
      }),
    ),
    release: guarded((lease) => transaction(() => release(lease))),
    // SQLite tells nobody: who waits asks again soon.
    watch: () => undefined,
  };
};

/** The process that holds a lease: as it is stored, and whether a stored one has ended. */
interface LeaseHolder {
  readonly name: string;
  /** Only if that is certain. A process in another container can't be seen: its lease runs out by time. */
  hasEnded(name: string): boolean;
}

/** Milliseconds since the machine was started: one clock for all its processes, which nobody can set. */
export const sinceBoot = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + Math.floor(nanoseconds / 1e6);
};

/**
 * A process id alone is used again after a while, by another container, and after the next start of the machine. So the
 * name is: start of the machine, namespace of process ids, process id, start of the process. Outside Linux nothing of it
 * can be read without starting a program; there leases run out by time alone.
 */
export const createLeaseHolder = (): LeaseHolder => {
  const boot = orEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const namespace = orEmpty(() => readlinkSync("/proc/self/ns/pid"));
  const started = startOf(process.pid);
  if (boot === "" || namespace === "" || started === "") return { name: "", hasEnded: () => false };
  return {
    name: [boot, namespace, process.pid, started].join(" "),
    hasEnded(name) {
      const [otherBoot = "", otherNamespace, pid, otherStarted] = name.split(" ");
      if (otherBoot === "") return false;
      if (otherBoot !== boot) return true;
      if (otherNamespace !== namespace) return false;
      if (!isRunning(Number(pid))) return true;
      const current = startOf(Number(pid));
      return current !== "" && current !== otherStarted;
    },
  };
};

/** The 22nd field, in ticks since the machine was started; the second field is a name in brackets, with anything in it. */
const startOf = (pid: number): string =>
  orEmpty(() => {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  });

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
};

const orEmpty = (read: () => string): string => {
  try {
    return read();
  } catch {
    return "";
  }
};
