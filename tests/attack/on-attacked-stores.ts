import { join } from "node:path";
import { it } from "vitest";
import { temporaryFolder } from "../cli/run-cli.ts";
import { withServer } from "../servers/with-server.ts";
import { chosen } from "./attack-size.ts";

export const attackedStores = ["memory", "sqlite", "postgres", "redis"] as const;
export type AttackedStore = (typeof attackedStores)[number];

let places = 0;

/** A test on each of these stores, which gets an empty place as `--store` takes it. `SONI_ATTACK_STORES` picks some. */
export async function onAttackedStores(
  stores: readonly AttackedStore[],
  test: {
    readonly name: string;
    readonly timeout: number;
    readonly run: (place: string, store: AttackedStore) => Promise<void>;
  },
): Promise<void> {
  const add = (store: AttackedStore, place: () => Promise<string> | string): void =>
    it(`${test.name}: ${store}`, { timeout: test.timeout }, async () => test.run(await place(), store));
  const wanted = chosen("SONI_ATTACK_STORES", stores);
  if (wanted.length === 0) it.skip(`${test.name}: not on these stores`, () => undefined);
  for (const store of wanted) {
    places += 1;
    const name = `attack_${process.pid}_${places}`;
    if (store === "memory") add(store, () => "memory");
    else if (store === "sqlite") add(store, async () => join(await temporaryFolder(), "soni.db"));
    else {
      const option = store === "postgres" ? "schema" : "prefix";
      await withServer(store, (url) => add(store, () => `${url}?${option}=${name}`));
    }
  }
}
