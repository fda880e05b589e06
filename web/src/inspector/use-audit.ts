import { useEffect, useState } from "react";
import type { Client } from "../conversation/client.ts";
import type { AuditEntry } from "../conversation/wire.ts";

export type Audit = readonly AuditEntry[] | "unknown";

/** What the server recorded of each turn; read again when a turn is added. */
export function useAudit(client: Client, conversationId: string, lastTurn: number): Audit {
  const [audit, keep] = useState<Audit>([]);
  useEffect(() => {
    let isWanted = true;
    const take = (read: Audit): void => {
      if (isWanted) keep(read);
    };
    // A conversation that is only about to begin has no record to ask for.
    if (lastTurn === 0) take([]);
    else client.audit(conversationId).then(take, () => take("unknown"));
    return () => {
      isWanted = false;
    };
  }, [client, conversationId, lastTurn]);
  return audit;
}
