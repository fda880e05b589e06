import { SoniError } from "../../engine/errors.ts";

/** Turns an error of `pg` or of the network below it into one that says what to do. Others are returned as they are. */
export const postgresError = (error: unknown, place: string): unknown => {
  if (!(error instanceof Error) || error instanceof SoniError) {
    return error;
  }
  const { code = "" } = error as Error & { readonly code?: string };
  const [soniCode, wayOut] = ways[code] ?? ways[code.slice(0, 2)] ?? (isSqlState(code) ? refused : away);
  return new SoniError(soniCode, `The Postgres database ${place} ${wayOut} (${error.message || code})`, {
    cause: error,
  });
};

/** Everything else comes from sockets, timers and the pool: the server can't be reached. */
const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code);

const away = ["store.unavailable", "does not answer. Check that it runs; what was saved so far is kept."] as const;
const refused = ["store.unavailable", "refused. Check its log and the rights of its user."] as const;
const raced = ["store.conflict", "was changed by another worker at the same moment. Repeat the message."] as const;

/** By SQLSTATE or its class: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const ways: Readonly<Record<string, readonly [code: string, wayOut: string]>> = {
  "08": away,
  "53": ["store.unavailable", "has no more room or connections. Give it more, or use fewer processes."],
  "53100": ["store.full", "cannot grow: its disk is full. Free some space; nothing saved so far is lost."],
  "57": away,
  "57014": ["store.unavailable", "took too long. Try again; see what keeps it busy."],
  "25006": ["store.read_only", "cannot be written to. Name the primary server, not a standby."],
  "28": ["store.unavailable", "does not let this user in. Check user and password in its address."],
  "3D": ["store.unavailable", "does not exist. Create it, or check its name in the address."],
  "40001": raced,
  "40P01": raced,
};
