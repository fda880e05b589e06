import { SoniError } from "../domain/errors.ts";

/** Turns a failure of the client or a refusal of the server into one that says what to do. */
export const redisError = (error: unknown, place: string): unknown => {
  if (!(error instanceof Error) || error instanceof SoniError) {
    return error;
  }
  const [reason = ""] = error.message.split(" ");
  const [soniCode, wayOut] = ways[reason] ?? away;
  return new SoniError(soniCode, `Redis at ${place} ${wayOut} (${error.message})`, { cause: error });
};

const away = ["store.unavailable", "does not answer. Check that it runs; what was saved so far is kept."] as const;
const closedDoor = ["store.unavailable", "does not let this user in. Check user and password in its address."] as const;

/** By the first word of a refusal. */
const ways: Readonly<Record<string, readonly [code: string, wayOut: string]>> = {
  READONLY: ["store.read_only", "cannot be written to. Name the primary server, not a replica."],
  OOM: ["store.full", "has no memory left. Give it more; nothing saved so far is lost."],
  MISCONF: ["store.full", "cannot write to its disk. Free some space and look into its log."],
  NOAUTH: closedDoor,
  NOPERM: closedDoor,
  WRONGPASS: closedDoor,
};
