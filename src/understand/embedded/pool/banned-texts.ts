import { createHash } from "node:crypto";
import { type Backoff, backoffDelay } from "../../../engine/backoff.ts";

export interface BannedTexts {
  /** The text ended a worker. */
  strike(text: string): void;
  isBanned(text: string): boolean;
  /** How many texts are banned now. */
  size(): number;
}

/** Texts that are remembered; the one that struck longest ago is forgotten first. */
const remembered = 1_000;
/** A busy machine can make an innocent text look guilty: the first ban is short, each further one is twice as long. */
const banBackoff: Backoff = { first: 60_000, longest: 60 * 60_000 };

interface Ban {
  readonly strikes: number;
  readonly until: number;
}

/** Texts that ended a worker, by the hash of their letters. None of them is given to a worker while it is banned. */
export function createBannedTexts(now: () => number): BannedTexts {
  const bans = new Map<string, Ban>();
  return {
    strike(text) {
      const key = keyOf(text);
      const strikes = (bans.get(key)?.strikes ?? 0) + 1;
      bans.delete(key);
      bans.set(key, { strikes, until: now() + backoffDelay(strikes, banBackoff) });
      const [oldest] = bans.keys();
      if (bans.size > remembered && oldest !== undefined) bans.delete(oldest);
    },
    // Nearly always there is no ban at all: then no text needs a hash.
    isBanned: (text) => bans.size > 0 && (bans.get(keyOf(text))?.until ?? 0) > now(),
    size: () => [...bans.values()].filter(({ until }) => until > now()).length,
  };
}

/** Capitals, blanks and the Unicode form make no other text of it. */
const keyOf = (text: string): string =>
  createHash("sha256").update(text.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim()).digest("base64url");
