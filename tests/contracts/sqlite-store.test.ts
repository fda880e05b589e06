import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStore } from "../../src/checkpoint/sqlite-store.ts";
import type { Store } from "../../src/checkpoint/store.ts";
import { describeStore } from "./store-contract.ts";

describeStore("sqlite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "soni-store-"));
  const stores: Store[] = [];
  return {
    async open(options = {}) {
      const store = createSqliteStore({ path: join(folder, "soni.db"), synchronous: "normal", ...options });
      stores.push(store);
      return store;
    },
    async dispose() {
      await Promise.all(stores.map((store) => store.close()));
      await rm(folder, { recursive: true });
    },
  };
});
