import { it } from "vitest";
import { type Place, placeOn, withSqlitePlace } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import type { Host } from "../support/on-host.ts";

interface EveryStore {
  readonly name: string;
  readonly timeout: number;
  /** Both hosts on each store; else they share them. */
  readonly isWhole: boolean;
  readonly run: (place: Place, host: Host) => Promise<void>;
}

const smaller: Readonly<Record<Place["kind"], Host>> = { sqlite: "langgraph", postgres: "direct", redis: "langgraph" };

/** The same run on SQLite and on the run's own Postgres and Redis. */
export async function onEveryStore({ name, timeout, isWhole, run }: EveryStore): Promise<void> {
  const hostsOn = (kind: Place["kind"]): readonly Host[] => (isWhole ? ["direct", "langgraph"] : [smaller[kind]]);
  for (const host of hostsOn("sqlite")) {
    it(`${name}: SQLite, ${host} host`, { timeout }, () => withSqlitePlace((place) => run(place, host)));
  }
  for (const kind of ["postgres", "redis"] as const) {
    await withServer(kind, (url) => {
      for (const host of hostsOn(kind)) {
        it(`${name}: ${kind}, ${host} host`, { timeout }, () => run(placeOn(kind, url), host));
      }
    });
  }
}
