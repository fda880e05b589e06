import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { PostgresAccess } from "./pool.ts";

const reconnectMs = 1_000;

/**
 * One connection that hears of releases, for as long as the store is open. While it is broken, or behind a proxy that
 * cannot listen, those who wait find out by asking.
 */
export const listenTo = (
  { listener }: Pick<PostgresAccess, "listener">,
  channel: string,
  onMessage: (payload: string) => void,
): { close(): Promise<void> } => {
  const stop = new AbortController();
  let client: Client | null = null;

  const listen = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      client = await listener();
      const broken = Promise.withResolvers<void>();
      client?.on("end", broken.resolve);
      client?.on("notification", ({ payload = "" }) => onMessage(payload));
      try {
        if (stop.signal.aborted) return;
        await client?.query(`LISTEN ${channel}`);
        if (client !== null) await broken.promise;
      } catch {
        // Tried again below.
      } finally {
        await client?.end().catch(() => undefined);
      }
      await sleep(reconnectMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  };
  const done = listen();

  return {
    async close() {
      stop.abort();
      await client?.end().catch(() => undefined);
      await done;
    },
  };
};
