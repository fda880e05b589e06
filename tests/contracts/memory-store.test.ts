import { expect, it } from "vitest";
import { createStore } from "../../src/stores/create-store.ts";
import { createMemoryRows } from "../../src/stores/memory/rows.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { describeStore } from "./store-contract.ts";

// Its data lives in one process: "opening it again" is a new store on the same rows.
describeStore("memory", async () => {
  const rows = createMemoryRows();
  return {
    open: async (options = {}) => createStore({ ...rows, close: async () => {} }, options),
    rows: async () => rows,
    dispose: rows.close,
  };
});

// The same with a key: what is encrypted behaves like what is not.
describeStore("encrypted memory", async () => {
  const rows = createMemoryRows();
  const keys = [Buffer.alloc(32, 5).toString("base64")];
  return {
    open: async (options = {}) => createStore({ ...rows, close: async () => {} }, { ...options, keys }),
    rows: async () => rows,
    dispose: rows.close,
  };
});

it("a closed memory store refuses work", async () => {
  const store = createMemoryStore();
  await store.close();
  await expect(store.conversations()).rejects.toMatchObject({ code: "store.unavailable" });
});
