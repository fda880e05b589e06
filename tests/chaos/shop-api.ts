import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { RandomNumbers } from "../support/random-numbers.ts";
import type { Effect } from "./shop-assistant.ts";

/** The world outside: counts what it is asked to do, and honours keys as a payment provider would. */
export interface ShopApi {
  readonly url: string;
  /** Every call that arrived, also repeated ones. */
  readonly calls: readonly Effect[];
  /** Keys that took effect for an item: more than one is a duplicate. */
  effectsOf(kind: Effect["kind"], item: string): number;
  callsOf(kind: Effect["kind"], item: string): number;
  /** From now on calls take effect, but are not answered, until they are let go. Resolves when so many wait. */
  hold(calls: number): Promise<void>;
  letGo(): void;
  close(): Promise<void>;
}

/** Without random numbers it answers at once; with them it takes its time before and after the effect. */
export async function startShopApi(random?: RandomNumbers): Promise<ShopApi> {
  const calls: Effect[] = [];
  const keys = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  let held: { readonly wanted: number; readonly waiting: (() => void)[]; readonly full: () => void } | null = null;
  const pause = (): Promise<void> => (random === undefined ? Promise.resolve() : sleep(random(20)));
  const nameOf = (kind: string, item: string): string => `${kind} ${item}`;

  const answer = async (effect: Effect, response: ServerResponse): Promise<void> => {
    const name = nameOf(effect.kind, effect.item);
    await pause();
    calls.push(effect);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    keys.set(name, (keys.get(name) ?? new Set()).add(effect.key));
    if (held !== null) {
      const { wanted, waiting, full } = held;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === wanted) full();
      });
    }
    await pause();
    response.end(`R-${effect.item}`);
  };
  const server = createServer(async (request, response) => {
    await answer(JSON.parse(await text(request)) as Effect, response);
  });
  // A client that was frozen finds its connections as it left them: how networks fail is not what is tried here.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    effectsOf: (kind, item) => keys.get(nameOf(kind, item))?.size ?? 0,
    callsOf: (kind, item) => counts.get(nameOf(kind, item)) ?? 0,
    hold(wanted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = { wanted, waiting: [], full: resolve };
      return promise;
    },
    letGo() {
      for (const resolve of held?.waiting ?? []) resolve();
      held = null;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
