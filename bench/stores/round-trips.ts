import { Redis } from "ioredis";
import pg from "pg";

/** Counts what goes to the database servers, whoever sends it. */
export function countRoundTrips(): () => number {
  let trips = 0;
  const count = (prototype: Record<string, unknown>, name: string): void => {
    const original = prototype[name] as (this: unknown, ...values: unknown[]) => unknown;
    prototype[name] = function counted(this: unknown, ...values: unknown[]): unknown {
      trips += 1;
      return original.apply(this, values);
    };
  };
  count(pg.Client.prototype as never, "query");
  count(Redis.prototype as never, "sendCommand");
  return () => trips;
}
