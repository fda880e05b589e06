import { createRate } from "../rate.ts";
import type { ServerLimits } from "../server-limits.ts";
import type { Principal } from "./principal.ts";

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
