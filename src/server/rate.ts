import type { Principal } from "./access/principal.ts";
import type { ServerLimits } from "./server-limits.ts";

const minute = 60_000;
/** Of more keys, the one that was first seen longest ago is counted anew. */
const keysAtMost = 50_000;

/** Counts what each key did in its current minute, which begins with the first thing it does. */
interface Rate {
  /** 0: go ahead. Else the seconds until this key may go ahead again. Null as a limit: never refused. */
  take(key: string, perMinute: number | null): number;
}

/** The usual clock is one that nobody can set: a date that is set back an hour would refuse everybody for an hour. */
export function createRate(now: () => number = () => performance.now()): Rate {
  const counts = new Map<string, { readonly began: number; count: number }>();
  const begin = (key: string, at: number) => {
    // Those whose minute began first come first.
    counts.delete(key);
    for (const [oldest, { began }] of counts) {
      if (at - began < minute && counts.size < keysAtMost) break;
      counts.delete(oldest);
    }
    const current = { began: at, count: 0 };
    counts.set(key, current);
    return current;
  };
  return {
    take(key, perMinute) {
      if (perMinute === null) return 0;
      const at = now();
      const known = counts.get(key);
      const current = known === undefined || at - known.began >= minute ? begin(key, at) : known;
      current.count += 1;
      return current.count <= perMinute ? 0 : Math.max(1, Math.ceil((current.began + minute - at) / 1000));
    },
  };
}

/** How often principals do what costs a turn, over HTTP and sockets together. Each answers with seconds to wait, or 0. */
export interface PrincipalRates {
  message(principal: Principal): number;
  /** A new conversation. Counted apart: a service whose users all begin at once can still speak for them. */
  opening(principal: Principal): number;
  visitor(address: string): number;
}

type Limits = Pick<ServerLimits, "messagesPerMinute" | "openingsPerMinute" | "requestsPerMinute">;

export function createPrincipalRates(limits: Limits, now?: () => number): PrincipalRates {
  const rate = createRate(now);

  /** The own share first: one user who says too much takes nothing from the others of the group. */
  const take = (what: string, { owner, group }: Principal, own: number | null): number => {
    const wait = rate.take(`${what} ${owner}`, own);
    if (wait > 0 || group === null || own === null) return wait;
    const shared = group.kind === "service" ? group.messagesPerMinute : limits.requestsPerMinute;
    return rate.take(`${what} of ${group.kind} ${group.key}`, shared);
  };

  return {
    message: (principal) => take("message", principal, limits.messagesPerMinute),
    opening: (principal) => take("opening", principal, limits.openingsPerMinute),
    visitor: (address) => rate.take(`visitor ${address}`, limits.openingsPerMinute),
  };
}
