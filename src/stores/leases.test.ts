import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "./create-store.ts";
import { createMemoryRows } from "./memory/rows.ts";
import type { StoreOptions } from "./store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const rows = createMemoryRows();
const open = (options: StoreOptions) => createStore({ ...rows, close: async () => undefined }, options);

it("a lease is renewed while its worker is alive, and runs out when it is not", async () => {
  const worker = open({ leaseMs: 900 });
  await worker.lead("c1", { wait: false });
  const other = open({ waitMs: 60_000 });
  const refused = other.lead("c1", { wait: true }).catch(({ code }) => code);
  await vi.advanceTimersByTimeAsync(60_100);
  expect(await refused).toBe("store.busy");
  // As a process that ends: nobody renews what it had.
  await worker.close();
  expect(await other.lead("c1", { wait: false })).toEqual({ kind: "busy" });
  await vi.advanceTimersByTimeAsync(900);
  expect(await other.lead("c1", { wait: false })).toMatchObject({ kind: "lead" });
});
